package probe_test

import (
	"strings"
	"testing"

	"github.com/quock-dev/quock/spec/probe"
)

// BenchmarkAnswer reads and checks an answer of about 4 KB with all its parts.
func BenchmarkAnswer(b *testing.B) {
	request := &probe.RunRequest{ID: 7, Events: make([]rawRecord, 8), Observe: []int{1, 2, 3, 4, 5, 6}}
	line := []byte(`{"id":7,"observations":[` + strings.Repeat(whole+",", 5) + whole + `],"final":` + whole + `}`)
	c := contract(probe.Reducer, everything...)
	b.SetBytes(int64(len(line)))
	b.ReportAllocs()
	for b.Loop() {
		if _, bad := c.ParseRunReply(line, request); bad != nil {
			b.Fatal(bad)
		}
	}
}
