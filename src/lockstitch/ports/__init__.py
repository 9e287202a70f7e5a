"""What the core needs of the world: Protocols of one to five methods each. No code of an adapter."""
