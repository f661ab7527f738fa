package terminal

import (
	"fmt"
	"io"
	"strings"
	"sync"
	"time"

	"github.com/mattn/go-runewidth"
	"github.com/schollz/progressbar/v3"

	"github.com/quock-dev/quock/spec/words"
)

// between is the time between two lines of a bar that is not on a terminal.
const between = 30 * time.Second

// Work is how far some work has come.
type Work struct {
	// Phase is what is done now, At where in it, Failed what was found so far, in
	// words; each but the first may be empty.
	Phase, At, Failed string
	// Done of Of cases are done; Of is 0 if their number is not known.
	Done, Of int
}

// A Bar shows how far work has come: on a terminal as a bar in the last line, with
// rate and remaining time; in a CI and elsewhere as a line every half minute. It is
// safe for concurrent use.
type Bar struct {
	line *Line
	to   io.Writer
	over chan struct{}
	work sync.WaitGroup

	mu    sync.Mutex
	at    Work
	began time.Time // of the phase
	first int       // what was done when it began
	drawn *progressbar.ProgressBar
}

// NewBar returns a bar on an output; a quiet one shows nothing. End ends it.
func NewBar(to io.Writer, quiet bool) *Bar {
	b := &Bar{line: NewLine(to), to: to, over: make(chan struct{})}
	if quiet {
		b.line = &Line{}
		return b
	}
	pause := between
	if b.line.Live() {
		pause = refresh
	}
	ticks := time.NewTicker(pause)
	b.work.Go(func() {
		defer ticks.Stop()
		b.run(ticks.C)
	})
	return b
}

// run shows the bar at each tick, until it is over.
func (b *Bar) run(ticks <-chan time.Time) {
	for {
		select {
		case now := <-ticks:
			b.show(now)
		case <-b.over:
			return
		}
	}
}

// Set says how far the work has come. It is cheap: what is shown is written later.
func (b *Bar) Set(s Work) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if s.Phase != b.at.Phase || s.Of != b.at.Of {
		b.began, b.first, b.drawn = time.Now(), s.Done, drawing(s.Of)
	}
	b.at = s
}

// Above returns an output to the same terminal that clears the bar before each write.
func (b *Bar) Above(to io.Writer) io.Writer { return &Above{To: to, Line: b.line} }

// End clears the bar. Nothing is shown after it.
func (b *Bar) End() {
	close(b.over)
	b.work.Wait()
	b.line.Show("")
}

// show writes the bar, if anything was said of the work.
func (b *Bar) show(now time.Time) {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch spent := now.Sub(b.began); {
	case b.at.Phase == "":
	case !b.line.Live():
		fmt.Fprintln(b.to, words.Line(b.words(spent)))
	case b.at.Of == 0:
		b.line.Show(fit(b.words(spent), Columns(b.to)))
	default:
		b.line.Show(b.draw(Columns(b.to)))
	}
}

// words says how far the work has come, without a bar.
func (b *Bar) words(spent time.Duration) string {
	s := &b.at
	var all []string
	if s.Done > 0 || s.Of > 0 {
		all = append(all, cases(s))
	}
	if done := s.Done - b.first; done > 0 {
		rate := float64(done) / spent.Seconds()
		all = append(all, fmt.Sprintf("%.3g a second", rate))
		if s.Of > s.Done {
			all = append(all, time.Duration(float64(s.Of-s.Done)/rate*1e9).Round(time.Second).String()+" left")
		}
	} else {
		all = append(all, spent.Round(time.Second).String())
	}
	return s.Phase + ": " + strings.Join(append(all, s.rest()...), ", ")
}

func cases(s *Work) string {
	if s.Of == 0 {
		return words.Counted(s.Done, "case")
	}
	return fmt.Sprintf("%d of %s", s.Done, words.Counted(s.Of, "case"))
}

// rest are the words behind the numbers.
func (s *Work) rest() (all []string) {
	for _, text := range []string{s.Failed, s.At} {
		if text != "" {
			all = append(all, text)
		}
	}
	return all
}

// The narrowest and the widest bar, and the columns that its numbers take beside it.
const (
	narrowest, widest = 8, 40
	numbers           = 64
)

// drawing returns the bar of a phase with so many cases.
func drawing(of int) *progressbar.ProgressBar {
	bar := progressbar.NewOptions(max(1, of), progressbar.OptionSetWriter(io.Discard),
		progressbar.OptionSetTheme(progressbar.ThemeASCII), progressbar.OptionShowCount(),
		progressbar.OptionShowIts(), progressbar.OptionSetItsString("cases"))
	bar.StartWithoutRender()
	return bar
}

// draw returns the bar with its numbers, at most as wide as the terminal.
func (b *Bar) draw(columns int) string {
	s := &b.at
	progressbar.OptionSetWidth(min(max((columns-numbers)/2, narrowest), widest))(b.drawn)
	_ = b.drawn.Set(min(s.Done, s.Of)) // it writes nowhere
	text := fmt.Sprintf("%-11s%s %s", s.Phase, strings.TrimPrefix(b.drawn.String(), "\r"), strings.Join(s.rest(), ", "))
	return fit(text, columns)
}

// fit makes a text safe and cuts it to a line that the terminal does not wrap.
func fit(text string, columns int) string {
	return runewidth.Truncate(words.Line(text), columns-1, "…")
}
