"""What the words of the glossary mean: frozen values and the rules between them. No input or output."""
