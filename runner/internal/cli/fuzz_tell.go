package cli

import (
	"fmt"
	"io"
	"os"

	"github.com/quock-dev/quock/fuzz/campaign"
	"github.com/quock-dev/quock/runner/hunt"
	"github.com/quock-dev/quock/spec/words"
)

// A teller shows the progress of a campaign. On a terminal it rewrites one line;
// elsewhere it prints a line for each finding and for each thousand cases.
type teller struct {
	out    io.Writer
	folder *hunt.Folder
	live   bool
	// printed counts the findings already printed; next is the number of cases at which
	// the next line is due.
	printed int
	next    uint64
}

// every is the number of cases between two lines.
const every = 1000

func newTeller(c console, f *hunt.Folder) teller {
	return teller{out: c.bareOut, folder: f, live: terminal(c.bareOut), next: every}
}

// terminal reports whether the output is a terminal.
func terminal(w io.Writer) bool {
	file, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := file.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0 && os.Getenv("TERM") != "dumb"
}

func (t *teller) tell(p *campaign.Progress) {
	t.printed = max(t.printed, p.Known)
	for ; t.printed < len(p.Findings); t.printed++ {
		f := &p.Findings[t.printed]
		t.line("found: %s, %d events: %s", name(f), f.Events, t.folder.Finding(f.Name))
	}
	switch {
	case t.live:
		fmt.Fprintf(t.out, "\r\x1b[K%s", state(p))
	case p.Tried >= t.next:
		t.next = (p.Tried/every + 1) * every
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
	case f.Flaky:
		return "a flaky case"
	case f.Rule == "":
		return f.Kind
	}
	return f.Rule
}

// line prints a line above the progress line.
func (t *teller) line(format string, args ...any) {
	if t.live {
		fmt.Fprint(t.out, "\r\x1b[K")
	}
	fmt.Fprintln(t.out, words.Line(fmt.Sprintf(format, args...)))
}

// done clears the progress line.
func (t *teller) done() {
	if t.live {
		fmt.Fprint(t.out, "\r\x1b[K")
	}
}
