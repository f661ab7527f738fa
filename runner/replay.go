package runner

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/tools/txtar"

	"github.com/quock-dev/quock/golden"
	"github.com/quock-dev/quock/runner/report"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
)

// A Replay is a failing case as a file: a story for people on top, then the
// case, its records and what was expected.
type Replay struct {
	// Name is the file's name: its rule and a short hash of its text.
	Name string
	Text []byte
}

// The parts of a replay file.
const (
	replayCase     = "case.json"
	replayStream   = "stream.jsonl"
	replayExpected = "expected.json"
	replayScenario = "scenario.json"
)

// A replayHeader is the part that a replay is run by.
type replayHeader struct {
	Name     string        `json:"name"`
	Dialect  string        `json:"dialect"`
	Seed     uint64        `json:"seed,omitempty"`
	Rules    []string      `json:"rules,omitempty"`
	Verdict  spec.Verdict  `json:"verdict"`
	Hazards  []spec.Hazard `json:"hazards,omitempty"`
	Observe  []int         `json:"observe,omitempty"`
	End      spec.Cause    `json:"end"`
	Policies spec.Policies `json:"policies"`
}

func newReplay(c *charge, s subject) (Replay, error) {
	t := c.trial
	archive := &txtar.Archive{Comment: []byte(c.story())}
	add := func(name string, data []byte, err error) error {
		archive.Files = append(archive.Files, txtar.File{Name: name, Data: data})
		return err
	}
	h := replayHeader{
		Name: t.Case.Name, Dialect: t.Case.Dialect, Seed: t.Case.Seed, Verdict: t.Verdict,
		Hazards: t.Case.Hazards, Observe: t.Case.Observe, End: t.Case.Stream.End, Policies: s.policies,
	}
	for _, f := range c.findings {
		if f.Rule != "" {
			h.Rules = append(h.Rules, f.Rule)
		}
	}
	header, err := json.MarshalIndent(h, "", "  ")
	if err := add(replayCase, append(header, '\n'), err); err != nil {
		return Replay{}, fmt.Errorf("writing the replay of %s: %w", t.Case.Name, err)
	}
	if p := t.Case.Performed; p != nil {
		scenario, err := json.Marshal(p)
		if err := add(replayScenario, append(scenario, '\n'), err); err != nil {
			return Replay{}, fmt.Errorf("writing the scenario of %s: %w", t.Case.Name, err)
		}
	}
	lines, err := wire.AppendAll(nil, wire.Lines, t.Case.Records)
	if err := add(replayStream, lines, err); err != nil {
		return Replay{}, fmt.Errorf("writing the stream of %s: %w", t.Case.Name, err)
	}
	expected, err := t.expected(s)
	if err := add(replayExpected, expected, err); err != nil {
		return Replay{}, fmt.Errorf("writing what is expected of %s: %w", t.Case.Name, err)
	}
	text := txtar.Format(archive)
	return Replay{Name: replayName(h, text), Text: text}, nil
}

// expected is the expectation in the form of a golden.
func (t *Trial) expected(s subject) ([]byte, error) {
	want, err := t.Case.expect(s.policies)
	if err != nil {
		return nil, err
	}
	outcome := golden.Outcome{Final: want.Final}
	for i, at := range t.Case.Observe {
		outcome.Observations = append(outcome.Observations, golden.Observation{At: at, Transcript: want.Observations[i]})
	}
	return golden.Render(outcome)
}

func replayName(h replayHeader, text []byte) string {
	what := h.Verdict.String()
	if len(h.Rules) > 0 {
		what = strings.ReplaceAll(h.Rules[0], "/", "-")
	}
	sum := sha256.Sum256(text)
	return what + "-" + hex.EncodeToString(sum[:4]) + ".txtar"
}

// story tells what happens in the case and what went wrong.
func (c *charge) story() string {
	var b strings.Builder
	t := c.trial
	b.WriteString("A case that a candidate failed. Run it again with: quock replay FILE -- COMMAND\n\n")
	for _, f := range c.findings {
		sentence := ""
		if r, ok := spec.RuleByID(f.Rule); ok {
			sentence = ": " + r.Sentence
		}
		fmt.Fprintf(&b, "%s %s%s\n", f.Verdict, f.Rule, sentence)
	}
	fmt.Fprintf(&b, "\ncase %s, dialect %s", t.Case.Name, t.Case.Dialect)
	if t.Case.Seed != 0 {
		fmt.Fprintf(&b, ", seed %d", t.Case.Seed)
	}
	b.WriteString("\n")
	if t.Case.Why != "" {
		fmt.Fprintf(&b, "why: %s\n", t.Case.Why)
	}
	for _, h := range t.Case.Hazards {
		fmt.Fprintf(&b, "hazard: %s (%s)\n", h.Name, h.Rule)
	}
	if p := t.Case.Performed; p != nil {
		b.WriteString("\n" + p.Story() + "\n")
	}
	if t.Detail != "" {
		fmt.Fprintf(&b, "\n%s\n", t.Detail)
	}
	if at := t.first(); at >= 0 {
		fmt.Fprintf(&b, "\n%s the two transcripts part:\n", report.Place(t.Sights[at].Position))
		for _, d := range t.Sights[at].Differences {
			fmt.Fprintf(&b, "  %s\n", d)
		}
	}
	b.WriteString("\n")
	return indentMarkers(b.String())
}

// indentMarkers keeps lines of a story from being read as the start of a file.
func indentMarkers(text string) string {
	lines := strings.Split(text, "\n")
	for i, l := range lines {
		if strings.HasPrefix(l, "-- ") {
			lines[i] = " " + l
		}
	}
	return strings.Join(lines, "\n")
}

// SaveIn returns a Save that keeps replay files in a folder, which it makes. A
// file is written under a temporary name and then renamed.
func SaveIn(folder string) func(Replay) (string, error) {
	return func(r Replay) (string, error) {
		if err := os.MkdirAll(folder, 0o777); err != nil {
			return "", fmt.Errorf("making the folder of replay files: %w", err)
		}
		temporary, err := os.CreateTemp(folder, ".replay-*")
		if err != nil {
			return "", fmt.Errorf("writing a replay file: %w", err)
		}
		_, err = temporary.Write(r.Text)
		if closed := temporary.Close(); err == nil {
			err = closed
		}
		if err == nil {
			err = os.Rename(temporary.Name(), filepath.Join(folder, r.Name))
		}
		if err != nil {
			_ = os.Remove(temporary.Name())
			return "", fmt.Errorf("writing replay file %s: %w", r.Name, err)
		}
		return r.Name, nil
	}
}

// ReadReplay reads a replay file as a case, with what it was failed for.
func ReadReplay(text []byte) (*Case, []string, error) {
	archive := txtar.Parse(text)
	part := func(name string) []byte {
		for _, f := range archive.Files {
			if f.Name == name {
				return f.Data
			}
		}
		return nil
	}
	var h replayHeader
	if err := json.Unmarshal(part(replayCase), &h); err != nil {
		return nil, nil, fmt.Errorf("no replay file: its part %s: %w", replayCase, err)
	}
	codec, variant, err := formats{}.lookup(h.Dialect)
	if err != nil {
		return nil, nil, err
	}
	c := &Case{Name: h.Name, Dialect: h.Dialect, Seed: h.Seed, Hazards: h.Hazards, Observe: h.Observe, Written: &Written{Policies: h.Policies}}
	for record := range bytes.Lines(part(replayStream)) {
		c.Records = append(c.Records, bytes.TrimRight(record, "\r\n"))
	}
	c.Stream, _ = wire.DecodeRecords(codec, variant, c.Records)
	c.Stream.End = h.End
	outcome, err := golden.Parse(part(replayExpected))
	if err != nil {
		return nil, nil, fmt.Errorf("no replay file: its part %s: %w", replayExpected, err)
	}
	c.Written.Golden = map[int]*spec.Transcript{atEnd: &outcome.Final}
	for i := range outcome.Observations {
		c.Written.Golden[outcome.Observations[i].At] = &outcome.Observations[i].Transcript
	}
	return c, h.Rules, nil
}
