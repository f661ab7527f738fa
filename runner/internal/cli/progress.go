package cli

import (
	"fmt"
	"path"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/quock-dev/quock/fuzz/campaign"
	"github.com/quock-dev/quock/runner"
	"github.com/quock-dev/quock/runner/internal/terminal"
	"github.com/quock-dev/quock/spec/words"
)

// addQuiet adds the flag of a command that shows its progress.
func addQuiet(cmd *cobra.Command, quiet *bool) {
	cmd.Flags().BoolVarP(quiet, "quiet", "q", false, "show no progress")
}

// A watched run shows its progress, and knows how long each case took.
type watched struct {
	bar  *terminal.Bar
	took map[int]time.Duration // by number
}

func watch(c console, quiet bool) *watched {
	return &watched{terminal.NewBar(c.bareErr, quiet), map[int]time.Duration{}}
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

// unlimited is a number of cases that stands for no limit.
const unlimited = 1 << 40

// seen is the state of a campaign, for a bar.
func seen(p *campaign.Progress) terminal.Work {
	s := terminal.Work{
		Phase: "fuzzing", Done: int(p.Tried), Of: int(p.Of), Failed: words.Counted(len(p.Findings), "finding"),
		At: fmt.Sprintf("%d edges, %d in the corpus", p.Edges, p.Corpus),
	}
	if p.Of > unlimited/2 {
		s.Of = 0
	}
	return s
}
