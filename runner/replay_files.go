package runner

import (
	"github.com/quock-dev/quock/runner/ask"
	"github.com/quock-dev/quock/runner/attribute"
	"github.com/quock-dev/quock/runner/internal/explain"
	"github.com/quock-dev/quock/runner/replay"
	"github.com/quock-dev/quock/runner/report"
	"github.com/quock-dev/quock/spec"
)

// The replayFiles know which findings have a replay file, by rule, verdict and
// deviation.
type replayFiles map[replayKey]*kept

type replayKey struct {
	verdict     spec.Verdict
	rule, habit string
	deviation   string
}

func replayKeyOf(f *spec.Finding) replayKey {
	return replayKey{f.Verdict, f.Rule, f.Habit, f.Deviation}
}

type kept struct {
	files int
	best  spec.Finding
}

// wants reports whether a case is to leave a file: one of its findings has
// fewer than most of them (0: no limit), or shows its rule better than all that
// have one.
func (s replayFiles) wants(findings []spec.Finding, most int) bool {
	for i := range findings {
		f := &findings[i]
		k := s[replayKeyOf(f)]
		if k == nil || most <= 0 || k.files < most || report.Clearer(f, &k.best) < 0 {
			return true
		}
	}
	return false
}

// put notes the findings of a case that has a file now.
func (s replayFiles) put(findings []spec.Finding) {
	for i := range findings {
		f := &findings[i]
		k := s[replayKeyOf(f)]
		if k == nil {
			k = &kept{best: *f}
			s[replayKeyOf(f)] = k
		}
		k.files++
		if report.Clearer(f, &k.best) < 0 {
			k.best = *f
		}
	}
}

// replayLater makes the replay file when it is asked for: the one that is kept, or
// the one that is only put to the candidate again.
func replayLater(c *attribute.Attribution, s ask.Capabilities) func(keep bool) (*replay.Archive, error) {
	return func(keep bool) (*replay.Archive, error) {
		write := replay.Write
		if keep {
			write = newReplay
		}
		file, err := write(c, s)
		return &file, err
	}
}

// newReplay is the replay file of a finding, with what the candidate reads in another
// way. Where the finding does not say it, that takes long to find.
func newReplay(c *attribute.Attribution, s ask.Capabilities) (replay.Archive, error) {
	if c.ReadsAs = explain.ButFor(explain.Explaining(c.Findings)); c.ReadsAs != "" {
		return replay.Write(c, s)
	}
	var rules []string
	for _, f := range c.Findings {
		if f.Rule != "" {
			rules = append(rules, f.Rule)
		}
	}
	c.ReadsAs = readsAs(replay.Alone(c.Trial), s, rules...)
	return replay.Write(c, s)
}
