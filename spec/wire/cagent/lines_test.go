package cagent_test

import (
	"encoding/json"
	"fmt"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/model"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/cagent"
)

// The records of the specs, one a line, as the runtime writes them but for what
// means nothing.

func userMessage(session, text string) string {
	return fmt.Sprintf(`{"type":"user_message","session_id":%q,"message":%q}`, session, text)
}

func streamStarted(session, agent string) string {
	return fmt.Sprintf(`{"type":"stream_started","session_id":%q,"agent_name":%q}`, session, agent)
}

func streamStopped(session string) string {
	return fmt.Sprintf(`{"type":"stream_stopped","session_id":%q}`, session)
}

// choice is text of D1, or of D0 where the session is "".
func choice(session, agent, text string) string {
	if session == "" {
		return fmt.Sprintf(`{"type":"agent_choice","agent_name":%q,"content":%q}`, agent, text)
	}
	return fmt.Sprintf(`{"type":"agent_choice","session_id":%q,"agent_name":%q,"content":%q}`, session, agent, text)
}

func messageAdded(session string) string {
	return fmt.Sprintf(`{"type":"message_added","session_id":%q}`, session)
}

func function(call, name, args string) string {
	if args != "" {
		args = fmt.Sprintf(`,"arguments":%q`, args)
	}
	return fmt.Sprintf(`"tool_call":{"id":%q,"type":"function","function":{"name":%q%s}}`, call, name, args)
}

// partial comes with its definition, as in D0 and D1; delta without.
func partial(agent, call, name, args string) string {
	return fmt.Sprintf(`{"type":"partial_tool_call","agent_name":%q,%s,"tool_definition":{"name":%q}}`, agent, function(call, name, args), name)
}

func delta(agent, call, name, args string) string {
	return fmt.Sprintf(`{"type":"partial_tool_call","agent_name":%q,%s}`, agent, function(call, name, args))
}

func toolCall(agent, call, name, args string) string {
	return fmt.Sprintf(`{"type":"tool_call","agent_name":%q,%s}`, agent, function(call, name, args))
}

func response(agent, call, name, text string) string {
	return fmt.Sprintf(`{"type":"tool_call_response","agent_name":%q,%s,"response":%q,"result":{"output":%q}}`, agent, function(call, name, ""), text, text)
}

// responseByID is that of D2.
func responseByID(agent, call, text string) string {
	return fmt.Sprintf(`{"type":"tool_call_response","agent_name":%q,"tool_call_id":%q,"response":%q}`, agent, call, text)
}

func failure(words string) string { return fmt.Sprintf(`{"type":"error","error":%q}`, words) }

func switched(on bool, from, to string) string {
	return fmt.Sprintf(`{"type":"agent_switching","switching":%t,"from_agent":%q,"to_agent":%q,"agent_name":%q}`, on, from, to, to)
}

func subSession(parent, session string, items ...string) string {
	return fmt.Sprintf(`{"type":"sub_session_completed","parent_session_id":%q,"sub_session":{"id":%q,"messages":[%s]}}`, parent, session, strings.Join(items, ","))
}

const delegates = `{"agent":"worker","task":"t"}`

// delegation is a call of a session, from its announcement to its start.
func delegation(session, agent, call string) []string {
	return []string{
		partial(agent, call, "transfer_task", delegates), messageAdded(session), toolCall(agent, call, "transfer_task", delegates),
	}
}

func concat(parts ...any) []string {
	var lines []string
	for _, part := range parts {
		switch p := part.(type) {
		case string:
			lines = append(lines, p)
		case []string:
			lines = append(lines, p...)
		}
	}
	return lines
}

// read decodes records, none of which is a problem.
func read(variant string, lines []string) spec.Stream {
	GinkgoHelper()
	records := make([][]byte, len(lines))
	for i, line := range lines {
		records[i] = []byte(line)
	}
	s, problems := wire.DecodeRecords(cagent.New(), variant, records)
	Expect(problems).To(BeEmpty())
	return s
}

// mean is what records mean, session by session.
func mean(variant string, lines []string) meaning {
	GinkgoHelper()
	return meaning{model.Run(read(variant, lines), spec.Policies{})}
}

type meaning struct{ spec.Transcript }

func (m meaning) session(id string) *spec.Session {
	GinkgoHelper()
	for i := range m.Sessions {
		if m.Sessions[i].ID == id {
			return &m.Sessions[i]
		}
	}
	Fail("no session " + id)
	return nil
}

// sketches are the messages of a session, each with its agent, its parts and how its
// calls ended: "root: text, call c1 done x".
func (m meaning) sketches(id string) []string {
	GinkgoHelper()
	var all []string
	for _, message := range m.session(id).Messages {
		all = append(all, sketch(&message))
	}
	return all
}

func sketch(m *spec.Message) string {
	who := m.Role
	if m.Agent != nil {
		who = *m.Agent
	}
	var parts []string
	for _, p := range m.Parts {
		switch p.Kind {
		case spec.CallPart:
			parts = append(parts, sketchCall(&m.Calls[*p.Call]))
		default:
			parts = append(parts, string(p.Kind)+" "+p.Text)
		}
	}
	return who + ": " + strings.Join(parts, ", ")
}

func sketchCall(c *spec.Call) string {
	words := "call " + c.ID + " " + string(c.Status)
	var result string
	if json.Unmarshal(c.Result, &result) == nil && result != "" {
		words += " " + result
	}
	return words
}

// odd are the kinds and sessions of the anomalies.
func (m meaning) odd() []string {
	var all []string
	for _, a := range m.Anomalies {
		all = append(all, string(a.Kind)+" "+a.Session)
	}
	return all
}
