"""`python -m worker` is the command line."""

from nextround.cli import main

if __name__ == "__main__":
    main()
