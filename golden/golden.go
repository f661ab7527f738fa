// Package golden holds the expected outcome of every hand-written and
// distilled case: what a person has read and approved.
//
// Goals: goldens come from the reference model alone, are small enough to
// review as a diff, and stay equal to the model by a test, so that a change of
// the model's mind shows here. A case without a golden, and a golden without
// a case, fail.
//
// Non-goals: judging (package runner), and running the model (the package's
// test does; nothing else may write a golden).
//
// To write the goldens anew: GOLDIE_UPDATE=1 go test ./golden, remove those of
// cases that are gone, read the diff, and test once more without it (they are
// embedded). Never in CI.
package golden

import (
	"embed"
	"encoding/json"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/quock-dev/quock/spec"
)

//go:embed */*.golden
var files embed.FS

const suffix = ".golden"

// An Outcome is what a case's stream means at its observed positions and
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

// Lookup returns the golden of the named case, as Render wrote it.
func Lookup(name string) ([]byte, bool) {
	text, err := files.ReadFile(path.Clean(name) + suffix)
	return text, err == nil
}

// Read returns the outcome that the named case is held against.
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

// Names lists the cases that have a golden, in order.
func Names() []string {
	var names []string
	// An embedded file system can be read; the walk has no other error.
	_ = fs.WalkDir(files, ".", func(file string, _ fs.DirEntry, _ error) error {
		if name, ok := strings.CutSuffix(file, suffix); ok {
			names = append(names, name)
		}
		return nil
	})
	slices.Sort(names)
	return names
}

// Parse reads what Render wrote.
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
