package campaign

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"

	"github.com/quock-dev/quock/fuzz/perform"
)

// ErrEntry says that a corpus entry is not what was kept.
var ErrEntry = errors.New("not the corpus entry that was kept")

// An entry is a case of the corpus: one that did something new when it came.
type entry struct {
	// Name is the name of its file, made of its text.
	Name string `json:"name"`
	// Case is the number of the case, Arm how it was made.
	Case uint64 `json:"case"`
	Arm  Arm    `json:"arm"`
	// Edges is how many edges it brought, Picked how often it was changed to
	// make another case, and Found how often that one did something new.
	Edges  int `json:"edges"`
	Picked int `json:"picked"`
	Found  int `json:"found"`

	token perform.Token
}

// EntryText is the text of a corpus entry: the token of its case, in a line.
// The token says version, dialect and level, and bears a checksum.
func EntryText(t perform.Token) []byte { return []byte(t.String() + "\n") }

// EntryName is the name of the file of a corpus entry with this text.
func EntryName(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:8]) + ".case"
}

// ReadEntry reads the text of a corpus entry. One of another version, cut short
// or changed is an error that says so.
func ReadEntry(text []byte) (perform.Token, error) {
	line, rest, whole := strings.Cut(string(text), "\n")
	if !whole || rest != "" {
		return perform.Token{}, fmt.Errorf("%w: it is not one line", ErrEntry)
	}
	t, err := perform.ParseToken(line)
	if err != nil {
		return t, fmt.Errorf("%w: %w", ErrEntry, err)
	}
	return t, nil
}

// load reads the entry's text, which must be the one that it was named after.
func (e *entry) load(text []byte, dialect string) (err error) {
	if e.token, err = ReadEntry(text); err != nil {
		return err
	}
	switch {
	case EntryName(text) != e.Name:
		return fmt.Errorf("%w: its name is of another text", ErrEntry)
	case e.token.Dialect != dialect:
		return fmt.Errorf("%w: it is of %s, not of %s", ErrEntry, e.token.Dialect, dialect)
	}
	return nil
}

// energy is how much an entry is worth picking: what it and its descendants
// found, against how often it was picked.
func (e *entry) energy() int { return 256 * (1 + min(e.Edges, 15) + 4*e.Found) / (1 + e.Picked) }

// pick is the entry with the most energy, the latest of equals.
func pick(corpus []entry) int {
	best, most := 0, -1
	for i := range corpus {
		if n := corpus[i].energy(); n >= most {
			best, most = i, n
		}
	}
	return best
}
