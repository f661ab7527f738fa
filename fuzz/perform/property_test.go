package perform_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"testing"

	"github.com/quock-dev/quock/fuzz/perform"
	"github.com/quock-dev/quock/model"
	"github.com/quock-dev/quock/spec"
)

var everything = spec.Compare{Observes: spec.AllParts()}

// disagreement compares model and expectation of a case at a few positions and
// at the end; "" if they agree.
func disagreement(c *perform.Case, p spec.Policies, positions map[int]bool) (string, int) {
	doubts := 0
	m := model.New(c.Stream.Features, p)
	compare := func(record int) string {
		want, ok := c.Expected(record, p)
		if !ok {
			doubts++
			return ""
		}
		got := m.Transcript()
		for _, d := range everything.Transcripts(&want, &got) {
			return fmt.Sprintf("after record %d: %s", record, d)
		}
		return ""
	}
	events := c.Stream.Events
	for i := range events {
		if i > 0 && events[i].Record != events[i-1].Record && positions[events[i-1].Record] {
			if d := compare(events[i-1].Record); d != "" {
				return d, doubts
			}
		}
		m.Step(&events[i])
	}
	if d := compare(c.Records()); d != "" {
		return d, doubts
	}
	m.End(c.Stream.End)
	return compare(perform.AtEnd), doubts
}

func TestScan(t *testing.T) {
	n, _ := strconv.Atoi(os.Getenv("SCAN"))
	shown := map[string]int{}
	for _, f := range dialects {
		if only := os.Getenv("DIALECT"); only != "" && only != f.Dialect {
			continue
		}
		bad := 0
		for i := range n {
			seed := uint64(i)
			for _, l := range []perform.Level{perform.Clean, perform.Degraded} {
				c := perform.Generate(f, l, seed)
				pos := map[int]bool{}
				r := rand.New(rand.NewPCG(seed, 1))
				for range 3 {
					pos[r.IntN(c.Records()+1)] = true
				}
				if d, _ := disagreement(c, spec.Policies{}, pos); d != "" {
					bad++
					if shown[f.Dialect]++; shown[f.Dialect] <= 8 {
						hz := ""
						for _, h := range c.Hazards {
							hz += h.Name + " "
						}
						fmt.Println(f.Dialect, l, seed, c.Records(), d, "|", hz)
					}
				}
			}
		}
		fmt.Println(f.Dialect, "bad", bad, "of", 2*n)
	}
}
