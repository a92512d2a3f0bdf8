"""Measurements of speed: run by make bench and make instructions, or one by one."""
