package check_test

import (
	"encoding/json"
	"fmt"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/model"
	"github.com/quock-dev/quock/model/check"
	"github.com/quock-dev/quock/model/check/adapted"
	"github.com/quock-dev/quock/spec"
)

// rich is a dialect that says nearly everything; poor has one session, no
// metadata, and results that are text.
var (
	rich = spec.Features{
		Dialect: "rich", Owner: spec.Named, MessageIDs: true, MessageEnd: true, UserMessages: true, Thoughts: true,
		Turns: spec.TurnsMarked, TurnStarts: true, Terminal: true, Preparing: true, ArgsDeltas: true, ArgsMarker: true,
		ArgsText: true, ErrorResults: true, ChildEdges: true, ChildLink: true, Speakers: true, Metadata: true,
		StopReasons: true, MessageUsage: true, Errors: true, Cancels: true, Waits: true,
	}
	poor = spec.Features{
		Dialect: "poor", Owner: spec.Named, MessageIDs: true, MessageStart: true, MessageEnd: true, NamelessRoot: true,
		Turns: spec.TurnsMarked, Terminal: true, Preparing: true, ArgsDeltas: true, ArgsMarker: true,
		Children: spec.ChildrenNone, TextResults: true, StopReasons: true, MessageUsage: true, Errors: true,
	}
)

func with(f spec.Features, change func(*spec.Features)) spec.Features {
	change(&f)
	return f
}

// events reads lines of the neutral dialect.
func events(lines ...string) []spec.Event {
	GinkgoHelper()
	var all []spec.Event
	for i, line := range lines {
		e := spec.Event{Record: i + 1}
		Expect(json.Unmarshal([]byte(line), &e)).To(Succeed(), line)
		all = append(all, e)
	}
	return all
}

func reading(f spec.Features, lines ...string) *adapted.Reading {
	GinkgoHelper()
	s := spec.Stream{Features: f, Events: events(lines...), End: spec.EOF}
	means := model.Run(s, spec.Policies{HeldAttach: "open", ArgumentsComplete: "value"})
	return &adapted.Reading{Stream: s, Means: &means}
}

// judged are the differences that each rule of the family speaks of.
func judged(e *check.Evidence) map[string][]string {
	all := map[string][]string{}
	for _, id := range []string{"adapt/commutes", "adapt/well-formed", "adapt/no-invention"} {
		c, ok := check.ByRule(id)
		Expect(ok).To(BeTrue())
		for _, d := range c.Judge(e).Differences {
			all[id] = append(all[id], d.String())
		}
	}
	return all
}

// on is each line with the session that it is of.
func on(session string, lines ...string) []string {
	for i := range lines {
		lines[i] = strings.Replace(lines[i], "{", fmt.Sprintf(`{"session":%q,`, session), 1)
	}
	return lines
}

var records = []string{
	`{"kind":"turn.start","turn":"t"}`,
	`{"kind":"message.open","message":"m","role":"assistant"}`,
	`{"kind":"text","message":"m","text":"I look."}`,
	`{"kind":"call.open","message":"m","call":"c","name":"ls"}`,
	`{"kind":"args","message":"m","call":"c","text":"{\"a\": 1}"}`,
	`{"kind":"args.end","message":"m","call":"c"}`,
	`{"kind":"message.close","message":"m","stop_reason":"tool_use"}`,
	`{"kind":"call.done","call":"c","result":["x"]}`,
	`{"kind":"turn.end","turn":"t"}`,
}

// but is a stream with some of its lines replaced; "" leaves one out.
func but(lines []string, changes map[int]string) []string {
	var all []string
	for i, line := range lines {
		if change, ok := changes[i]; ok {
			line = change
		}
		if line != "" {
			all = append(all, line)
		}
	}
	return all
}

var _ = Describe("What two dialects share", func() {
	between := func(in, out spec.Features, a spec.Adapting, input, output []string) map[string][]string {
		GinkgoHelper()
		shared := adapted.Between(in, out, a)
		return judged(check.Adapting(&shared, reading(in, input...), reading(out, output...), -1))
	}
	dropped, flattened := spec.Adapting{Children: spec.ChildrenDropped}, spec.Adapting{Children: spec.ChildrenFlattened}

	It("is everything between a dialect and itself", func() {
		Expect(between(rich, rich, dropped, records, records)).To(BeEmpty())
		compared, not := sharedWords(rich, rich)
		Expect(compared).To(ContainElements("sessions", "turns", "metadata", "agents"))
		Expect(not).To(Equal([]string{"quota"}))
	})

	DescribeTable("is told by what both declare: of an output that says otherwise",
		func(in, out spec.Features, changes map[int]string, rule, words string) {
			found := between(in, out, dropped, records, but(records, changes))
			if rule == "" {
				Expect(found).To(BeEmpty())
				return
			}
			Expect(found).To(HaveKeyWithValue(rule, ContainElement(ContainSubstring(words))), "%v", found)
			Expect(found).To(HaveLen(1))
		},
		Entry("the spelling of arguments counts where both carry text", rich, rich,
			map[int]string{4: `{"kind":"args","message":"m","call":"c","text":"{\"a\":1}"}`}, "adapt/commutes", "calls[0].args"),
		Entry("and not where one carries a value", rich, poor,
			map[int]string{4: `{"kind":"args","message":"m","call":"c","text":"{\"a\":1}"}`}, "", ""),
		Entry("but their value does", rich, poor,
			map[int]string{4: `{"kind":"args","message":"m","call":"c","text":"{\"a\":2}"}`}, "adapt/commutes", "calls[0].args"),
		Entry("a stop reason counts by its meaning", rich, poor,
			map[int]string{6: `{"kind":"message.close","message":"m","stop_reason":"tool-calls"}`}, "", ""),
		Entry("and none for another", rich, poor,
			map[int]string{6: `{"kind":"message.close","message":"m","stop_reason":"length"}`}, "adapt/commutes", "stop_reason"),
		Entry("a result may be the text of the value where the output has only text", rich, poor,
			map[int]string{7: `{"kind":"call.done","call":"c","result":"[\"x\"]"}`}, "", ""),
		Entry("but not where it has values", rich, with(poor, func(f *spec.Features) { f.TextResults = false }),
			map[int]string{7: `{"kind":"call.done","call":"c","result":"[\"x\"]"}`}, "adapt/commutes", "calls[0].result"),
		Entry("a name counts as it is", rich, poor,
			map[int]string{3: `{"kind":"call.open","message":"m","call":"c","name":"mcp__x__ls"}`}, "adapt/commutes", "calls[0].name"),
		Entry("a result that is lost is missed", rich, poor, map[int]string{7: ""}, "adapt/commutes", "calls[0].result"),
		Entry("ids of messages count where both have them", rich, poor, map[int]string{
			1: `{"kind":"message.open","message":"n","role":"assistant"}`, 2: `{"kind":"text","message":"n","text":"I look."}`,
			3: `{"kind":"call.open","message":"n","call":"c","name":"ls"}`, 4: `{"kind":"args","message":"n","call":"c","text":"{\"a\":1}"}`,
			5: `{"kind":"args.end","message":"n","call":"c"}`, 6: `{"kind":"message.close","message":"n","stop_reason":"tool_use"}`,
		}, "adapt/commutes", "messages[0].id"),
	)

	It("is no more than that arguments were none where an output must say {}", func() {
		none := but(records, map[int]string{4: ""})
		braces := but(records, map[int]string{4: `{"kind":"args","message":"m","call":"c","text":"{}"}`})
		Expect(between(rich, poor, dropped, none, braces)).To(BeEmpty())
		Expect(between(rich, rich, dropped, none, braces)).NotTo(BeEmpty())
	})

	Describe("of sub-sessions, where the output has one session", func() {
		child := on("k",
			`{"kind":"session.open","parent":"","parent_call":"c","agent":"scout"}`,
			`{"kind":"message.open","message":"a","role":"assistant"}`, `{"kind":"text","message":"a","text":"one"}`, `{"kind":"message.close","message":"a"}`,
			`{"kind":"message.open","message":"b","role":"assistant"}`, `{"kind":"text","message":"b","text":"two"}`, `{"kind":"message.close","message":"b"}`,
			`{"kind":"session.close"}`)
		input := append(append(append([]string{}, records[:7]...), child...), records[7:]...)
		message := func(id, text string) []string {
			return []string{
				fmt.Sprintf(`{"kind":"message.open","message":%q,"role":"assistant"}`, id),
				fmt.Sprintf(`{"kind":"text","message":%q,"text":%q}`, id, text), fmt.Sprintf(`{"kind":"message.close","message":%q}`, id),
			}
		}
		output := func(records []string, messages ...[]string) []string {
			all := append([]string{}, records[:8]...)
			for _, m := range messages {
				all = append(all, m...)
			}
			return append(all, records[8])
		}

		It("is nothing but their call and its result, if they are dropped", func() {
			Expect(between(rich, poor, dropped, input, records)).To(BeEmpty())
			leaked := between(rich, poor, dropped, input, output(records, message("a", "one")))
			Expect(leaked).To(HaveKeyWithValue("adapt/commutes", ContainElement(ContainSubstring("messages[1] extra"))))
		})

		It("is what they said, each in its order, if they are flattened", func() {
			Expect(between(rich, poor, flattened, input, output(records, message("a", "one"), message("b", "two")))).To(BeEmpty())
			Expect(between(rich, poor, flattened, input, records)).To(HaveKey("adapt/commutes"))
			Expect(between(rich, poor, flattened, input, output(records, message("b", "two"), message("a", "one")))).To(HaveKey("adapt/commutes"))
		})

		Describe("and of their order", func() {
			// meaning what is written of the three in each order
			orders := func(input []string) map[string]map[string][]string {
				found := map[string]map[string][]string{}
				texts := map[string]string{"a": "one", "b": "two", "z": "done"}
				for _, order := range []string{"abz", "azb", "zab"} {
					var messages [][]string
					for _, id := range strings.Split(order, "") {
						messages = append(messages, message(id, texts[id]))
					}
					found[order] = between(rich, poor, flattened, input, output(records, messages...))
				}
				return found
			}

			It("puts what the root began when they had ended behind them", func() {
				later := append(append(append([]string{}, input[:len(input)-1]...), message("z", "done")...), input[len(input)-1])
				found := orders(later)
				Expect(found["abz"]).To(BeEmpty())
				Expect(found["azb"]).To(HaveKey("adapt/commutes"))
				Expect(found["zab"]).To(HaveKey("adapt/commutes"))
			})

			It("leaves it open where they overlap", func() {
				z := message("z", "done")
				around := append(append([]string{}, records[:7]...), z[0])
				around = append(append(append(append(around, child...), records[7]), z[1:]...), records[8])
				for order, found := range orders(around) {
					Expect(found).To(BeEmpty(), order)
				}
			})

			It("puts nothing of a session before the message with its call", func() {
				first := append(append([]string{}, message("a", "one")...), records...)
				found := between(rich, poor, flattened, input, append(first[:len(first)-1], append(message("b", "two"), records[8])...))
				Expect(found).To(HaveKey("adapt/commutes"))
			})
		})

		Describe("and of who speaks", func() {
			labelled := with(poor, func(f *spec.Features) { f.Metadata, f.MetadataScoped = true, true })
			in := with(rich, func(f *spec.Features) { f.Metadata = false })
			policy := spec.Adapting{Children: spec.ChildrenFlattened, Label: "acme.agent"}
			spoken := func(metadata string) []string {
				a, b := message("a", "one"), message("b", "two")
				for _, m := range [][]string{a, b} {
					m[1] = strings.TrimSuffix(m[1], "}") + metadata + "}"
				}
				return output(records, a, b)
			}

			It("is the agent at the path that the adapter declares", func() {
				Expect(between(in, labelled, policy, input, spoken(`,"metadata":{"acme":{"agent":"scout"}}`))).To(BeEmpty())
			})
			It("misses it where it is lost", func() {
				Expect(between(in, labelled, policy, input, spoken(``))).To(HaveKeyWithValue("adapt/commutes", HaveLen(2)))
			})
			It("takes another for made up", func() {
				found := between(in, labelled, policy, input, spoken(`,"metadata":{"acme":{"agent":"subagent"}}`))
				Expect(found).To(HaveLen(1))
				Expect(found).To(HaveKeyWithValue("adapt/no-invention", HaveLen(2)))
			})
			It("is not asked for where no path is declared", func() {
				Expect(between(in, labelled, flattened, input, spoken(``))).To(BeEmpty())
			})
			It("must be where readers look for it", func() {
				found := between(in, labelled, policy, input, spoken(`,"metadata":{"agent":"scout"}`))
				Expect(found).To(HaveKeyWithValue("adapt/well-formed", ContainElement(ContainSubstring("an object of objects"))))
			})
		})
	})

	It("lets ids change that are not unique, and no others", func() {
		again := append(append([]string{}, records[:8]...),
			`{"kind":"message.open","message":"n","role":"assistant"}`, `{"kind":"call.open","message":"n","call":"c","name":"cp"}`,
			`{"kind":"message.close","message":"n"}`, `{"kind":"call.done","call":"c","result":"y"}`, records[8])
		renamed := append([]string{}, again...)
		renamed[9] = strings.Replace(renamed[9], `"c"`, `"c~2"`, 1)
		renamed[11] = strings.Replace(renamed[11], `"c"`, `"c~2"`, 1)
		Expect(between(rich, poor, dropped, again, renamed)).To(BeEmpty())
		found := between(rich, poor, dropped, records, but(records, map[int]string{
			3: `{"kind":"call.open","message":"m","call":"d","name":"ls"}`, 4: `{"kind":"args","message":"m","call":"d","text":"{\"a\": 1}"}`,
			5: `{"kind":"args.end","message":"m","call":"d"}`, 7: `{"kind":"call.done","call":"d","result":["x"]}`,
		}))
		Expect(found).NotTo(BeEmpty())
	})
})

var _ = Describe("What an adapter lacks", func() {
	It("is not compared, and is named with what is not", func() {
		s := adapted.Between(rich, rich, spec.Adapting{Lacks: spec.FieldComplete | spec.FieldStopReasons})
		Expect(s.Observes().Lacks()).To(Equal(spec.FieldComplete | spec.FieldStopReasons))
		compared, not := s.Words()
		Expect(compared).NotTo(ContainElement("stop reasons"))
		Expect(not).To(ContainElement("stop reasons"))
	})
})

func sharedWords(in, out spec.Features) (compared, not []string) {
	s := adapted.Between(in, out, spec.Adapting{})
	return s.Words()
}
