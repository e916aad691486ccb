"""`python -m worker` is the command line."""

from worker.cli import main

if __name__ == "__main__":
    main()
