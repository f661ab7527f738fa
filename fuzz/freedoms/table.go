package freedoms

import (
	"cmp"
	"fmt"
	"io"
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
}

// stored reports whether a block is for stored sessions: no stream reaches it.
func (r Reached) stored() bool {
	return r.Documents > 0 && r.Taken+r.Generated+r.Fixtures+r.Recordings == 0
}

// refuses reports whether a block is an error path: only streams that their decoder
// does not take reach it.
func (r Reached) refuses() bool {
	return r.Changed > 0 && r.Taken+r.Documents+r.Generated+r.Fixtures+r.Recordings == 0
}

// Profiles are the files that Read reads, by source.
var Profiles = []string{"Generated", "Fixtures", "Recordings", "Changed", "Taken", "Documents"}

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
	count := []*int{&r.Generated, &r.Fixtures, &r.Recordings, &r.Changed, &r.Taken, &r.Documents}[source]
	if seen[b] {
		n = min(n, *count)
	}
	seen[b] = true
	*count = n
}

// Missing are the blocks that no generated stream reaches, without error paths and those for
// stored sessions.
func (t *Table) Missing() []Reached {
	return slices.DeleteFunc(slices.Clone(t.Blocks), func(r Reached) bool { return r.Generated > 0 || r.refuses() || r.stored() })
}

// A share is how many of a dialect's blocks are reached.
type share struct {
	dialect                                                        string
	all, errors, documents, generated, fixtures, recordings, apart int
}

// shares counts by dialect, the dialects in alphabetical order.
func (t *Table) shares() []share {
	by := map[string]*share{}
	var all []*share
	for _, r := range t.Blocks {
		s := by[r.Dialect]
		if s == nil {
			s = &share{dialect: r.Dialect}
			by[r.Dialect], all = s, append(all, s)
		}
		if r.refuses() {
			s.errors++
			continue
		}
		if r.stored() {
			s.documents++
			continue
		}
		s.all++
		s.generated += min(r.Generated, 1)
		s.fixtures += min(r.Fixtures, 1)
		s.recordings += min(r.Recordings, 1)
		if r.Generated == 0 && r.Fixtures+r.Recordings > 0 {
			s.apart++
		}
	}
	out := make([]share, len(all))
	for i, s := range all {
		out[i] = *s
	}
	slices.SortFunc(out, func(a, b share) int { return cmp.Compare(a.dialect, b.dialect) })
	return out
}

// Write prints the table: a line a dialect, then the blocks that no generated
// stream reaches, each with its reason; those first that other streams reach.
func (t *Table) Write(w io.Writer, reasons Reasons) error {
	out := &printer{w: w}
	out.printf("%-12s %6s %12s %9s %11s %26s %12s %15s\n", "decoder", "blocks", "generated", "fixtures", "recordings", "without a generated stream", "error paths", "stored sessions")
	var sum share
	for _, s := range t.shares() {
		out.share(s)
		sum.all, sum.generated, sum.fixtures = sum.all+s.all, sum.generated+s.generated, sum.fixtures+s.fixtures
		sum.recordings, sum.apart, sum.errors = sum.recordings+s.recordings, sum.apart+s.apart, sum.errors+s.errors
		sum.documents += s.documents
	}
	sum.dialect = "all"
	out.share(sum)
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
	p.printf("%-12s %6d %4d %5.1f %% %9d %11d %26d %12d %15d\n", s.dialect, s.all, s.generated, 100*float64(s.generated)/float64(max(s.all, 1)), s.fixtures, s.recordings, s.apart, s.errors, s.documents)
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
