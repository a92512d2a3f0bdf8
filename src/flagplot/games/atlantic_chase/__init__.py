"""Atlantic Chase: task forces as pins and strings, hunted by what is known of them."""
