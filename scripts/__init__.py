"""What contributors run by hand."""
