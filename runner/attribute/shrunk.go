package attribute

import "github.com/quock-dev/quock/fuzz/shrink"

// Shrunk describes the original of a reduced case and how far the reduction got.
type Shrunk struct {
	// Records and Events are how many the original had, Runs how many runs of
	// the candidate the reduction took.
	Records int `json:"records"`
	Events  int `json:"events"`
	Runs    int `json:"runs"`
	// Stopped means that the budget ended the reduction early.
	Stopped bool `json:"stopped,omitempty"`
	// Signature is the failure that was kept.
	Signature shrink.Signature `json:"signature"`
	// Kept are the original's records that are left, where they are what they
	// were; none where the stream was encoded anew.
	Kept []int `json:"kept,omitempty"`
	// Free are what does not matter: fields of the stream's events whose value
	// can be another one.
	Free []shrink.Mark `json:"free,omitempty"`
	// Also are further ways in which the candidate fails on what is left.
	Also []shrink.Signature `json:"also,omitempty"`
	// Token makes the original again, where it was generated.
	Token string `json:"token,omitempty"`
}
