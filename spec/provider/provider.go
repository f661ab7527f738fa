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

// Kind is what a part is.
type Kind string

// The kinds. Other is what has no place in a transcript, such as an image.
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
	// Text is that of a text or thought.
	Text string
	// ID is the call's id, Name its tool, on a call; on a result ID is the id of
	// the call that it answers.
	ID, Name string
	// Args are a call's arguments, as JSON text if they are any.
	Args string
	// Value is a result's content. IsError is said by Anthropic's form only.
	Value   json.RawMessage
	IsError bool
}

// Class says what kind of demand is not met.
type Class string

// Invalid: the provider refuses the request. Order: the results of a batch are
// not in the order of its calls.
const (
	Invalid Class = "invalid"
	Order   Class = "order"
)

// A Fault is a demand that a history does not meet.
type Fault struct {
	Class Class
	// At is the index of the message, from 0.
	At int
	// Want says what is demanded there. Got is the message as it stands, nothing
	// where one is missing.
	Want string
	Got  json.RawMessage
}

// Check reads a history, each element a message in the form, and returns it
// with its faults in the order of the messages. A message that cannot be read
// is a fault and has no parts. An unknown form is that of Anthropic.
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

// A checker holds a history while it is looked at.
type checker struct {
	history  []json.RawMessage
	messages []Message
	faults   []Fault
	ids      map[string]bool // of the calls so far
}

// fault notes one; one message has each fault once.
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

// of are the parts of one kind.
func (m *Message) of(kind Kind) []Part {
	var parts []Part
	for _, p := range m.Parts {
		if p.Kind == kind {
			parts = append(parts, p)
		}
	}
	return parts
}

// batch holds the results of a message's calls against the calls: at is where
// the results stand.
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
