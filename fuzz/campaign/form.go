package campaign

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"

	"github.com/quock-dev/quock/fuzz/shrink"
)

// formOf returns a hash of a subject's stream: of its records and its end. Two
// reductions that end in the same stream have the same form.
func formOf(s *shrink.Subject) string {
	h := sha256.New()
	fmt.Fprintf(h, "%s %s\n", s.Stream.Features.Dialect, s.Stream.End)
	for i := range s.Stream.Events {
		e := &s.Stream.Events[i]
		text, err := json.Marshal(e)
		if err != nil {
			text = []byte(err.Error()) // equal events give equal errors
		}
		fmt.Fprintf(h, "%d %d\n%s\n", e.Record, len(text), text)
	}
	return hex.EncodeToString(h.Sum(nil)[:8])
}

// before orders findings for reports: by rule, then by size, flaky ones last.
func before(a, b Filed) int {
	return cmp.Or(
		flag(a.Flaky)-flag(b.Flaky), cmp.Compare(a.Rule, b.Rule), flag(a.Whole)-flag(b.Whole),
		cmp.Compare(a.Events, b.Events), cmp.Compare(a.Name, b.Name),
	)
}

func flag(b bool) int {
	if b {
		return 1
	}
	return 0
}
