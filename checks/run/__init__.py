"""Claims to verdicts: tasks, workers here and on Dask, and the store of evidence."""
