package replay

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/quock-dev/quock/fixtures"
	"github.com/quock-dev/quock/fuzz/transport"
	"github.com/quock-dev/quock/golden"
	"github.com/quock-dev/quock/runner/ask"
	"github.com/quock-dev/quock/runner/attribute"
	"github.com/quock-dev/quock/runner/internal/disk"
	"github.com/quock-dev/quock/runner/plan"
	"github.com/quock-dev/quock/spec"
)

// An Archive is a failing case as a file: a description for people, then the case, its
// records and the expectation.
type Archive struct {
	// Name is the file's name: the rule and a short hash of the text.
	Name string
	Text []byte
}

// A header is the part of the file that a replay needs to run.
type header struct {
	seal
	Name    string   `json:"name"`
	Dialect string   `json:"dialect"`
	Seed    uint64   `json:"seed,omitempty"`
	Rules   []string `json:"rules,omitempty"`
	// Deviation is the one that the case is attributed to.
	Deviation string       `json:"deviation,omitempty"`
	Verdict   spec.Verdict `json:"verdict"`
	Faults    []spec.Fault `json:"hazards,omitempty"`
	Observe   []int        `json:"observe,omitempty"`
	End       spec.Cause   `json:"end"`
	// Forms are those in which the stream was written. A relation writes in them, too.
	Forms    spec.Forms    `json:"forms,omitempty"`
	Policies spec.Policies `json:"policies"`
	// Transport is how the bytes were framed and cut, where they are raw.
	Transport *transport.Plan `json:"transport,omitempty"`
	// Packed says that the records are in base64, because they are no lines.
	Packed bool `json:"packed,omitempty"`
	// Adapts is what an adapter was asked for.
	Adapts *plan.Adaptation `json:"adapts,omitempty"`
	// Asked is the relation that does not hold.
	Asked *plan.Asked `json:"asked,omitempty"`
	// Covers are the charged rules of a distilled case, which no fault bears.
	Covers []string `json:"bears,omitempty"`
	// Before are the runs that come before, in the same process, each with a part.
	Before []prior `json:"before,omitempty"`
	// Unbuilt says of a case that could not be built, and has no stream, how it is
	// made again.
	Unbuilt string `json:"unbuilt,omitempty"`
	// Shrunk is what was reduced to get here.
	Shrunk *attribute.Shrunk `json:"shrunk,omitempty"`
}

// A prior is a run before the one that fails.
type prior struct {
	Name    string     `json:"name"`
	Dialect string     `json:"dialect"`
	Part    string     `json:"part"`
	Observe []int      `json:"observe,omitempty"`
	End     spec.Cause `json:"end"`
	Packed  bool       `json:"packed,omitempty"`
}

// priors writes the runs before a case, each to a part of its own.
func (h *header) priors(before []*plan.Case, f *draft) {
	for i, c := range before {
		p := prior{
			Name: c.Name, Dialect: c.Dialect, Part: fmt.Sprintf("before-%d.jsonl", i+1), Observe: c.Observe,
			End: c.Stream.End, Packed: !fixtures.Linear(c.Records),
		}
		h.Before = append(h.Before, p)
		f.part(p.Part, fixtures.Lines(c.Records, p.Packed))
	}
}

// Write makes the replay file of a failing case. s are the capabilities of the candidate
// that failed it.
func Write(c *attribute.Attribution, s ask.Capabilities) (Archive, error) {
	t := Alone(c.Trial)
	h := headerOf(c, t, s)
	var f draft
	h.priors(t.Case.Before, &f)
	f.part(partStream, h.lines(t.Case.Records))
	if c.Held != nil && c.Held.CasePair.Tellable() {
		changed, _ := c.Held.CasePair.Changed()
		f.part(partChanged, h.lines(changed.Records))
	}
	if p := t.Case.Performed; p != nil {
		scenario, err := json.Marshal(p)
		if err != nil {
			return Archive{}, fmt.Errorf("writing the scenario of %s: %w", t.Case.Name, err)
		}
		f.part(partScenario, append(scenario, '\n'))
	}
	expected, err := expectedText(t, s, h.Observe)
	if err != nil {
		return Archive{}, fmt.Errorf("writing what is expected of %s: %w", t.Case.Name, err)
	}
	f.part(partExpected, expected)
	if written := wrote(t); written != nil { // last, since anything may stand in it
		f.part(partOutput, written)
	}
	text, err := f.text(h, story(c))
	if err != nil {
		return Archive{}, fmt.Errorf("writing the replay of %s: %w", t.Case.Name, err)
	}
	return Archive{Name: nameOf(h, text), Text: text}, nil
}

// headerOf is the replay's; t is the trial as it shows it.
func headerOf(c *attribute.Attribution, t *ask.Trial, s ask.Capabilities) *header {
	h := &header{
		Name: t.Case.Name, Dialect: t.Case.Dialect, Seed: t.Case.Seed, Verdict: c.Findings[0].Verdict,
		Faults: t.Case.Faults, Observe: shown(t), End: t.Case.Stream.End, Forms: t.Case.Stream.Forms, Policies: s.Policies,
		Adapts: t.Case.Adapts, Transport: t.Case.Transport, Packed: !fixtures.Linear(t.Case.Records), Shrunk: c.Shrunk,
	}
	if c.Held != nil {
		h.Observe = c.Held.Shown()
		h.Asked = &plan.Asked{Relation: c.Held.Relation.Name, Seed: c.Held.Seed}
	}
	h.Deviation = c.Findings[0].Deviation
	for _, f := range c.Findings {
		if f.Rule != "" {
			h.Rules = append(h.Rules, f.Rule)
		}
	}
	h.Covers = t.Case.RulesIfDistilled(h.Rules)
	return h
}

// shown are the positions that a replay observes: the first that differs, none
// where that is the end of input.
func shown(t *ask.Trial) []int {
	if at := t.First(); at >= 0 && t.Observed[at].Position != spec.AtEnd {
		return []int{t.Observed[at].Position}
	}
	return nil
}

// expectedText is what is expected at positions, and after the end of input, in the form
// of a golden.
func expectedText(t *ask.Trial, s ask.Capabilities, observe []int) ([]byte, error) {
	seen := *t.Case
	seen.Observe, seen.Reducing = observe, true
	if seen.Adapts != nil { // perhaps a prefix, which was told otherwise
		seen.Performed = nil
	}
	want, err := ask.Expect(&seen, s.Policies)
	if err != nil {
		return nil, err
	}
	outcome := golden.Outcome{Final: want.Final}
	for i, at := range seen.Observe {
		outcome.Observations = append(outcome.Observations, golden.Observation{At: at, Transcript: want.Observations[i]})
	}
	return golden.Render(outcome)
}

func nameOf(h *header, text []byte) string {
	what := h.Verdict.String()
	if len(h.Before) > 0 {
		what = "state-kept"
	}
	if h.Deviation != "" {
		what = h.Deviation
	}
	if len(h.Rules) > 0 {
		what = strings.ReplaceAll(h.Rules[0], "/", "-")
	}
	sum := sha256.Sum256(text)
	return what + "-" + hex.EncodeToString(sum[:4]) + ".txtar"
}

// SaveIn returns a Save that keeps replay files in a folder, which it makes.
func SaveIn(folder string) func(Archive) (string, error) {
	return func(r Archive) (string, error) {
		if err := os.MkdirAll(folder, 0o777); err != nil {
			return "", fmt.Errorf("making the folder of replay files: %w", err)
		}
		if err := disk.Write(filepath.Join(folder, r.Name), r.Text, disk.Options{}); err != nil {
			return "", fmt.Errorf("writing replay file %s: %w", r.Name, err)
		}
		return r.Name, nil
	}
}
