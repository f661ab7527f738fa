package generator

import (
	"encoding/json"

	"github.com/quock-dev/quock/fuzz/choice"
	"github.com/quock-dev/quock/fuzz/scenario"
)

// corpus is what all texts are cut from: plain words, and what breaks readers
// (quotes, escapes, line separators, characters of several bytes, text that
// looks like a record).
const corpus = "I will ask the reviewer first. The file says “café” and costs 5 €. " +
	"Let me look: a\\b \"quoted\" \ttab \n new line 👩\u200d🔧 done. {\"type\":\"text_delta\"} null [] " +
	"日本語のテキスト and \u2028 a separator; <b>5 &amp; 6</b> > 4 ok ok ok. Nothing else to report, so I stop here. "

// seams are the offsets in corpus behind each space, where texts begin and end.
var seams = func() []int {
	at := []int{0}
	for i := range len(corpus) {
		if corpus[i] == ' ' {
			at = append(at, i+1)
		}
	}
	return at
}()

// echoes repeat themselves, so that a piece may begin with all that was said.
const echoes = "no no no no no no "

// text draws one to n words of the corpus, or an echo.
func text(d *choice.Source, n int) string {
	if d.Chance(8) {
		return echoes[:3*(2+d.N(5))]
	}
	from := d.N(len(seams) - 1)
	to := min(from+1+d.N(n), len(seams)-1)
	return corpus[seams[from]:seams[to]]
}

// arguments are texts of arguments with their compact form.
var arguments = []struct{ text, value string }{
	{`{}`, `{}`},
	{`{"path":"a.txt"}`, `{"path":"a.txt"}`},
	{`{"path": "b.txt", "lines": [1, 2, 3]}`, `{"path":"b.txt","lines":[1,2,3]}`},
	{`{"q":"caf\u00e9 \"au\" lait","n":5}`, `{"q":"café \"au\" lait","n":5}`},
	{`{"text":"日本 👍 \\ end","deep":{"a":[{"b":null}]}}`, `{"text":"日本 👍 \\ end","deep":{"a":[{"b":null}]}}`},
	{"{\n  \"command\": \"ls -l\",\n  \"dry\": true\n}", `{"command":"ls -l","dry":true}`},
	{`{"a":"}{","b":"]["}`, `{"a":"}{","b":"]["}`},
	{`{"n":-1.5e3,"big":9007199254740991}`, `{"n":-1.5e3,"big":9007199254740991}`},
	{`{"html":"<b class='x'>5 &amp; 6</b> > 4"}`, `{"html":"<b class='x'>5 &amp; 6</b> > 4"}`},
}

var agentNames = []string{"hr-agent", "reviewer", "researcher", "coder"}

var descriptions = []string{
	"check the file", "find \"it\"", "sum up the café", "look it up", "translate 日本語", "count", "list all",
	"write a test", "fix\nthe build", "ask again", "a", "check the files", "read", "why?", "weigh both sides", "end",
}

var servers = []string{"mcp__corp__", "mcp__x__"}

var results = []json.RawMessage{
	json.RawMessage(`"ok"`), json.RawMessage(`"hello\nworld"`), json.RawMessage(`"caf\u00e9 👍"`),
	json.RawMessage(`[{"type":"text","text":"listed"}]`), json.RawMessage(`"{\"a\":1}"`), json.RawMessage(`"42"`),
}

// memberResults are results as objects of what a call brought.
var memberResults = []json.RawMessage{
	json.RawMessage(`{"output":"ok"}`), json.RawMessage(`{"output":{"exit_code":0,"text":"hello\nworld"}}`),
	json.RawMessage(`{"content":[{"type":"content","content":{"type":"text","text":"caf\u00e9 👍"}}]}`),
	json.RawMessage(`{"output":["a","b"],"content":[]}`), json.RawMessage(`{"output":"{\"a\":1}"}`), json.RawMessage(`{"output":42}`),
}

var metas = []json.RawMessage{
	json.RawMessage(`{"trace":"t-1"}`), json.RawMessage(`{"x_custom":{"deep":[1,null]}}`),
	json.RawMessage(`{"signature":"c2lnbmVk"}`),
}

// delegation is the arguments of a delegation call: the agent and what it is
// asked, in either order of keys, or what it is asked alone.
type delegation struct{ agent, description, args string }

// delegations returns the table for the keys that name the agent and its task.
func delegations(key, task string) []delegation {
	var all []delegation
	for _, agent := range agentNames {
		for _, what := range descriptions {
			a, _ := json.Marshal(agent)
			d, _ := json.Marshal(what)
			all = append(all,
				delegation{agent, what, `{"` + task + `":` + string(d) + `,"` + key + `":` + string(a) + `}`},
				delegation{agent, what, `{"` + key + `":` + string(a) + `,"` + task + `":` + string(d) + `}`})
		}
	}
	return all
}

// tables are the delegations by the key that names the agent.
var tables = map[string][]delegation{
	"subagent_type": delegations("subagent_type", "description"), "agent": delegations("agent", "task"),
}

var (
	callIDs    = scenario.NewNumbered("call_")
	messageIDs = scenario.NewNumbered("msg_")
	turnIDs    = scenario.NewNumbered("run-")
	sessionIDs = scenario.NewNumbered("amber-falcon-")
	taskIDs    = scenario.NewNumbered("tools:t")
)

// pick draws one of a list.
func pick[T any](d *choice.Source, from []T) T { return from[d.N(len(from))] }
