package lanes

import (
	"errors"
	"io"

	"github.com/quock-dev/quock/model"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
)

// ErrBehind means that a record comes after Options.To. Nothing more is drawn, and the
// caller can stop reading.
var ErrBehind = errors.New("after the last line to draw")

// Narrowest is the smallest width of a drawing.
const Narrowest = 20

// Options select what is drawn, and how.
type Options struct {
	// Width is the most columns of a line, at least Narrowest.
	Width int
	// Color colours the lines, for a terminal.
	Color bool
	// From and To are the first and the last line of the stream to draw; 0 means the
	// stream's own. Records before From must be added too, since they decide what is
	// open there.
	From, To int
	// Title, if not empty, is the first line.
	Title string
	// Sessions, if not empty, are the ids of the sessions to draw. Events of all
	// sessions are drawn as well.
	Sessions []string
}

// A Drawing draws one stream. Add its records in their order, then End it.
type Drawing struct {
	o     Options
	state *model.State
	now   seen // what the model did with the event at hand

	sessions map[string]*drawnSession
	active   int // sessions with an open turn
	asked    map[string]bool
	met      map[string]bool // sessions asked for that there are

	line    int  // of the record at hand
	muted   bool // the record at hand is not drawn
	fate    fate
	reports int // anomalies that were drawn

	pending []*item
	cut     map[key]struct{} // runs that were drawn before their end
	runs    map[key]*item
	gutter  gutter
	out     sink

	stats Stats
	err   error
}

// Stats count what was drawn.
type Stats struct {
	// Lines counts the lines drawn. Records counts the records of the range that
	// concern what is drawn: Told begin a line, Folded went into an existing one, and
	// Silent add nothing new (a repeated message, usage, an end that the line of its
	// message shows).
	Lines, Records, Begun, Folded, Silent int
	// Read counts all records; Last is the line of the last one.
	Read, Last int
}

// New returns a drawing for a terminal. It writes nothing yet.
func New(to io.Writer, f spec.Features, o Options) *Drawing {
	o.Width = max(o.Width, Narrowest)
	return drawing(newPrinter(to, o), f, o)
}

func drawing(to sink, f spec.Features, o Options) *Drawing {
	d := &Drawing{
		o: o, sessions: map[string]*drawnSession{}, asked: map[string]bool{}, met: map[string]bool{},
		runs: map[key]*item{}, cut: map[key]struct{}{}, out: to,
	}
	d.gutter.most = min(max(o.Width/8, 2), 26)
	for _, id := range o.Sessions {
		d.asked[id] = true
	}
	values := spec.PolicyValues()
	d.state = model.NewWith(d.now.semantics(), f,
		spec.Policies{HeldAttach: values["held-attach"][0], ArgumentsComplete: values["arguments-complete"][0]})
	return d
}

// Add adds the next record. The error is ErrBehind, or a write error.
func (d *Drawing) Add(b *wire.Batch) error {
	line := b.Record.Line
	if line == 0 {
		line = b.Record.Number
	}
	if d.o.To > 0 && line > d.o.To {
		return ErrBehind
	}
	d.line, d.muted, d.fate = line, line < d.o.From, unconcerned
	d.stats.Read, d.stats.Last = d.stats.Read+1, line
	if b.Problem != nil {
		d.unreadable(b.Problem)
	}
	for i := range b.Events {
		d.event(&b.Events[i])
	}
	if b.Problem == nil && len(b.Events) == 0 && len(d.asked) == 0 {
		d.becomes(silent)
	}
	d.countRecord()
	d.flush(screen)
	return d.err
}

// A fate is what became of a record.
type fate int

const (
	unconcerned fate = iota // it is of a session that is not drawn
	silent
	folded
	begun
)

// becomes raises what became of the record at hand.
func (d *Drawing) becomes(f fate) {
	if !d.muted {
		d.fate = max(d.fate, f)
	}
}

func (d *Drawing) countRecord() {
	if d.fate == unconcerned {
		return
	}
	d.stats.Records++
	switch d.fate {
	case silent:
		d.stats.Silent++
	case folded:
		d.stats.Folded++
	default:
		d.stats.Begun++
	}
}
