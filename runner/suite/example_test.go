package suite_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/quock-dev/quock/runner/suite"
	"github.com/quock-dev/quock/spec/probe"
)

// A badge shows whether the account is limited: it reads one part of the stream.
type badge struct{ quota probe.Quota }

// Feed takes a record. Only records about limits matter.
func (b *badge) Feed(record []byte) error {
	var e struct {
		Kind  string
		Limit struct {
			Rejected bool
			Window   *string
		}
	}
	if json.Unmarshal(record, &e) != nil || e.Kind != "limit" || e.Limit.Window == nil {
		return nil // of another kind, or it says nothing about a window
	}
	switch {
	case e.Limit.Rejected:
		b.quota = probe.Quota{Limited: true, Window: e.Limit.Window}
	case b.quota.Limited && *b.quota.Window == *e.Limit.Window:
		b.quota = probe.Quota{}
	}
	return nil
}

// Finish takes the end of the input.
func (b *badge) Finish(probe.End) error { return nil }

// Transcript is what the badge shows.
func (b *badge) Transcript() probe.Transcript { return probe.Transcript{Quota: b.quota} }

// newBadge is the candidate: the reader with what it reads and reports.
func newBadge() probe.Candidate {
	hello := probe.HelloReply{Name: "badge", Dialects: []string{"neutral"}, Observes: []string{"quota"}}
	return probe.NewCandidate(hello, func(string) probe.StreamReader { return &badge{} })
}

// TestBadge judges it by every rule that speaks of quotas.
func TestBadge(t *testing.T) {
	suite.Run(t, newBadge, suite.Cases(300))
}

// FuzzBadge lets the fuzzing engine look for a stream that it reads wrongly.
func FuzzBadge(f *testing.F) {
	suite.Fuzz(f, newBadge)
}

func ExampleRead() {
	t := &testing.T{} // that of the test
	read := suite.Read(t, "neutral", []string{
		`{"kind":"message.open","message":"m1"}`,
		`{"kind":"text","message":"m1","text":"Low "}`,
		`{"kind":"text","message":"m1","text":"tide."}`,
	})
	fmt.Println(read.Sessions[0].Messages[0].Parts[0].Text)
	// Output: Low tide.
}
