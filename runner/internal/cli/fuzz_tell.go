package cli

import (
	"fmt"
	"io"
	"os"

	"github.com/quock-dev/quock/fuzz/campaign"
	"github.com/quock-dev/quock/runner/hunt"
	"github.com/quock-dev/quock/spec/words"
)

// A teller says how a campaign goes: on a terminal in one line that is written
// anew, elsewhere a line for each finding and each thousand cases.
type teller struct {
	out    io.Writer
	folder *hunt.Folder
	live   bool
	// told are the findings that were told, next the number of cases that is.
	told int
	next uint64
}

// telling is how many cases pass between two lines.
const telling = 1000

func newTeller(c console, f *hunt.Folder) teller {
	return teller{out: c.bareOut, folder: f, live: terminal(c.bareOut), next: telling}
}

// terminal reports whether a person watches.
func terminal(w io.Writer) bool {
	file, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := file.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0 && os.Getenv("TERM") != "dumb"
}

func (t *teller) tell(p *campaign.Progress) {
	t.told = max(t.told, p.Known)
	for ; t.told < len(p.Findings); t.told++ {
		f := &p.Findings[t.told]
		t.line("found: %s, %d events: %s", name(f), f.Events, t.folder.Finding(f.Name))
	}
	switch {
	case t.live:
		fmt.Fprintf(t.out, "\r\x1b[K%s", state(p))
	case p.Tried >= t.next:
		t.next = (p.Tried/telling + 1) * telling
		fmt.Fprintln(t.out, state(p))
	}
}

func state(p *campaign.Progress) string {
	of := ""
	if p.Of < 1<<39 {
		of = fmt.Sprintf(" of %d", p.Of)
	}
	return fmt.Sprintf("%d%s cases, %d edges, %d in the corpus, %d findings", p.Tried, of, p.Edges, p.Corpus, len(p.Findings))
}

func name(f *campaign.Filed) string {
	switch {
	case f.Wavers:
		return "a case that wavers"
	case f.Rule == "":
		return f.Kind
	}
	return f.Rule
}

// line prints a line, above the one that is written anew.
func (t *teller) line(format string, args ...any) {
	if t.live {
		fmt.Fprint(t.out, "\r\x1b[K")
	}
	fmt.Fprintln(t.out, words.Line(fmt.Sprintf(format, args...)))
}

// done ends the line that is written anew.
func (t *teller) done() {
	if t.live {
		fmt.Fprint(t.out, "\r\x1b[K")
	}
}
