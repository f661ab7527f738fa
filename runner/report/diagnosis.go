package report

import (
	"fmt"
	"strings"

	"github.com/quock-dev/quock/spec/words"
)

// A Diagnosis says how far the reference with some deviations answers as the
// candidate does.
type Diagnosis struct {
	// Of is how many cases failed with an answer. Failing of them were looked at.
	// Explained of those are answered entirely as the deviations predict.
	Of        int `json:"of"`
	Failing   int `json:"failing"`
	Explained int `json:"explained"`
	// Wavering more cases failed, and did not fail again in another process. They are
	// left out.
	Wavering int `json:"wavering,omitempty"`
	// KeptOut of the failing cases were not used to choose the deviations; Predicted
	// of them were explained entirely by that choice.
	KeptOut   int `json:"kept_out,omitempty"`
	Predicted int `json:"predicted,omitempty"`
	// Limited means that the search ended early: by its limit on steps, or with the
	// run.
	Limited    bool        `json:"limited,omitempty"`
	Deviations []Diagnosed `json:"deviations,omitempty"`
	// Clusters are what no deviation explains, by the decision at which it departs.
	Clusters []Unexplained `json:"clusters,omitempty"`
}

// A Diagnosed deviation is one named way in which the candidate reads otherwise.
type Diagnosed struct {
	Name     string `json:"name"`
	Kind     string `json:"kind"`
	Sentence string `json:"sentence"`
	// Derived means that it is an alternative of a decision, and not in the registry.
	Derived bool `json:"derived,omitempty"`
	// Rules are the rules that it breaks; Choice is what would allow it, if declared.
	Rules  []string `json:"rules,omitempty"`
	Choice string   `json:"choice,omitempty"`
	// Equals are deviations that no case of the run distinguishes from this one.
	Equals []string `json:"equals,omitempty"`
	// Cases is how many of the failing cases show it, Smallest the one with the
	// shortest stream.
	Cases    int    `json:"cases"`
	Smallest string `json:"smallest,omitempty"`
	// Example is the smallest stream that was found on which it shows alone; the zero
	// value for none.
	Example Example `json:"example,omitzero"`
	// Attributed means that cases are attributed to it: it is no guess.
	Attributed bool `json:"attributed,omitempty"`
	// Partly means that it explains less than half of the cases in which it shows.
	Partly bool `json:"partly,omitempty"`
}

// diagnosis prints the diagnosis, if there is one.
func (t Text) diagnosis(w *printer, l *Log) {
	if l.Footer == nil || l.Footer.Diagnosis == nil {
		return
	}
	d := l.Footer.Diagnosis
	w.f("\ndiagnosis\n")
	w.f("  %s\n", d.Headline())
	if d.Wavering > 0 && !d.Flaky() {
		w.f("  %s more did not fail again in another process: %s\n", words.Counted(d.Wavering, "case"), unsteady)
	}
	if len(d.Deviations) == 0 {
		t.clusters(w, l, 0)
		return
	}
	for i := range d.Deviations {
		deviation(w, i+1, &d.Deviations[i], l.knownAs(d.Deviations[i].Name))
		t.again(w, l, &d.Deviations[i].Example, d.Deviations[i].Smallest)
	}
	t.clusters(w, l, len(d.Deviations))
	if left := d.Failing - d.Explained; left > 0 {
		w.f("  %s: no known deviation explains all of it\n", words.Counted(left, "failing case"))
	}
	switch {
	case d.Limited && (l.Footer.Stopped == Interrupted || l.Footer.Stopped == OutOfTime):
		w.f("  the search ended with the run: there may be more, and what is named may be something similar\n")
	case d.Limited:
		w.f("  the search met its limit; with --dialect or --rules it looks deeper\n")
	}
}

// unsteady is why a case of a program that reads may fail once and not again.
const unsteady = "the answer depends on more than the stream, such as time, chance or earlier streams"

// Flaky reports whether most failing cases did not fail again. What such a program
// does is not looked for.
func (d *Diagnosis) Flaky() bool { return d.Wavering > d.Failing }

// Headline says how much the deviations explain.
func (d *Diagnosis) Headline() string {
	if d.Flaky() {
		return fmt.Sprintf("no diagnosis: %d of the %s did not fail again in another process; %s",
			d.Wavering, words.Counted(d.Wavering+d.Failing, "failing case"), unsteady)
	}
	if len(d.Deviations) == 0 {
		return "no known deviation explains the " + words.Counted(d.Failing, "failing case") + lookedAt(d)
	}
	text := fmt.Sprintf("reads as the reference does, but for %s (explain %d of %s", words.Counted(len(d.Deviations), "deviation"), d.Explained, words.Counted(d.Failing, "failing case")+lookedAt(d))
	if d.KeptOut > 0 {
		text += fmt.Sprintf("; predicted %d of the %d that were not used to choose them", d.Predicted, d.KeptOut)
	}
	return text + ")"
}

func lookedAt(d *Diagnosis) string {
	if d.Failing < d.Of {
		return " that were looked at"
	}
	return ""
}

// replay returns the replay file of a case; "" if it left none.
func (l *Log) replay(name string) string {
	for i := range l.Cases {
		if c := &l.Cases[i]; c.Name == name && len(c.Findings) > 0 {
			return c.Findings[0].Replay
		}
	}
	return ""
}

// again prints how to replay the example, or else a case that left a file.
func (t Text) again(w *printer, l *Log, e *Example, name string) {
	file := l.replay(name)
	if e.Replay != "" {
		file = e.Replay
	}
	if file != "" {
		w.f("      again: %s\n", t.Again(l, file))
	}
}

func deviation(w *printer, n int, d *Diagnosed, known string) {
	w.f("  %2d. %-24s %s%s\n", n, d.Name, d.Sentence, d.Doubt())
	if known != "" {
		known += "; "
	}
	w.f("      %s%s; %s", line(known), d.Breaks(), words.Counted(d.Cases, "case"))
	if d.Smallest != "" {
		w.f(", the shortest is %s", line(d.Smallest))
	}
	w.f("\n")
	if len(d.Equals) > 0 {
		w.f("      no case tells it from: %s\n", strings.Join(d.Equals, ", "))
	}
	if e := &d.Example; e.Replay != "" {
		w.f("      shows alone in a stream of %s, %s\n", words.Counted(e.Records, "record"), Place(e.Position))
	}
}

// Doubt returns how far the name is only a guess; "" if it is none.
func (d *Diagnosed) Doubt() string {
	switch {
	case d.Partly:
		return " (partly: most of the cases where it shows differ in more)"
	case d.Cases == 1:
		return " (seen in one case only)"
	case d.Derived:
		return " (derived from the decision: it is not in the registry)"
	}
	return ""
}

// Breaks says which rules it breaks, or which choice would allow it; both where no case
// tells one that breaks a rule from a choice.
func (d *Diagnosed) Breaks() string {
	var all []string
	if len(d.Rules) > 0 {
		all = append(all, "breaks "+strings.Join(d.Rules, ", "))
	}
	if d.Choice != "" {
		all = append(all, "a choice, if it declares "+d.Choice)
	}
	if len(all) == 0 {
		return "charged with no rule"
	}
	return strings.Join(all, ", or ")
}
