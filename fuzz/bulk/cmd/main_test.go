package main

import "testing"

// TestSize holds the units of -bytes: powers of a thousand, as disks count.
func TestSize(t *testing.T) {
	for text, want := range map[string]int64{"17": 17, "500KB": 500_000, "200MB": 200_000_000, "1GB": 1_000_000_000} {
		if got, err := size(text); err != nil || got != want {
			t.Errorf("%s is %d, %v", text, got, err)
		}
	}
	for _, text := range []string{"", "MB", "1TB", "one"} {
		if got, err := size(text); err == nil {
			t.Errorf("%q is %d", text, got)
		}
	}
}
