package campaign

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"

	"github.com/quock-dev/quock/fuzz/shrink"
)

// formOf is a hash of a subject's stream: of what is said, record by record, and
// how it ends. Two reductions that end in one stream have one form.
func formOf(s *shrink.Subject) string {
	h := sha256.New()
	fmt.Fprintf(h, "%s %s\n", s.Stream.Features.Dialect, s.Stream.End)
	for i := range s.Stream.Events {
		e := &s.Stream.Events[i]
		text, err := json.Marshal(e)
		if err != nil {
			text = []byte(err.Error()) // still the same for the same event
		}
		fmt.Fprintf(h, "%d %d\n%s\n", e.Record, len(text), text)
	}
	return hex.EncodeToString(h.Sum(nil)[:8])
}

// before puts findings in the order in which they are told: by rule, the smallest
// first, and what wavers last.
func before(a, b Filed) int {
	return cmp.Or(
		flag(a.Wavers)-flag(b.Wavers), cmp.Compare(a.Rule, b.Rule), flag(a.Whole)-flag(b.Whole),
		cmp.Compare(a.Events, b.Events), cmp.Compare(a.Name, b.Name),
	)
}

func flag(b bool) int {
	if b {
		return 1
	}
	return 0
}
