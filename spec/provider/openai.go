package provider

import "encoding/json"

// A chat is a message in the form of OpenAI.
type chat struct {
	Role    string          `json:"role"`
	Content json.RawMessage `json:"content"`
	ID      *string         `json:"tool_call_id"`
	Calls   []struct {
		ID       string `json:"id"`
		Type     string `json:"type"`
		Function struct {
			Name string  `json:"name"`
			Args *string `json:"arguments"`
		} `json:"function"`
	} `json:"tool_calls"`
}

func (c *checker) readOpenAI(at int, text json.RawMessage) Message {
	var in chat
	if json.Unmarshal(text, &in) != nil {
		c.fault(Invalid, at, "a message of the chat form")
		return Message{}
	}
	m := Message{Role: in.Role}
	switch in.Role {
	case "tool":
		return c.readTool(at, m, &in)
	case "user", "assistant", "system", "developer":
		m.Parts = c.readContent(at, in.Content)
	default:
		c.fault(Invalid, at, "a message of role user, assistant, tool or system")
	}
	for _, call := range in.Calls {
		if call.Type != "function" || call.Function.Args == nil {
			c.fault(Invalid, at, "calls of type function with their arguments as text")
			call.Function.Args = new(string)
		}
		m.Parts = append(m.Parts, Part{Kind: Call, ID: call.ID, Name: call.Function.Name, Args: *call.Function.Args})
	}
	return m
}

// readTool reads a result. It must have a content, which may be empty.
func (c *checker) readTool(at int, m Message, in *chat) Message {
	if in.ID == nil || len(in.Content) == 0 || string(in.Content) == "null" {
		c.fault(Invalid, at, "the tool_call_id and the content of a result")
		in.ID = new(string)
	}
	m.Parts = []Part{{Kind: Result, ID: *in.ID, Value: in.Content}}
	return m
}

// readContent reads a string, or a list with one part per text.
func (c *checker) readContent(at int, content json.RawMessage) []Part {
	var words *string
	if len(content) > 0 && json.Unmarshal(content, &words) != nil {
		return c.readList(at, content)
	}
	if words == nil || *words == "" {
		return nil
	}
	return []Part{{Kind: Text, Text: *words}}
}

func (c *checker) readList(at int, content json.RawMessage) []Part {
	var list []struct {
		Type string `json:"type"`
		Text string `json:"text"`
	}
	if json.Unmarshal(content, &list) != nil {
		c.fault(Invalid, at, "a content that is a string or a list")
	}
	var parts []Part
	for _, p := range list {
		switch {
		case p.Type != "text":
			parts = append(parts, Part{Kind: Other})
		case p.Text == "":
			c.fault(Invalid, at, "no empty text")
		default:
			parts = append(parts, Part{Kind: Text, Text: p.Text})
		}
	}
	return parts
}

// openAI checks a message against its neighbours.
func (c *checker) openAI(at int) {
	m := &c.messages[at]
	switch m.Role {
	case "assistant":
		c.distinct(at, m)
		if calls := m.of(Call); len(calls) > 0 {
			c.batch(at+1, calls, c.behind(at+1))
		}
	case "tool":
		if !c.follows(at) {
			c.fault(Invalid, at, "results directly behind the message with their calls")
		}
	default:
		if len(m.of(Call)) > 0 {
			c.fault(Invalid, at, "calls from the assistant alone")
		}
	}
}

// distinct checks ids and names of the calls of one message.
func (c *checker) distinct(at int, m *Message) {
	seen := map[string]bool{}
	for _, call := range m.of(Call) {
		if call.ID == "" || call.Name == "" {
			c.fault(Invalid, at, "an id and a name of each call")
		}
		if seen[call.ID] {
			c.fault(Invalid, at, "an id of its own for each call")
		}
		seen[call.ID] = true
	}
}

// behind returns the results from a place on, up to the first other message.
func (c *checker) behind(at int) []Part {
	var results []Part
	for ; at < len(c.messages) && c.messages[at].Role == "tool"; at++ {
		results = append(results, c.messages[at].of(Result)...)
	}
	return results
}

// follows reports whether only results stand between a result and the calls
// before it.
func (c *checker) follows(at int) bool {
	for at--; at >= 0 && c.messages[at].Role == "tool"; at-- {
	}
	return at >= 0 && c.messages[at].Role == "assistant" && len(c.messages[at].of(Call)) > 0
}
