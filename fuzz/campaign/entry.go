package campaign

import (
	"errors"
	"fmt"
	"strings"

	"github.com/quock-dev/quock/fuzz/perform"
)

// ErrEntry says that a corpus entry differs from the one that was kept.
var ErrEntry = errors.New("not the corpus entry that was kept")

// An entry is a case of the corpus. It covered something new when it was tried.
type entry struct {
	// Name is the name of its file, derived from its text.
	Name string `json:"name"`
	// Case is the number of the case. Arm is the way in which it was made.
	Case     uint64   `json:"case"`
	Strategy Strategy `json:"arm"`
	// Edges is the number of new edges that it covered. Picked counts how often
	// another case was made from it, and Found how often that case covered
	// something new.
	Edges  int `json:"edges"`
	Picked int `json:"picked"`
	Found  int `json:"found"`

	token perform.Token
	// hash is that of its text.
	hash string
}

// EntryText returns the text of a corpus entry: the token of its case in one
// line. The token contains version, dialect, level and a checksum.
func EntryText(t perform.Token) []byte { return []byte(t.String() + "\n") }

// EntryName returns the file name of a corpus entry with this text.
func EntryName(text []byte) string { return sumOf(text)[:16] + ".case" }

// ReadEntry reads the text of a corpus entry. A text of another version, a
// truncated text and a changed text are errors that say so.
func ReadEntry(text []byte) (perform.Token, error) {
	line, rest, whole := strings.Cut(string(text), "\n")
	if !whole || rest != "" {
		return perform.Token{}, fmt.Errorf("%w: the text is not one line", ErrEntry)
	}
	t, err := perform.ParseToken(line)
	if err != nil {
		return t, fmt.Errorf("%w: %w", ErrEntry, err)
	}
	return t, nil
}

// load reads the entry's text. The text must match the entry's name.
func (e *entry) load(text []byte, dialect string) (err error) {
	if e.token, err = ReadEntry(text); err != nil {
		return err
	}
	e.hash = sumOf(text)
	switch {
	case EntryName(text) != e.Name:
		return fmt.Errorf("%w: its name does not match its text", ErrEntry)
	case e.token.Dialect != dialect:
		return fmt.Errorf("%w: its dialect is %s, not %s", ErrEntry, e.token.Dialect, dialect)
	}
	return nil
}

// energy is the value of picking an entry: what the entry and its descendants
// found, divided by how often it was picked.
func (e *entry) energy() int { return 256 * (1 + min(e.Edges, 15) + 4*e.Found) / (1 + e.Picked) }

// pick returns the entry with the most energy, the latest among equals.
func pick(corpus []entry) int {
	best, most := 0, -1
	for i := range corpus {
		if n := corpus[i].energy(); n >= most {
			best, most = i, n
		}
	}
	return best
}
