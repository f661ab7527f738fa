package minima_test

import (
	. "github.com/quock-dev/quock/fuzz/shrink/minima"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire/dialects"
)

// features are those of a dialect.
func features(name string) (spec.Features, error) {
	codec, variant, err := dialects.Lookup(name)
	if err != nil {
		return spec.Features{}, err
	}
	return codec.Features(variant), nil
}

// alphabets are the scopes of every dialect; depth is what a dialect without
// turns has, the others' streams may be longer by what it takes to begin.
var alphabets = []Scope{
	{Name: "texts", Moves: Texts | Pieces | Fulls | Edges | Figures | Prompts, Messages: 2, Depth: 2},
	{Name: "fulls", Moves: Texts | Fulls | Edges | Calls, Messages: 2, Depth: 3},
	{Name: "figures", Moves: Texts | Wholes | Edges | Figures, Messages: 2, Depth: 3},
	{Name: "pieces", Moves: Calls | Carried | Laden | Args | Odd | Results | Wholes, Messages: 2, Calls: 2, Depth: 3},
	{Name: "results", Moves: Calls | Results | Failures | Unexpected | Texts | Edges, Messages: 2, Calls: 2, Depth: 4},
	{Name: "batches", Moves: Calls | Results | Texts | Thoughts, Messages: 3, Calls: 3, Depth: 4},
	{Name: "shared", Moves: Calls | SharedIDs | Args | Results | Batches, Messages: 2, Calls: 3, Depth: 4},
	{Name: "turns", Moves: Calls | SharedIDs | Edges | Results, Messages: 2, Calls: 2, Depth: 4},
	{Name: "prompts", Moves: Prompts | Children | Texts | Calls | Wholes, Sessions: 2, Depth: 3},
	{Name: "children", Moves: Calls | Children | Results | Texts | SharedIDs | Wholes, Sessions: 3, Calls: 2, Depth: 4},
	{Name: "edges", Moves: Children | Edges | Wholes | Unexpected | Errors, Sessions: 2, Messages: 2, Depth: 4},
	{Name: "closes", Moves: Children | Edges | Texts | Calls | Prompts, Sessions: 2, Depth: 4},
	{Name: "ends", Moves: Children | Calls | Results | Failures | Wholes, Sessions: 2, Messages: 1, Depth: 4},
	{Name: "globals", Moves: Children | Globals | Calls | Waits | Wholes, Sessions: 2, Calls: 2, Depth: 4},
	{Name: "asides", Moves: Texts | Wholes | Prompts | Nameless | Notes | Limits, Messages: 2, Depth: 3},
	{Name: "waits", Moves: Calls | Waits | Results | Edges, Messages: 1, Calls: 2, Depth: 4},
	{Name: "voids", Moves: Voids | Replays | Texts | Wholes | Extras | Calls | Children, Sessions: 2, Messages: 2, Depth: 3},
	{Name: "agents", Moves: Calls | Laden | Args | Odd | Delegates | Results | Failures, Messages: 1, Calls: 1, Depth: 3},
	{Name: "logs", Moves: Calls | Args | Delegates | Logs, Messages: 1, Calls: 2, Depth: 6},
	{Name: "bills", Moves: Texts | Children | Figures, Sessions: 2, Depth: 6},
	{Name: "turnbills", Moves: Children | Edges | Figures, Sessions: 2, Depth: 5},
	{Name: "starts", Moves: Calls | Carried | Args, Depth: 4},
	{Name: "resumes", Moves: Resumes | Texts | Wholes, Messages: 2, Depth: 3},
}

// A voice is a dialect whose minima are kept, with how many more events its
// streams may have and, where those are not all, its alphabet and the family of
// wrong models that are tried on it.
type voice struct {
	dialect string
	more    int
	only    string
	family  string
}

var voices = []voice{
	{"langgraph:js", 0, "", ""}, {"agentc", 1, "", ""}, {"neutral", 2, "", ""}, {"claudecode:partial", 1, "", ""},
	{"deepagents:stream", 0, "logs", "persist/"},
}

// scopes are the alphabets of a dialect.
func (v *voice) scopes() []*Scope {
	var all []*Scope
	f, err := features(v.dialect)
	if err != nil {
		panic(err)
	}
	for _, sc := range alphabets {
		if v.only == "" && sc.Name != "logs" || v.only == sc.Name {
			sc.Name, sc.Features = v.dialect+"/"+sc.Name, f
			sc.Depth += v.more
			all = append(all, &sc)
		}
	}
	return all
}
