package aisdk

import (
	"strconv"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
)

// A decoder keeps which turn and message are open, and of each id the part or
// call that it was used for last.
type decoder struct {
	wire.Scanner
	turn     string // of the last start
	running  bool   // a turn started and did not end
	epoch    int    // counts turns: their starts, in the older protocol their ends
	turns    int    // the older protocol: turns that were ended
	messages int    // the newer one: messages begun

	message  string    // the open one, "" where there is none
	step     bool      // a record of its own began it
	void     bool      // it was taken back, and nothing came since
	nameless bool      // the older protocol: content without a message's start came
	form     spec.Form // of the last such text
	busy     bool      // the older protocol: a turn has content
	late     bool      // and what comes now is too late for a call
	place    int       // counts where messages are open, and where none is

	parts map[string]*part  // by form and id
	slots map[string]int    // taken in the open message: how often each id was used
	calls map[string]*call  // by id
	asks  map[string]string // the call that each approval is for
	waits map[string]bool   // the calls that wait for one, of the open turn
	whole []*call           // the open turn's calls with their whole input, in order

	begun, called []string       // the keys of parts and calls of the open message
	named         map[string]int // the older protocol: the epoch of each message
}

// A part is a text or thought; prev is what its id meant before, as long as its
// message is open.
type part struct {
	message, slot string
	ended         bool
	prev          *part
}

// A call is a tool call.
type call struct {
	id            string
	message, name string
	prev          *call
	place, epoch  int    // where and when it began
	complete      bool   // its input is
	over          bool   // it has an output
	ask           string // the approval that it was last asked for
}

func newDecoder() *decoder {
	d := &decoder{
		parts: map[string]*part{}, slots: map[string]int{}, calls: map[string]*call{},
		asks: map[string]string{}, waits: map[string]bool{}, named: map[string]int{},
	}
	d.Scanner = wire.NewScanner(d.decode)
	return d
}

// enter is the open message, for content. Outside any step the newer protocol
// opens one; in the older one it has no id.
func (p *pass) enter() string {
	switch {
	case p.older && p.message == "":
		p.nameless, p.busy = true, true
	case p.message == "":
		p.begins(false)
	case p.void:
		p.void = false
		p.emit(spec.Event{Kind: spec.MessageOpen, Message: p.message, Role: "assistant"})
	}
	return p.message
}

// begins opens the next message of the newer protocol.
func (p *pass) begins(step bool) {
	p.messages++
	p.open(strconv.Itoa(p.messages), step)
	p.emit(spec.Event{Kind: spec.MessageOpen, Message: p.message, Role: "assistant"})
}

func (d *decoder) open(message string, step bool) {
	d.leave()
	d.message, d.step = message, step
}

// leave ends the open message, without a word on whether its end was said.
func (d *decoder) leave() {
	d.message, d.step, d.void, d.nameless, d.form = "", false, false, false, ""
	d.place++
	for _, key := range d.begun {
		d.parts[key].prev = nil
	}
	for _, id := range d.called {
		d.calls[id].prev = nil
	}
	d.fresh()
}

// fresh forgets which ids the open message has.
func (d *decoder) fresh() {
	clear(d.slots)
	d.begun, d.called = d.begun[:0], d.called[:0]
}
