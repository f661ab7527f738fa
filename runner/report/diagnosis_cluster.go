package report

import (
	"strings"

	"github.com/quock-dev/quock/spec/words"
)

// Unexplained are cases that depart at one decision of the reference in a way that no
// known deviation explains.
type Unexplained struct {
	// Decisions are where they depart, the most suspicious first. Several are hardly
	// distinguished.
	Decisions []Suspected `json:"decisions"`
	// Rules are those that such a departure breaks, the most likely first.
	Rules []string `json:"rules,omitempty"`
	// Part is the field of the transcript that departs most often.
	Part string `json:"part,omitempty"`
	// Cases is how many cases depart so, Smallest the one with the shortest stream.
	Cases    int    `json:"cases"`
	Smallest string `json:"smallest"`
	// Example is the smallest stream on which a case of it failed; the zero one for none.
	Example Example `json:"example,omitzero"`
	// Taken counts the observed stretches of all streams in which the first decision
	// is taken in this way, Departs those of them that depart.
	Departs int `json:"departs,omitempty"`
	Taken   int `json:"taken,omitempty"`
}

// Suspected is a decision of the reference at which a candidate may depart.
type Suspected struct {
	// Name is its name in the reference, What the subject of a sentence about it.
	Name string `json:"name"`
	What string `json:"what"`
	// Nearest says what comes nearest to what the candidate does.
	Nearest string `json:"nearest,omitempty"`
}

// clusters prints where the candidate departs, behind n deviations.
func (t Text) clusters(w *printer, l *Log, n int) {
	d := l.Footer.Diagnosis
	if len(d.Clusters) == 0 {
		return
	}
	w.f("  unknown, %s\n", words.Counted(len(d.Clusters), "cluster"))
	for i := range d.Clusters {
		c := &d.Clusters[i]
		cluster(w, n+i+1, c)
		t.again(w, l, &c.Example, c.Smallest)
	}
}

func cluster(w *printer, n int, c *Unexplained) {
	first := &c.Decisions[0]
	w.f("  %2d. %s\n", n, c.Title())
	if first.Nearest != "" {
		w.f("      nearest to it: %s\n", first.Nearest)
	}
	w.f("      ")
	if len(c.Rules) > 0 {
		w.f("speaks of %s; ", strings.Join(c.Rules[:min(2, len(c.Rules))], ", "))
	}
	w.f("shows in %s", c.Part)
	if c.Taken > 0 {
		w.f("; departs at %d of the %s where this is decided", c.Departs, words.Counted(c.Taken, "place"))
	}
	w.f("; %s, the shortest is %s\n", words.Counted(c.Cases, "case"), line(c.Smallest))
}

// Title names the decisions.
func (c *Unexplained) Title() string { return c.Decisions[0].What + others(c) }

// others returns the decisions that are hardly less suspicious than the first.
func others(c *Unexplained) string {
	var what []string
	for _, s := range c.Decisions[1:] {
		what = append(what, s.What)
	}
	if len(what) == 0 {
		return ""
	}
	return " (or: " + strings.Join(what, "; or: ") + ")"
}
