"""Of matrices alone: decompositions, interlacing, ranks, largest totals."""
