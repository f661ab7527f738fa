package lanes

import "github.com/quock-dev/quock/model"

// A run is the kind of a line that several records share.
type run int

const (
	single   run = iota // none: a line by itself
	edges               // of a session and its turns
	opening             // a message of which nothing came yet
	saying              // a text or thought
	calling             // a call is announced, its arguments come, it starts
	progress            // preliminary results of a call
	astray              // fragments that belong to nothing
	orphans             // results of calls never seen
	notes
	waits
	linking // the call that made a session appears later than the session
	limits
	logs
	restating // snapshots that bring nothing new
	reports   // anomalies of one kind
	strange   // records of unknown kind
	unread    // records that cannot be read
	crowd     // of sessions too many to follow
)

// A key identifies the run of a piece.
type key struct {
	run                    run
	session, message, slot string
	detail                 string
	call                   *model.Call
}

// An item is one line to draw.
type item struct {
	key
	from       *drawnSession // the session that it is of, nil for all
	begin, end int           // lines of the stream
	done       bool          // nothing can join it any more
	goesOn     bool          // it goes on with a run that was drawn
	ends       bool          // its session ends
	rests      bool          // its session has no turn open any more
	clears     bool          // no session has
	endsChild  bool          // it ends the session that its call made
	mood       Mood

	words  []string // what describes it, in order
	text   string   // the beginning of what is shown of it
	pieces int
	bytes  int
	starts int // the line at which its call starts to run, 0 if not here
	tally  tally
	rule   string // for producers, that what is reported breaks
}

// show appends to the text of the run.
func (i *item) show(text string) {
	i.bytes += len(text)
	if len(i.text) <= peek {
		i.text = begin(i.text + begin(text))
	}
}

// addWords adds words, once.
func (i *item) addWords(words string) {
	for _, w := range i.words {
		if w == words {
			return
		}
	}
	i.words = append(i.words, words)
}

// noun returns the noun that counts an item of the crowd.
func (i *item) noun() string {
	switch {
	case i.run == edges:
		return "edge"
	case i.run == saying:
		return "text"
	case i.run == calling:
		return "piece of call|pieces of calls"
	case i.run == single && i.call != nil:
		return "result"
	case i.run == notes:
		return "note"
	case i.mood == Bad:
		return "error"
	}
	return "other|others"
}

// A tally counts what is not drawn one by one.
type tally struct {
	names  []string
	counts map[string]int
}

func (t *tally) add(name string) {
	if t.counts == nil {
		t.counts = map[string]int{}
	}
	if t.counts[name] == 0 {
		t.names = append(t.names, name)
	}
	t.counts[name]++
}
