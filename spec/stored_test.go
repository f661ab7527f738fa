package spec_test

import (
	"encoding/json"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/spec"
)

var _ = Describe("What is asked of a reloaded transcript", func() {
	const live = `{"outcome":"completed","active":[{"session":"s","call":"a","phase":"executing"}],
		"agents":[{"name":"x","call":"t","parent":"s","status":"running"}],
		"sessions":[{"id":"s","status":"closed","turns":[{"status":"completed"}],"messages":[{"role":"assistant","turn":0,"complete":true,
		"stop_reason":"end","usage":{"input":1,"output":2},"parts":[{"kind":"text","text":"Hi."}],
		"calls":[{"id":"a","status":"cancelled"},{"id":"b","status":"abandoned","result":"late"},{"id":"c","status":"denied","is_error":true}]}]},
		{"id":"k","parent":"s","status":"open"}]}`
	const vendor = `{"agents":[{"name":"x","call":"t","parent":"s","status":"failed"}],
		"sessions":[{"id":"s","messages":[{"role":"assistant","parts":[{"kind":"text","text":"Hi."}],
		"calls":[{"id":"a","status":"abandoned"},{"id":"b","status":"done","result":"late"},{"id":"c","status":"failed","is_error":true}]}]}]}`

	read := func(text string) *spec.Transcript {
		var t spec.Transcript
		Expect(json.Unmarshal([]byte(text), &t)).To(Succeed())
		return &t
	}
	differences := func(f spec.Features, want, got string) []spec.Difference {
		w, g := spec.Stored(&f, read(want), read(got))
		return spec.Compare{Observes: spec.StoredParts(spec.AllParts())}.Transcripts(&w, &g)
	}
	omitting := func(all ...spec.Omission) spec.Features { return spec.Features{HistoryOmits: all} }
	everything := []spec.Omission{spec.OmitTurns, spec.OmitEnds, spec.OmitUsage, spec.OmitPhases, spec.OmitChildren}

	It("is not what is of the moment", func() {
		parts := spec.StoredParts(spec.AllParts())
		Expect(parts.Names()).To(Equal([]string{"sessions", "turns", "messages", "calls", "agents"}))
	})

	It("is all the rest where the dialect's history leaves out nothing", func() {
		Expect(differences(spec.Features{}, live, live)).To(BeEmpty())
		Expect(differences(spec.Features{}, live, vendor)).NotTo(BeEmpty())
	})

	It("is not what the dialect's history leaves out", func() {
		Expect(differences(omitting(everything...), live, vendor)).To(BeEmpty())
		for i := range everything {
			less := append(append([]spec.Omission{}, everything[:i]...), everything[i+1:]...)
			Expect(differences(omitting(less...), live, vendor)).NotTo(BeEmpty(), string(everything[i]))
		}
	})

	It("is every sub-session of a store that has some, even where the history leaves them out", func() {
		const other = `{"agents":[{"name":"x","call":"t","parent":"s","status":"failed"}],"sessions":[{"id":"q","parent":"s","status":"open"}]}`
		found := differences(omitting(everything...), live, other)
		Expect(found).To(ContainElement(HaveField("Path", `sessions["k"]`)))
	})

	It("is no sub-session that still runs where the history leaves those out, unless the store has some of it", func() {
		const with = `{"sessions":[{"id":"s","status":"open"},{"id":"k","parent":"s","status":"open","messages":[{"role":"assistant"}]}]}`
		const without = `{"sessions":[{"id":"s","status":"open"}]}`
		const wrong = `{"sessions":[{"id":"s","status":"open"},{"id":"k","parent":"s","status":"open","messages":[{"role":"user"}]}]}`
		Expect(differences(omitting(spec.OmitRunning), with, without)).To(BeEmpty())
		Expect(differences(omitting(), with, without)).NotTo(BeEmpty())
		Expect(differences(omitting(spec.OmitRunning), with, wrong)).NotTo(BeEmpty())
		const over = `{"sessions":[{"id":"s","status":"open"},{"id":"k","parent":"s","status":"closed","messages":[{"role":"assistant"}]}]}`
		Expect(differences(omitting(spec.OmitRunning), over, without)).NotTo(BeEmpty())
	})

	It("leaves both transcripts as they were", func() {
		want := read(live)
		f := omitting(everything...)
		spec.Stored(&f, want, read(vendor))
		Expect(want).To(Equal(read(live)))
	})
})
