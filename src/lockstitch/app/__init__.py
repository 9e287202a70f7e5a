"""One use case a module: gather through the ports, decide with the engines, act."""
