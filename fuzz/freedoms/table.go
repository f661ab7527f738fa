package freedoms

import (
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"

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
		text, err := open(root, p.FileName)
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

// A class says how a block counts.
type class int

const (
	freedom  class = iota // a generated stream may reach it
	refusal               // an error path
	document              // for stored sessions
	unmade                // for variants that are only read
)

// classes are those of the blocks, by what reaches them.
func (t *Table) classes() []class {
	unheard, all := t.unheard(), make([]class, len(t.Blocks))
	for i, r := range t.Blocks {
		switch {
		case unheard[r.file()] || unheard[r.function()] || r.ReadOnly > 0 && r.streamed()+r.Documents == 0:
			all[i] = unmade
		case r.refuses():
			all[i] = refusal
		case r.stored():
			all[i] = document
		}
	}
	return all
}

// Missing are the blocks that no generated stream reaches and one may: without error paths,
// those for stored sessions and those for variants that are only read.
func (t *Table) Missing() []Reached {
	var missing []Reached
	for i, of := range t.classes() {
		if of == freedom && t.Blocks[i].Generated == 0 {
			missing = append(missing, t.Blocks[i])
		}
	}
	return missing
}

// A share is how many of a dialect's blocks are reached, and how many are of each class.
type share struct {
	dialect                                string
	generated, fixtures, recordings, apart int
	blocks, reached                        int // of every class
	of                                     [unmade + 1]int
}

// shares counts by dialect, the dialects in alphabetical order, and all together.
func (t *Table) shares() []share {
	by := map[string]*share{"": {dialect: "all"}}
	for i, of := range t.classes() {
		r := t.Blocks[i]
		if by[r.Dialect] == nil {
			by[r.Dialect] = &share{dialect: r.Dialect}
		}
		by[r.Dialect].count(r, of)
		by[""].count(r, of)
	}
	var out []share
	for _, name := range slices.Sorted(maps.Keys(by)) {
		out = append(out, *by[name])
	}
	return append(out[1:], out[0])
}

func (s *share) count(r Reached, of class) {
	s.blocks++
	s.reached += min(r.Generated, 1)
	if s.of[of]++; of != freedom {
		return
	}
	s.generated += min(r.Generated, 1)
	s.fixtures += min(r.Fixtures, 1)
	s.recordings += min(r.Recordings, 1)
	if r.Generated == 0 && r.Fixtures+r.Recordings > 0 {
		s.apart++
	}
}

// Write prints the table: a line a dialect, then the blocks that no generated
// stream reaches, each with its reason; those first that other streams reach.
func (t *Table) Write(w io.Writer, reasons Reasons) error {
	out := &printer{w: w}
	out.printf("%-12s %6s %12s %9s %11s %26s %12s %15s %10s %20s\n", "decoder", "blocks", "generated", "fixtures", "recordings", "without a generated stream", "error paths", "stored sessions", "only read", "of blocks of any kind")
	for _, s := range t.shares() {
		out.share(s)
	}
	missing := t.Missing()
	out.list("\nreached by recordings or fixtures alone:\n", missing, reasons, func(r Reached) bool { return r.Fixtures+r.Recordings > 0 })
	out.list("\nreached by no stream:\n", missing, reasons, func(r Reached) bool { return r.Fixtures+r.Recordings == 0 })
	return out.err
}

// A printer keeps the first failure to write.
type printer struct {
	w   io.Writer
	err error
}

func (p *printer) printf(format string, args ...any) {
	if p.err == nil {
		_, p.err = fmt.Fprintf(p.w, format, args...)
	}
}

func (p *printer) share(s share) {
	part := "     –"
	if n := s.of[freedom]; n > 0 {
		part = fmt.Sprintf("%4.1f %%", 100*float64(s.generated)/float64(n))
	}
	p.printf("%-12s %6d %5d %s %9d %11d %26d %12d %15d %10d %13d %4.1f %%\n", s.dialect, s.of[freedom], s.generated, part, s.fixtures, s.recordings, s.apart, s.of[refusal], s.of[document], s.of[unmade],
		s.blocks, 100*float64(s.reached)/float64(max(s.blocks, 1)))
}

func (p *printer) list(title string, missing []Reached, reasons Reasons, which func(Reached) bool) {
	for _, r := range missing {
		if !which(r) {
			continue
		}
		p.printf("%s  %s\n", title, r.Block)
		title = ""
		if why := reasons.of(r.Block); why != "" {
			p.printf("      %s\n", why)
		}
	}
}
