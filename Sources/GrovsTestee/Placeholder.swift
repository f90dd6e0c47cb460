// Placeholder until the first file stands.
