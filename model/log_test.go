package model_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/model"
	"github.com/quock-dev/quock/spec"
)

var _ = Describe("The tool log of a run", func() {
	const delegated = `
		{"kind":"turn.start","session":"m","turn":"t"}
		{"kind":"call.open","session":"m","message":"a","slot":"0","call":"c1","name":"task","args":"{\"subagent_type\":\"reader\"}"}
		{"kind":"args.end","session":"m","message":"a","call":"c1"}
		{"kind":"call.open","session":"m","message":"a","slot":"1","call":"c2","name":"task","args":"{\"subagent_type\":\"reader\"}"}
		{"kind":"args.end","session":"m","message":"a","call":"c2"}`

	logs := func(t spec.Transcript) map[string][]string {
		by := map[string][]string{}
		for _, run := range t.Agents {
			for _, entry := range run.Log {
				by[run.Call] = append(by[run.Call], entry.ID)
			}
		}
		return by
	}
	capped := func(most, lines string) spec.Transcript {
		return model.Run(spec.Stream{Features: namedDialect, Events: events(lines), End: spec.EOF}, spec.Policies{LogCap: most})
	}

	It("belongs to the run of its call and grows in order, each entry once", func() {
		t := open(namedDialect, delegated+`
			{"kind":"log","session":"m","call":"c1","log":[{"id":"x","tool":"ls"}]}
			{"kind":"log","session":"m","call":"c2","log":[{"id":"z","tool":"ls"}]}
			{"kind":"log","session":"m","call":"c1","log":[{"id":"x","tool":"ls"},{"id":"y","tool":"cat"}]}
			{"kind":"log","session":"m","call":"c1","log":[{"id":"y","tool":"cat"}]}`)
		Expect(logs(t)).To(Equal(map[string][]string{"c1": {"x", "y"}, "c2": {"z"}}))
		Expect(t.Agents[0].Log[1]).To(Equal(spec.LogEntry{ID: "y", Tool: "cat"}))
	})

	It("is replaced by one that is complete", func() {
		t := open(namedDialect, delegated+`
			{"kind":"log","session":"m","call":"c1","log":[{"id":"x","tool":"ls"},{"id":"y","tool":"cat"}]}
			{"kind":"log","session":"m","call":"c1","log":[{"id":"y","tool":"cat"},{"id":"y","tool":"cat"}],"complete":true}`)
		Expect(logs(t)).To(Equal(map[string][]string{"c1": {"y"}}))
	})

	It("waits for its call where that comes later", func() {
		t := open(namedDialect, `{"kind":"log","session":"m","call":"c1","log":[{"id":"x","tool":"ls"}]}`+delegated)
		Expect(logs(t)).To(Equal(map[string][]string{"c1": {"x"}}))
	})

	It("keeps the latest entries of each run under a cap", func() {
		lines := delegated + `
			{"kind":"log","session":"m","call":"c1","log":[{"id":"x","tool":"ls"}]}
			{"kind":"log","session":"m","call":"c2","log":[{"id":"1","tool":"a"},{"id":"2","tool":"b"},{"id":"3","tool":"c"}]}`
		Expect(logs(capped("2", lines))).To(Equal(map[string][]string{"c1": {"x"}, "c2": {"2", "3"}}))
		Expect(logs(capped("none", lines))).To(HaveKeyWithValue("c2", HaveLen(3)))
	})

	It("begins empty in a new run of the same agent, and goes on in one that continues a session", func() {
		t := open(namedDialect, delegated+`
			{"kind":"session.open","session":"k","parent":"m","parent_call":"c1"}
			{"kind":"log","session":"m","call":"c1","log":[{"id":"x","tool":"ls"}]}
			{"kind":"session.close","session":"k"}
			{"kind":"call.open","session":"m","message":"a","slot":"2","call":"c3","name":"task","args":"{\"subagent_type\":\"reader\"}"}
			{"kind":"args.end","session":"m","message":"a","call":"c3"}
			{"kind":"session.open","session":"k","parent":"m","parent_call":"c3"}
			{"kind":"log","session":"m","call":"c3","log":[{"id":"y","tool":"cat"}]}`)
		Expect(logs(t)).To(Equal(map[string][]string{"c1": {"x"}, "c3": {"x", "y"}}), "c2 is a new run of the same agent")
	})

	It("is shown as it was when it was asked for", func() {
		s := model.New(namedDialect, spec.Policies{})
		for _, e := range events(delegated + `
			{"kind":"log","session":"m","call":"c1","log":[{"id":"x","tool":"ls"}]}`) {
			s.Step(&e)
		}
		before := s.Transcript()
		s.Step(&spec.Event{Kind: spec.ToolLog, Session: "m", Call: "c1", Log: []spec.LogEntry{{ID: "y"}}, Complete: true})
		Expect(logs(before)).To(Equal(map[string][]string{"c1": {"x"}}))
	})
})
