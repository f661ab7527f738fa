package provider

import "encoding/json"

// Form names a provider's form of a history.
type Form string

// The forms.
const (
	Anthropic Form = "anthropic"
	OpenAI    Form = "openai"
)

// A Message is one message of a history.
type Message struct {
	// Role is user or assistant; in the form of OpenAI also tool and system.
	Role  string
	Parts []Part
}

// Kind is the kind of a part.
type Kind string

// The kinds. Other has no counterpart in a transcript, such as an image.
const (
	Text    Kind = "text"
	Thought Kind = "thought"
	Call    Kind = "call"
	Result  Kind = "result"
	Other   Kind = "other"
)

// A Part is one text, thought, call or result.
type Part struct {
	Kind Kind
	// Text is the content of a text or thought.
	Text string
	// On a call, ID is the call's id and Name its tool. On a result, ID is the
	// id of the answered call.
	ID, Name string
	// Args are a call's arguments, as JSON text if there are any.
	Args string
	// Value is a result's content. Only Anthropic's form has IsError.
	Value   json.RawMessage
	IsError bool
}

// Class is the kind of a broken demand.
type Class string

// Invalid: the provider refuses the request. Order: the results of a batch are
// not in the order of its calls.
const (
	Invalid Class = "invalid"
	Order   Class = "order"
)

// A Fault is a demand that a history breaks.
type Fault struct {
	Class Class
	// At is the index of the message, from 0.
	At int
	// Want is the demand. Got is the actual message, nothing if it is missing.
	Want string
	Got  json.RawMessage
}

// Check reads a history, one message of the form per element. It returns the
// messages and their faults in the order of the messages. An unreadable message
// is a fault and has no parts. An unknown form is treated as Anthropic's.
func Check(form Form, history []json.RawMessage) ([]Message, []Fault) {
	c := checker{history: history}
	read, check := c.readAnthropic, c.anthropic
	if form == OpenAI {
		read, check = c.readOpenAI, c.openAI
	}
	for at, text := range history {
		c.messages = append(c.messages, read(at, text))
	}
	for at := range c.messages {
		if len(c.messages[at].Parts) == 0 {
			c.fault(Invalid, at, "content, or no message at all")
		}
		check(at)
	}
	return c.messages, c.faults
}

// A checker holds the history that is checked.
type checker struct {
	history  []json.RawMessage
	messages []Message
	faults   []Fault
	ids      map[string]bool // of the calls so far
}

// fault records a fault. A message has each fault once.
func (c *checker) fault(class Class, at int, want string) {
	f := Fault{Class: class, At: at, Want: want}
	if at < len(c.history) {
		f.Got = c.history[at]
	}
	for _, have := range c.faults {
		if have.Class == class && have.At == at && have.Want == want {
			return
		}
	}
	c.faults = append(c.faults, f)
}

// of returns the parts of one kind.
func (m *Message) of(kind Kind) []Part {
	var parts []Part
	for _, p := range m.Parts {
		if p.Kind == kind {
			parts = append(parts, p)
		}
	}
	return parts
}

// batch compares a message's calls with their results. at is the position of
// the results.
func (c *checker) batch(at int, calls, results []Part) {
	answered, inOrder := map[string]bool{}, true
	for i, r := range results {
		switch {
		case !among(calls, r.ID):
			c.fault(Invalid, at, "no result for "+quote(r.ID)+", which is no call of the message before")
		case answered[r.ID]:
			c.fault(Invalid, at, "one result for "+quote(r.ID))
		}
		answered[r.ID] = true
		inOrder = inOrder && i < len(calls) && calls[i].ID == r.ID
	}
	whole := len(answered) == len(results) && len(results) == len(calls)
	for _, call := range calls {
		if !answered[call.ID] {
			whole = false
			c.fault(Invalid, at, "a result for "+quote(call.ID))
		}
	}
	if whole && !inOrder {
		c.fault(Order, at, "the results in the order of the calls")
	}
}

func among(calls []Part, id string) bool {
	for _, call := range calls {
		if call.ID == id {
			return true
		}
	}
	return false
}

func quote(id string) string {
	text, err := json.Marshal(id)
	if err != nil {
		return id
	}
	return string(text)
}
