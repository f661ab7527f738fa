package replay

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"golang.org/x/tools/txtar"

	"github.com/quock-dev/quock/fixtures"
)

// The parts of a replay file.
const (
	partCase     = "case.json"
	partStream   = "stream.jsonl"
	partChanged  = "changed.jsonl"
	partExpected = "expected.json"
	partScenario = "scenario.json"
	partOutput   = "output.txt"
)

// form is the version of a replay file's form.
const form = 2

// ErrNoReplay means that a file is not a replay file that can be run.
var ErrNoReplay = errors.New("no replay file")

// A seal detects a file of another version, a truncated file and a changed file. It
// does not cover the description on top, which is for people.
type seal struct {
	Form int `json:"replay"`
	// Sum is a checksum of all parts, this header among them, Parts are their
	// names.
	Sum   string   `json:"sum"`
	Parts []string `json:"parts"`
}

// unsealed stands where the checksum will.
const unsealed = "0000000000000000"

// A draft is a replay that is written, part by part.
type draft struct{ parts []txtar.File }

func (f *draft) part(name string, data []byte) {
	f.parts = append(f.parts, txtar.File{Name: name, Data: data})
}

// text is the file with its header first, sealed.
func (f *draft) text(h *header, story string) ([]byte, error) {
	h.seal = seal{Form: form, Sum: unsealed, Parts: []string{partCase}}
	for _, part := range f.parts {
		h.Parts = append(h.Parts, part.Name)
	}
	header, err := json.MarshalIndent(h, "", "  ")
	if err != nil {
		return nil, fmt.Errorf("its header: %w", err)
	}
	files := append([]txtar.File{{Name: partCase, Data: append(header, '\n')}}, f.parts...)
	text := txtar.Format(&txtar.Archive{Comment: []byte(story), Files: files})
	read := txtar.Parse(text)
	read.Files[0].Data = bytes.Replace(header, []byte(unsealed), []byte(fixtures.Sum(read.Files)), 1)
	return txtar.Format(read), nil
}

// open reads a replay file's header and its parts by name. The error, an
// ErrNoReplay, says why it cannot be trusted.
func open(text []byte) (*header, map[string][]byte, error) {
	files := txtar.Parse(text).Files
	parts := map[string][]byte{}
	for _, f := range files {
		parts[f.Name] = f.Data
	}
	if parts[partCase] == nil {
		return nil, nil, fmt.Errorf("%w: its part %s is missing", ErrNoReplay, partCase)
	}
	var h header
	if err := json.Unmarshal(parts[partCase], &h); err != nil {
		return nil, nil, fmt.Errorf("%w: its part %s: %w", ErrNoReplay, partCase, err)
	}
	return &h, parts, h.verify(files, parts)
}

func (s *seal) verify(files []txtar.File, parts map[string][]byte) error {
	if s.Form != form {
		return fmt.Errorf("%w of this version: its form is %d, and %d is read here; let quock run find the failure again", ErrNoReplay, max(s.Form, 1), form)
	}
	for _, name := range s.Parts {
		if _, ok := parts[name]; !ok {
			return fmt.Errorf("%w: it was cut short: its part %s is missing", ErrNoReplay, name)
		}
	}
	whole := slices.Clone(files)
	whole[0].Data = bytes.Replace(whole[0].Data, []byte(s.Sum), []byte(unsealed), 1)
	if s.Sum == "" || fixtures.Sum(whole) != s.Sum {
		return fmt.Errorf("%w: it was cut short or changed: its parts have not the checksum in its header", ErrNoReplay)
	}
	return nil
}

// lines writes records, one a line.
func (h *header) lines(records [][]byte) []byte { return fixtures.Lines(records, h.Packed) }

// records reads them back.
func (h *header) records(part []byte) ([][]byte, error) {
	all, err := fixtures.ReadLines(part, h.Packed)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrNoReplay, err)
	}
	return all, nil
}
