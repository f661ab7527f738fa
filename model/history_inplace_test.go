package model_test

import (
	"fmt"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/spec"
)

var _ = Describe("A history in place", func() {
	dialect := namedDialect
	dialect.HistoryInPlace, dialect.OneText, dialect.Reopens, dialect.CallsOutlast = true, true, true, true

	const before = `
		{"kind":"turn.start","turn":"1"}
		{"kind":"text","message":"t","form":"thought","text":"hm"}
		{"kind":"text","message":"m1","text":"On"}
		{"kind":"message.close","message":"m1"}
		{"kind":"call.open","message":"m2","call":"c1","name":"ls"}
		{"kind":"args","call":"c1","text":"{"}
		{"kind":"text","message":"m3","text":"gone"}`

	shown := func(t spec.Transcript) []string {
		var all []string
		for _, m := range session(t, "").Messages {
			line := m.ID + ":"
			for _, p := range m.Parts {
				if p.Kind == spec.CallPart {
					line += m.Calls[*p.Call].ID + "=" + string(m.Calls[*p.Call].Status) + " "
					continue
				}
				line += p.Text + " "
			}
			all = append(all, line)
		}
		return all
	}

	It("replaces what it lists where that stands, adds the rest behind, and drops what it leaves out, but for thoughts", func() {
		t := open(dialect, before+`
			{"kind":"history","complete":true,"messages":[{"message":"u","role":"user","parts":[{"kind":"text","text":"Hi"}]},{"message":"m2","role":"assistant","parts":[{"kind":"text","text":"So"},{"kind":"call","call":"c1","name":"ls","args":"{}"}]},{"message":"m1","role":"assistant","agent":"a","parts":[{"kind":"text","text":"Off"}]}]}`)
		Expect(shown(t)).To(Equal([]string{"t:hm ", "m1:Off ", "m2:So c1=preparing ", "u:Hi "}))
		Expect(session(t, "").Turns).To(ConsistOf(HaveField("Status", spec.Open)), "the turn goes on")
		Expect(session(t, "").Messages[3]).To(And(HaveField("Role", "user"), HaveField("Complete", true)))
		Expect(*session(t, "").Messages[1].Agent).To(Equal("a"))
		Expect(t.Anomalies).To(BeEmpty())
	})

	It("lets what is open go on behind it", func() {
		t := open(dialect, before+`
			{"kind":"history","complete":true,"messages":[{"message":"m2","role":"assistant","parts":[{"kind":"call","call":"c1","name":"ls","args":"{"}]},{"message":"m3","role":"assistant","parts":[{"kind":"text","text":"stays"}]}]}
			{"kind":"args","call":"c1","text":"}"}
			{"kind":"args.end","call":"c1"}
			{"kind":"text","message":"m3","text":" on"}
			{"kind":"call.done","call":"c1","result":"1"}`)
		Expect(shown(t)).To(Equal([]string{"t:hm ", "m2:c1=done ", "m3:stays on "}))
		Expect(session(t, "").Messages[1].Calls[0].Args).To(Equal("{}"))
		Expect(t.Anomalies).To(BeEmpty())
	})

	It("drops thoughts, too, where it has one of its own", func() {
		t := open(dialect, before+`
			{"kind":"history","complete":true,"messages":[{"message":"t2","role":"assistant","parts":[{"kind":"thought","text":"so"}]}]}`)
		Expect(shown(t)).To(Equal([]string{"t2:so "}))
		Expect(t.Active).To(BeEmpty())
	})

	It("keeps a result that it does not repeat, and takes one that it tells", func() {
		t := open(dialect, before+`
			{"kind":"call.done","call":"c1","result":"1"}
			{"kind":"history","complete":true,"messages":[{"message":"m2","role":"assistant","parts":[{"kind":"call","call":"c1","name":"ls","args":"{}"},{"kind":"call","call":"c2","name":"ls","answered":true,"is_error":true,"result":"no"}]}]}`)
		Expect(shown(t)).To(Equal([]string{"t:hm ", "m2:c1=done c2=failed "}))
		Expect(session(t, "").Messages[1].Calls[0].Result).To(MatchJSON(`"1"`))
	})

	It("takes the calls of a message that share an id in their order", func() {
		list := `
			{"kind":"history","complete":true,"messages":[{"message":"m2","role":"assistant","parts":[{"kind":"call","call":"c1","name":"ls","args":"{}"},{"kind":"call","call":"c1","name":"ls","args":"[]"%s}]}]}`
		t := open(dialect, before+fmt.Sprintf(list, ``)+`
			{"kind":"call.done","call":"c1","result":"2"}`+fmt.Sprintf(list, `,"answered":true,"result":"2"`))
		Expect(shown(t)).To(Equal([]string{"t:hm ", "m2:c1=preparing c1=done "}))
		Expect(session(t, "").Messages[1].Calls[0].Args).To(Equal("{}"))
		Expect(session(t, "").Messages[1].Calls[1].Result).To(MatchJSON(`"2"`))
	})

	It("reports a call once whose arguments it makes malformed, however often it changes them", func() {
		list := `
			{"kind":"history","complete":true,"messages":[{"message":"m2","role":"assistant","parts":[{"kind":"call","call":"c1","name":"ls","args":"{%s"}]}]}`
		t := open(dialect, before+`
			{"kind":"args","call":"c1","text":"}"}
			{"kind":"args.end","call":"c1"}`+fmt.Sprintf(list, "a")+fmt.Sprintf(list, "b"))
		Expect(t.Anomalies).To(ConsistOf(HaveField("Kind", spec.MalformedArguments)))
		Expect(session(t, "").Messages[1].Calls[0].Args).To(Equal("{b"))
	})

	It("keeps apart, once, a result that answers none of its calls", func() {
		list := `
			{"kind":"history","complete":true,"messages":[{"role":"user","parts":[{"kind":"call","call":"x","answered":true,"result":"?"}]}]}`
		t := open(dialect, before+list+list)
		Expect(session(t, "").Orphans).To(ConsistOf(HaveField("ID", "x")))
		Expect(kinds(t)).To(Equal([]spec.AnomalyKind{spec.OrphanResult}))
	})

	It("tells a session that nobody mentioned, and one that has ended, without opening either", func() {
		t := ended(dialect, before+`
			{"kind":"turn.end","turn":"1"}
			{"kind":"history","complete":true,"messages":[{"message":"n","role":"assistant","parts":[{"kind":"call","call":"c9","name":"ls"}]}]}
			{"kind":"history","session":"new","complete":true,"messages":[{"message":"k","role":"assistant","parts":[{"kind":"text","text":"a"}]}]}`)
		Expect(session(t, "").Turns).To(ConsistOf(HaveField("Status", spec.Completed)))
		Expect(session(t, "").Messages[1].Calls[0].Status).To(Equal(spec.Abandoned))
		Expect(session(t, "new").Turns).To(ConsistOf(HaveField("Status", spec.Completed)))
	})
})
