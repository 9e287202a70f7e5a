"""Readers of data sets, one module a format; all give a `Dataset`. The data are not ours to ship."""
