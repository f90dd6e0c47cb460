// The reports of several testees, side by side.
