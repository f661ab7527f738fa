package runner

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/tools/txtar"
)

// The parts of a replay file.
const (
	replayCase     = "case.json"
	replayStream   = "stream.jsonl"
	replayChanged  = "changed.jsonl"
	replayExpected = "expected.json"
	replayScenario = "scenario.json"
	replayOutput   = "output.txt"
)

// replayForm is the version of a replay file's form.
const replayForm = 2

// ErrReplay says that a file is no replay file that can be run.
var ErrReplay = errors.New("no replay file")

// A seal tells a file that is as it was written from one of another version, one
// that was cut short and one that was changed. The story on top is for people,
// and not under it.
type seal struct {
	Form int `json:"replay"`
	// Sum is a checksum of all parts, this header among them, Parts are their
	// names.
	Sum   string   `json:"sum"`
	Parts []string `json:"parts"`
}

// unsealed stands where the checksum will.
const unsealed = "0000000000000000"

// A replayFile is a replay that is written, part by part.
type replayFile struct{ parts []txtar.File }

func (f *replayFile) part(name string, data []byte) {
	f.parts = append(f.parts, txtar.File{Name: name, Data: data})
}

// text is the file with its header first, sealed.
func (f *replayFile) text(h *replayHeader, story string) ([]byte, error) {
	h.seal = seal{Form: replayForm, Sum: unsealed, Parts: []string{replayCase}}
	for _, part := range f.parts {
		h.Parts = append(h.Parts, part.Name)
	}
	header, err := json.MarshalIndent(h, "", "  ")
	if err != nil {
		return nil, fmt.Errorf("its header: %w", err)
	}
	files := append([]txtar.File{{Name: replayCase, Data: append(header, '\n')}}, f.parts...)
	text := txtar.Format(&txtar.Archive{Comment: []byte(story), Files: files})
	read := txtar.Parse(text)
	read.Files[0].Data = bytes.Replace(header, []byte(unsealed), []byte(sumOf(read.Files)), 1)
	return txtar.Format(read), nil
}

func sumOf(files []txtar.File) string {
	sum := sha256.New()
	for _, f := range files {
		fmt.Fprintf(sum, "%s %d\n", f.Name, len(f.Data))
		sum.Write(f.Data)
	}
	return hex.EncodeToString(sum.Sum(nil)[:len(unsealed)/2])
}

// openReplay reads a replay file's header and its parts by name. The error, an
// ErrReplay, says why it cannot be trusted.
func openReplay(text []byte) (*replayHeader, map[string][]byte, error) {
	files := txtar.Parse(text).Files
	parts := map[string][]byte{}
	for _, f := range files {
		parts[f.Name] = f.Data
	}
	var h replayHeader
	if err := json.Unmarshal(parts[replayCase], &h); err != nil {
		return nil, nil, fmt.Errorf("%w: its part %s: %w", ErrReplay, replayCase, err)
	}
	return &h, parts, h.verify(files, parts)
}

func (s *seal) verify(files []txtar.File, parts map[string][]byte) error {
	if s.Form != replayForm {
		return fmt.Errorf("%w of this version: its form is %d, and %d is read here; let quock run find the failure again", ErrReplay, max(s.Form, 1), replayForm)
	}
	for _, name := range s.Parts {
		if _, ok := parts[name]; !ok {
			return fmt.Errorf("%w: it was cut short: its part %s is missing", ErrReplay, name)
		}
	}
	whole := slices.Clone(files)
	whole[0].Data = bytes.Replace(whole[0].Data, []byte(s.Sum), []byte(unsealed), 1)
	if s.Sum == "" || sumOf(whole) != s.Sum {
		return fmt.Errorf("%w: it was cut short or changed: its parts have not the checksum in its header", ErrReplay)
	}
	return nil
}

// linear reports whether all records can stand in lines of text.
func linear(records [][]byte) bool {
	return !slices.ContainsFunc(records, func(r []byte) bool {
		return bytes.ContainsAny(r, "\r\n") || bytes.HasPrefix(r, []byte("-- ")) || !utf8.Valid(r)
	})
}

// lines writes records, one a line.
func (h *replayHeader) lines(records [][]byte) []byte {
	var out []byte
	for _, r := range records {
		if h.Packed {
			r = base64.StdEncoding.AppendEncode(nil, r)
		}
		out = append(append(out, r...), '\n')
	}
	return out
}

// records reads them back.
func (h *replayHeader) records(part []byte) ([][]byte, error) {
	var all [][]byte
	for line := range strings.Lines(string(part)) {
		record := []byte(strings.TrimSuffix(line, "\n"))
		if h.Packed {
			var err error
			if record, err = base64.StdEncoding.DecodeString(string(record)); err != nil {
				return nil, fmt.Errorf("%w: a record of it: %w", ErrReplay, err)
			}
		}
		all = append(all, record)
	}
	return all, nil
}
