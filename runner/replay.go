package runner

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/tools/txtar"

	"github.com/quock-dev/quock/golden"
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
	replayOutput   = "output.txt"
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
	// Cutting decides where the bytes are cut, where they are raw.
	Cutting uint64 `json:"cutting,omitempty"`
	// Adapts is what an adapter was asked for.
	Adapts *Adaptation `json:"adapts,omitempty"`
}

func newReplay(c *charge, s subject) (Replay, error) {
	t := c.trial.alone()
	archive := &txtar.Archive{Comment: []byte(c.story())}
	add := func(name string, data []byte, err error) error {
		archive.Files = append(archive.Files, txtar.File{Name: name, Data: data})
		return err
	}
	h := replayHeader{
		Name: t.Case.Name, Dialect: t.Case.Dialect, Seed: t.Case.Seed, Verdict: t.Verdict,
		Hazards: t.Case.Hazards, Observe: t.shown(), End: t.Case.Stream.End, Policies: s.policies,
		Adapts: t.Case.Adapts, Cutting: t.Case.Cutting,
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
	if written := t.wrote(); written != nil { // last, since anything may stand in it
		_ = add(replayOutput, written, nil)
	}
	text := txtar.Format(archive)
	return Replay{Name: replayName(h, text), Text: text}, nil
}

// shown are the positions that a replay observes: the first that differs, none
// where that is the end of input.
func (t *Trial) shown() []int {
	if at := t.first(); at >= 0 && t.Sights[at].Position != atEnd {
		return []int{t.Sights[at].Position}
	}
	return nil
}

// expected is what is expected there, and after the end of input, in the form
// of a golden.
func (t *Trial) expected(s subject) ([]byte, error) {
	seen := *t.Case
	seen.Observe, seen.reducing = t.shown(), true
	if seen.Adapts != nil { // perhaps a prefix, which was told otherwise
		seen.Performed = nil
	}
	want, err := seen.expect(s.policies)
	if err != nil {
		return nil, err
	}
	outcome := golden.Outcome{Final: want.Final}
	for i, at := range seen.Observe {
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
