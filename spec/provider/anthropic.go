package provider

import "encoding/json"

// A block is one block of a message in Anthropic's form.
type block struct {
	Type     string          `json:"type"`
	Text     *string         `json:"text"`
	Thinking string          `json:"thinking"`
	ID       string          `json:"id"`
	Name     string          `json:"name"`
	Input    json.RawMessage `json:"input"`
	Use      string          `json:"tool_use_id"`
	Content  json.RawMessage `json:"content"`
	IsError  bool            `json:"is_error"`
}

func (c *checker) readAnthropic(at int, text json.RawMessage) Message {
	var in struct {
		Role    string          `json:"role"`
		Content json.RawMessage `json:"content"`
	}
	if json.Unmarshal(text, &in) != nil || in.Role != "user" && in.Role != "assistant" {
		c.fault(Invalid, at, "a message of role user or assistant")
		return Message{Role: in.Role}
	}
	m := Message{Role: in.Role}
	var words string
	if json.Unmarshal(in.Content, &words) == nil {
		if words != "" {
			m.Parts = []Part{{Kind: Text, Text: words}}
		}
		return m
	}
	var blocks []block
	if json.Unmarshal(in.Content, &blocks) != nil {
		c.fault(Invalid, at, "a content that is a string or a list of blocks")
	}
	for i := range blocks {
		m.Parts = append(m.Parts, c.readBlock(at, &blocks[i]))
	}
	return m
}

func (c *checker) readBlock(at int, b *block) Part {
	switch b.Type {
	case "text":
		if b.Text == nil || *b.Text == "" {
			c.fault(Invalid, at, "no empty text")
			return Part{Kind: Text}
		}
		return Part{Kind: Text, Text: *b.Text}
	case "thinking":
		return Part{Kind: Thought, Text: b.Thinking}
	case "tool_use":
		var input map[string]json.RawMessage
		if json.Unmarshal(b.Input, &input) != nil || input == nil {
			c.fault(Invalid, at, "an input that is an object")
		}
		return Part{Kind: Call, ID: b.ID, Name: b.Name, Args: string(b.Input)}
	case "tool_result":
		return Part{Kind: Result, ID: b.Use, Value: b.Content, IsError: b.IsError}
	}
	return Part{Kind: Other}
}

// anthropic checks a message against its neighbours.
func (c *checker) anthropic(at int) {
	m := &c.messages[at]
	if at > 0 && c.messages[at-1].Role == m.Role {
		c.fault(Invalid, at, "roles that alternate")
	}
	if m.Role == "assistant" {
		c.asks(at, m)
		return
	}
	if len(m.of(Call)) > 0 {
		c.fault(Invalid, at, "calls from the assistant alone")
	}
	c.answers(at, m)
}

// asks checks an assistant message against the next message.
func (c *checker) asks(at int, m *Message) {
	if len(m.of(Result)) > 0 {
		c.fault(Invalid, at, "results from the user alone")
	}
	c.named(at, m)
	var results []Part
	if at+1 < len(c.messages) && c.messages[at+1].Role == "user" {
		results = c.messages[at+1].of(Result)
	}
	c.batch(at+1, m.of(Call), results)
}

// named checks ids and names of calls. An id must be unique in a history.
func (c *checker) named(at int, m *Message) {
	if c.ids == nil {
		c.ids = map[string]bool{}
	}
	for _, call := range m.of(Call) {
		switch {
		case call.ID == "" || call.Name == "":
			c.fault(Invalid, at, "an id and a name of each call")
		case c.ids[call.ID]:
			c.fault(Invalid, at, "an id of its own for each call")
		}
		c.ids[call.ID] = true
	}
}

// answers checks the results of a user message: they come first, and follow an
// assistant message.
func (c *checker) answers(at int, m *Message) {
	results := m.of(Result)
	if at == 0 || c.messages[at-1].Role != "assistant" {
		c.batch(at, nil, results)
	}
	for i, p := range m.Parts {
		if p.Kind == Result && i >= len(results) {
			c.fault(Invalid, at, "results before everything else")
		}
	}
}
