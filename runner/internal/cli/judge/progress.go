package judge

import (
	"fmt"
	"path"
	"strings"
	"time"

	"github.com/quock-dev/quock/runner"
	"github.com/quock-dev/quock/runner/internal/terminal"
)

// A watched run shows its progress, and knows how long each case took.
type watched struct {
	bar  *terminal.Bar
	took map[int]time.Duration // by number
}

func watch(c commands, quiet bool) *watched {
	return &watched{terminal.NewBar(c.BareErr, quiet), map[int]time.Duration{}}
}

// took is how long each case took; nil where nothing was run.
func (j *judgement) took() map[int]time.Duration {
	if j.watched == nil {
		return nil
	}
	return j.watched.took
}

// see takes in the progress of a run.
func (w *watched) see(p runner.Progress) {
	if p.Number > 0 {
		w.took[p.Number] += p.Took
	}
	w.bar.Set(terminal.Work{
		Phase: string(p.Phase), At: family(p.Name), Failed: fmt.Sprintf("%d failed", p.Failed), Done: p.Done, Of: p.Of,
	})
}

// family is the family of a case, or the dialect and level of a generated one: what
// stands in its name before the last part.
func family(name string) string {
	if name == "" {
		return ""
	}
	return strings.TrimPrefix(path.Dir(name), "generated/")
}
