package freedoms

import (
	"fmt"
	"path/filepath"

	"golang.org/x/tools/cover"
)

// A Table says which blocks of the decoders streams of each source reach.
type Table struct {
	// Blocks are those of all decoders, by dialect, file and place.
	Blocks []Reached
}

// A Reached is a block and how often streams reach it.
type Reached struct {
	Block
	Generated, Fixtures, Recordings int
	// Changed counts changed streams, Taken those of them that their decoder takes.
	Changed, Taken int
	// Documents counts stored sessions, in which nothing happens.
	Documents int
	// ReadOnly counts streams of variants that are only read: none is generated.
	ReadOnly int
	// Detected counts looks at recordings to find their dialect. Recordings, Documents
	// and ReadOnly do not count them.
	Detected int
}

// streamed counts the streams of variants that are generated, changed ones among them.
func (r Reached) streamed() int { return r.Generated + r.Fixtures + r.Recordings + r.Changed }

// stored reports whether a block is for stored sessions: no stream reaches it.
func (r Reached) stored() bool {
	return r.Documents > 0 && r.Taken+r.Generated+r.Fixtures+r.Recordings == 0
}

// unheard are the functions and files of variants that are only read: their streams
// reach some block of it, and no other streams reach any.
func (t *Table) unheard() map[string]bool {
	places := map[string]bool{}
	for _, r := range t.Blocks {
		if r.ReadOnly > 0 {
			places[r.file()], places[r.function()] = true, true
		}
	}
	for _, r := range t.Blocks {
		if r.streamed()+r.Documents > 0 {
			delete(places, r.file())
			delete(places, r.function())
		}
	}
	return places
}

// refuses reports whether a block is an error path: only streams that their decoder
// does not take reach it.
func (r Reached) refuses() bool {
	return r.Changed > 0 && r.Taken+r.Documents+r.Generated+r.Fixtures+r.Recordings == 0
}

// Profiles are the files that Read reads, by source.
var Profiles = []string{"Generated", "Detected", "Fixtures", "Recordings", "Changed", "Taken", "Documents", "ReadOnly"}

// Read makes the table of the Profiles in a folder, each as go test -coverprofile
// writes it for every dialect's package. Root is the module's folder, where the source
// is. Blocks of one function with the same text are one block, which is reached
// where all of them are.
func Read(root, folder string) (*Table, error) {
	t := &Table{}
	at := map[Block]int{}
	for i, name := range Profiles {
		name = filepath.Join(folder, name)
		profiles, err := cover.ParseProfiles(name)
		if err != nil {
			return nil, fmt.Errorf("freedoms: read the profile %s: %w", name, err)
		}
		if err := t.add(root, profiles, at, i); err != nil {
			return nil, err
		}
	}
	return t, nil
}

func (t *Table) add(root string, profiles []*cover.Profile, at map[Block]int, source int) error {
	seen := map[Block]bool{}
	for _, p := range profiles {
		if !decodes(p.FileName) {
			continue
		}
		text, err := readSource(root, p.FileName)
		if err != nil {
			return err
		}
		for i := range p.Blocks {
			if p.Blocks[i].NumStmt > 0 {
				t.count(text.name(p.FileName, &p.Blocks[i]), p.Blocks[i].Count, at, seen, source)
			}
		}
	}
	return nil
}

func (t *Table) count(b Block, n int, at map[Block]int, seen map[Block]bool, source int) {
	i, ok := at[b]
	if !ok {
		i = len(t.Blocks)
		at[b] = i
		t.Blocks = append(t.Blocks, Reached{Block: b})
	}
	r := &t.Blocks[i]
	count := []*int{&r.Generated, &r.Detected, &r.Fixtures, &r.Recordings, &r.Changed, &r.Taken, &r.Documents, &r.ReadOnly}[source]
	if name := Profiles[source]; name == "Recordings" || name == "Documents" || name == "ReadOnly" {
		n = max(n-r.Detected, 0)
	}
	if seen[b] {
		n = min(n, *count)
	}
	seen[b] = true
	*count = n
}
