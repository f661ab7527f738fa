// Package golden holds the expected outcome of every hand-written and distilled
// case. A person has read and approved each.
//
// Goals: goldens come from the reference model alone and are small enough to
// review as a diff. A test compares them with the model, so every change of the
// model's behaviour shows here. A case without a golden fails, and so does a
// golden without a case.
//
// Non-goals: judging (package runner), and running the model (only this
// package's test runs it, and only that test writes goldens).
//
// To rewrite the goldens, run GOLDIE_UPDATE=1 go test ./golden, remove the
// goldens of deleted cases, read the diff, and run the test again without the
// variable, because goldens are embedded. Never do this in CI.
package golden

import (
	"embed"
	"encoding/json"
	"fmt"
	"path"

	"github.com/quock-dev/quock/spec"
)

//go:embed */*.golden
var files embed.FS

const suffix = ".golden"

// An Outcome is the meaning of a case's stream at its observed positions and
// after its end.
type Outcome struct {
	Observations []Observation
	Final        spec.Transcript
}

// An Observation is the transcript after the record numbered At.
type Observation struct {
	At         int
	Transcript spec.Transcript
}

// Lookup returns the golden of the named case, in the form that Render writes.
func Lookup(name string) ([]byte, bool) {
	text, err := files.ReadFile(path.Clean(name) + suffix)
	return text, err == nil
}

// Read returns the expected outcome of the named case.
func Read(name string) (Outcome, error) {
	text, ok := Lookup(name)
	if !ok {
		return Outcome{}, fmt.Errorf("golden: no outcome of a case %q", name)
	}
	o, err := Parse(text)
	if err != nil {
		return Outcome{}, fmt.Errorf("golden: %s: %w", name, err)
	}
	return o, nil
}

// Parse reads the form that Render writes.
func Parse(text []byte) (Outcome, error) {
	var o struct {
		Observations []struct {
			At         int
			Transcript transcript
		}
		Final transcript
	}
	if err := json.Unmarshal(text, &o); err != nil {
		return Outcome{}, err
	}
	out := Outcome{Final: o.Final.Transcript}
	for _, seen := range o.Observations {
		out.Observations = append(out.Observations, Observation{seen.At, seen.Transcript.Transcript})
	}
	return out, nil
}
