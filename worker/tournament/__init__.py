"""The facts of a tournament: frozen values, standard library only."""
