"""What a person's folders show of their projects. Reads files and asks git; writes nothing."""
