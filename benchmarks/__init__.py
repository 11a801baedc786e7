"""Speed of armwright beside its peers, measured side by side in one run."""
