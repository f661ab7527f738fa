package check_test

import (
	"encoding/json"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/model/check"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/provider"
)

// A family of two: main delegates to kid; two calls are answered, one is not.
const main = `{"id":"main","messages":[
	{"role":"user","parts":[{"kind":"text","text":"Look."}]},
	{"id":"m1","role":"assistant","parts":[{"kind":"thought","text":"Hm."},{"kind":"text","text":"I look."},{"kind":"call","call":0},{"kind":"call","call":1},{"kind":"call","call":2}],
	"calls":[{"id":"c1","name":"ls","args":"{\"p\":1}","status":"done","result":"alpha"},{"id":"c2","name":"task","args":"{}","status":"failed","is_error":true,"result":[{"type":"text","text":"be"},{"type":"text","text":"ta"}]},
	{"id":"c3","name":"cat","args":"{\"cut","status":"abandoned"}]},
	{"id":"m2","role":"assistant","parts":[{"kind":"text","text":"Well."}]}]}`

const kid = `{"id":"kid","parent":"main","messages":[{"id":"k1","role":"assistant","parts":[{"kind":"text","text":"Doing work."}],"calls":[]}]}`

const family = `{"sessions":[` + main + `,` + kid + `]}`

// The history of main in two forms, piece by piece.
const (
	userSays  = `{"role":"user","content":"Look."}`
	itCalls   = `{"role":"assistant","content":[{"type":"thinking","thinking":"Hm."},{"type":"text","text":"I look."},{"type":"tool_use","id":"c1","name":"ls","input":{"p":1}},{"type":"tool_use","id":"c2","name":"task","input":{}},{"type":"tool_use","id":"c3","name":"cat","input":{}}]}`
	resultsOf = `{"role":"user","content":[{"type":"tool_result","tool_use_id":"c1","content":"alpha"},{"type":"tool_result","tool_use_id":"c2","content":"beta","is_error":true},{"type":"tool_result","tool_use_id":"c3","content":"cancelled","is_error":true}]}`
	itSays    = `{"role":"assistant","content":"Well."}`
	chatCalls = `{"role":"assistant","content":"I look.","tool_calls":[{"id":"c1","type":"function","function":{"name":"ls","arguments":"{\"p\": 1}"}},{"id":"c2","type":"function","function":{"name":"task","arguments":""}}]}`
	chatC1    = `{"role":"tool","tool_call_id":"c1","content":"alpha"}`
	chatC2    = `{"role":"tool","tool_call_id":"c2","content":"[{\"type\":\"text\",\"text\":\"be\"},{\"type\":\"text\",\"text\":\"ta\"}]"}`
)

// kept is evidence of what came out of a store.
func kept(want, got string, form provider.Form, history ...string) *check.Evidence {
	GinkgoHelper()
	e := &check.Evidence{
		Observes: spec.StoredParts(spec.AllParts()), Want: transcript(want), Got: transcript(got),
		Surface: check.Reloaded, Form: form,
	}
	for _, message := range history {
		e.Got.History = append(e.Got.History, json.RawMessage(message))
	}
	return e
}

// stored are the rules that are charged, and how many differences follow from
// them.
func stored(e *check.Evidence) (rules []string, follow int) {
	seen := map[string]bool{}
	for _, b := range check.Stored(e) {
		switch {
		case b.Rule == "":
			follow++
		case !seen[b.Rule]:
			seen[b.Rule] = true
			rules = append(rules, b.Rule)
		}
	}
	return rules, follow
}

var _ = Describe("What came out of a store", func() {
	rules := func(e *check.Evidence) []string {
		GinkgoHelper()
		all, _ := stored(e)
		return all
	}

	It("is right where it is what was live, with its history in either form", func() {
		Expect(rules(kept(family, family, provider.Anthropic, userSays, itCalls, resultsOf, itSays))).To(BeEmpty())
		Expect(rules(kept(family, family, provider.OpenAI, userSays, chatCalls, chatC1, chatC2, itSays))).To(BeEmpty(), "a call without a result may be left out")
	})

	It("is judged without its history where the candidate reports none", func() {
		Expect(rules(kept(family, family, ""))).To(BeEmpty())
	})

	It("has another session's messages where a child's are written to the parent", func() {
		e := kept(family, `{"sessions":[`+replaced(main, `{"id":"m2"`, `{"id":"k1","role":"assistant","parts":[{"kind":"text","text":"Doing work."}]},{"id":"m2"`)+`,`+kid+`]}`,
			provider.Anthropic, userSays, itCalls, `{"role":"assistant","content":"Doing work."}`, resultsOf, itSays)
		all, follow := stored(e)
		Expect(all).To(Equal([]string{"persist/no-foreign"}))
		Expect(follow).To(BeNumerically(">", 0), "that no provider takes the history follows from it")
	})

	It("has rows without calls where results are written first", func() {
		got := `{"sessions":[{"id":"main","messages":[],"orphans":[{"id":"c1","result":"alpha"}]},` + kid + `]}`
		Expect(rules(kept(family, got, ""))).To(Equal([]string{"persist/register-first"}))
	})

	It("lacks what was live where calls are skipped, and nothing more is charged", func() {
		got := `{"sessions":[` + withoutCalls + `,` + kid + `]}`
		Expect(rules(kept(family, got, provider.Anthropic, userSays, itSays))).To(Equal([]string{"persist/reload-equals-live"}))
	})

	DescribeTable("of calls alone is judged by its calls, and by nothing where there are none",
		func(rule string) {
			c, known := check.ByRule(rule)
			Expect(known).To(BeTrue())
			e := kept(family, `{"sessions":[`+withoutCalls+`,`+kid+`]}`, "")
			e.Observes = spec.PartsOf(spec.ObserveCalls)
			j := c.Judge(e)
			Expect(j.Touched).To(BeTrue())
			Expect(j.Differences).NotTo(BeEmpty())
			e = kept(`{"sessions":[`+kid+`]}`, `{"sessions":[`+kid+`]}`, "")
			e.Observes = spec.PartsOf(spec.ObserveCalls)
			Expect(c.Judge(e).Touched).To(BeFalse())
		},
		Entry("loaded again", "persist/reload-equals-live"),
		Entry("at any moment", "persist/poll-is-prefix"),
		Entry("saved a second time", "persist/idempotent-export"),
	)

	DescribeTable("is charged by where it was seen",
		func(s check.Surface, rule string) {
			e := kept(family, `{"sessions":[`+withoutCalls+`,`+kid+`]}`, "")
			e.Surface = s
			Expect(rules(e)).To(Equal([]string{rule}))
		},
		Entry("after a reload", check.Reloaded, "persist/reload-equals-live"),
		Entry("in another process", check.Loaded, "persist/reload-equals-live"),
		Entry("at every record", check.Polled, "persist/poll-is-prefix"),
		Entry("after a kill", check.Killed, "persist/poll-is-prefix"),
		Entry("the second time", check.LoadedAgain, "persist/idempotent-export"),
	)

	It("has a wrong log apart from all else", func() {
		log := func(entries string) string {
			return `{"sessions":[` + main + `],"agents":[{"name":"a","call":"c2","parent":"main","status":"failed","log":[` + entries + `]}]}`
		}
		Expect(rules(kept(log(`{"id":"x","tool":"ls"}`), log(`{"id":"x","tool":"ls"},{"id":"x","tool":"ls"}`), ""))).To(Equal([]string{"persist/log-append-only"}))
	})
})

// replaced is a text with one place changed, which must be there.
func replaced(text, from, to string) string {
	GinkgoHelper()
	i := len(text)
	for at := range text {
		if len(text)-at >= len(from) && text[at:at+len(from)] == from {
			i = at
			break
		}
	}
	Expect(i).To(BeNumerically("<", len(text)), from)
	return text[:i] + to + text[i+len(from):]
}

const withoutCalls = `{"id":"main","messages":[
	{"role":"user","parts":[{"kind":"text","text":"Look."}]},
	{"id":"m1","role":"assistant","parts":[{"kind":"thought","text":"Hm."},{"kind":"text","text":"I look."}],"calls":[]},
	{"id":"m2","role":"assistant","parts":[{"kind":"text","text":"Well."}]}]}`

var _ = Describe("A history beside a session that is right", func() {
	DescribeTable("is charged to the rule that it breaks",
		func(rule string, history ...string) {
			all, _ := stored(kept(family, family, provider.Anthropic, history...))
			Expect(all).To(Equal([]string{rule}))
		},
		Entry("a call has no result", "persist/provider-valid", userSays, itCalls, `{"role":"user","content":[{"type":"tool_result","tool_use_id":"c1","content":"alpha"},{"type":"tool_result","tool_use_id":"c2","content":"beta"}]}`, itSays),
		Entry("results are in the order of completion", "persist/result-order", userSays, itCalls,
			`{"role":"user","content":[{"type":"tool_result","tool_use_id":"c2","content":"beta"},{"type":"tool_result","tool_use_id":"c1","content":"alpha"},{"type":"tool_result","tool_use_id":"c3","content":"x"}]}`, itSays),
		Entry("calls are in the order of completion", "persist/result-order", userSays,
			`{"role":"assistant","content":[{"type":"text","text":"I look."},{"type":"tool_use","id":"c2","name":"task","input":{}},{"type":"tool_use","id":"c1","name":"ls","input":{"p":1}}]}`,
			`{"role":"user","content":[{"type":"tool_result","tool_use_id":"c2","content":"beta"},{"type":"tool_result","tool_use_id":"c1","content":"alpha"}]}`, itSays),
		Entry("a text is lost", "persist/reload-equals-live", userSays, itCalls, resultsOf),
		Entry("an answered call is lost", "persist/reload-equals-live", userSays, `{"role":"assistant","content":"I look.Well."}`),
		Entry("a result is another", "persist/reload-equals-live", userSays, itCalls, replaced(resultsOf, "alpha", "omega"), itSays),
		Entry("a text is doubled", "persist/reload-equals-live", userSays, itCalls, resultsOf, `{"role":"assistant","content":"Well.Well."}`),
		Entry("a call is made up", "persist/reload-equals-live", userSays, replaced(itCalls, `{"type":"text"`, `{"type":"tool_use","id":"c9","name":"rm","input":{}},{"type":"text"`),
			replaced(resultsOf, `"content":[`, `"content":[{"type":"tool_result","tool_use_id":"c9","content":"x"},`), itSays),
		Entry("a thought is made up", "persist/reload-equals-live", userSays, replaced(itCalls, "Hm.", "Aha."), resultsOf, itSays),
		Entry("a child speaks in it", "persist/no-foreign", userSays, itCalls, resultsOf, `{"role":"assistant","content":"Well.Doing work."}`),
		Entry("there is none", "persist/reload-equals-live"),
	)

	It("takes another id where the session's own is no use", func() {
		twice := `{"sessions":[{"id":"s","messages":[{"role":"assistant","calls":[{"id":"a","name":"ls","args":"{}","status":"done","result":"1"},{"id":"a","name":"ls","args":"{}","status":"done","result":"2"}]}]}]}`
		all, _ := stored(kept(twice, twice, provider.Anthropic,
			`{"role":"assistant","content":[{"type":"tool_use","id":"a","name":"ls","input":{}},{"type":"tool_use","id":"a-2","name":"ls","input":{}}]}`,
			`{"role":"user","content":[{"type":"tool_result","tool_use_id":"a","content":"1"},{"type":"tool_result","tool_use_id":"a-2","content":"2"}]}`))
		Expect(all).To(BeEmpty())
	})

	It("of nothing at all is empty", func() {
		all, _ := stored(kept(`{}`, `{}`, provider.Anthropic))
		Expect(all).To(BeEmpty())
	})
})

var _ = Describe("The rules about logs", func() {
	It("are judged on what is live as well, the others only on what came out of a store", func() {
		var live []string
		for _, c := range check.All() {
			if r, _ := spec.RuleByID(c.Rule); r.Family == "persist" && !c.OfStores() {
				live = append(live, c.Rule)
			}
		}
		Expect(live).To(ConsistOf("persist/fresh-run", "persist/log-append-only"))
	})

	It("are touched where there is a log, and for a fresh run where the agent ran twice", func() {
		touched := func(rule, agents string) bool {
			c, _ := check.ByRule(rule)
			return c.Judge(kept(`{"agents":[`+agents+`]}`, `{}`, "")).Touched
		}
		once := `{"name":"a","call":"c1","parent":"s","log":[{"id":"x","tool":"ls"}]}`
		Expect(touched("persist/log-append-only", once)).To(BeTrue())
		Expect(touched("persist/fresh-run", once)).To(BeFalse())
		Expect(touched("persist/fresh-run", once+`,{"name":"a","call":"c2","parent":"s"}`)).To(BeTrue())
	})
})
