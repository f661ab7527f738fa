package ids_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/leanovate/gopter"
	"github.com/leanovate/gopter/gen"
	"github.com/leanovate/gopter/prop"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/ids"
)

func TestIDs(t *testing.T) {
	RegisterFailHandler(Fail)
	RunSpecs(t, "IDs")
}

// marked puts the class and the old session before each id.
func marked(c ids.Class, session, id string) string {
	if id == "" {
		return ""
	}
	return c.String() + "/" + session + "/" + id
}

// doubled writes each id twice, and halved takes that back.
func doubled(_ ids.Class, _, id string) string { return id + id }
func halved(_ ids.Class, _, id string) string  { return id[:len(id)/2] }

// texts are the strings that a value holds, behind pointers and in lists, with the path of
// each.
func texts(path string, v reflect.Value, into map[string]string) {
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if !v.IsNil() {
			texts(path, v.Elem(), into)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			texts(path+"."+v.Type().Field(i).Name, v.Field(i), into)
		}
	case reflect.Slice:
		for i := range v.Len() {
			texts(path+"[]", v.Index(i), into)
		}
	case reflect.String:
		into[path] = v.String()
	}
}

// fill gives each string of a value the text x, and each list one element.
func fill(v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(v.Elem())
	case reflect.Struct:
		for i := range v.NumField() {
			fill(v.Field(i))
		}
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		fill(v.Index(0))
	case reflect.String:
		v.SetString("x")
	case reflect.Bool:
		v.SetBool(true)
	}
}

// replacedIn are the paths of the strings that are not x any more, and how they begin.
func replacedIn(value any) map[string]string {
	all := map[string]string{}
	texts("", reflect.ValueOf(value), all)
	for path, text := range all {
		if all[path] = strings.TrimSuffix(text, "/x"); text == "x" {
			delete(all, path)
		}
	}
	return all
}

var _ = Describe("A map of ids", func() {
	It("replaces each id of an event, by its class and session, and nothing else", func() {
		var e spec.Event
		fill(reflect.ValueOf(&e).Elem())
		e.Global, e.Session, e.Parent.ID = false, "in", "out"
		ids.Map(marked).Event(&e)
		Expect(replacedIn(&e)).To(Equal(map[string]string{
			".ID": "event/in", ".Wait": "wait/in", ".Turn": "turn/in", ".Message": "message/in", ".Call": "call/in",
			".Session": "session/in/in", ".Parent.ID": "session/out/out", ".ParentCall.ID": "call/out",
			".Retracts[]": "event/in", ".Log[].ID": "call/in",
			".Messages[].Message": "message/in", ".Messages[].Parts[].Call": "call/in",
		}))
	})

	It("leaves the session of an event that is about all of them", func() {
		e := spec.Event{Global: true, Session: "in", Message: "m"}
		ids.Map(marked).Event(&e)
		Expect(e.Session).To(Equal("in"))
		Expect(e.Message).To(Equal("message/in/m"))
	})

	It("replaces each id of a transcript, by its class and session, and nothing else", func() {
		var t spec.Transcript
		fill(reflect.ValueOf(&t).Elem())
		t.Sessions[0].ID = "in"
		t.Active[0].Session, t.Agents[0].Parent = "on", "out"
		got := ids.Map(marked).Transcript(&t)
		Expect(replacedIn(&got)).To(Equal(map[string]string{
			".Sessions[].ID": "session/in/in", ".Sessions[].Parent": "session/x", ".Sessions[].ParentCall": "call/in",
			".Sessions[].Messages[].ID": "message/in", ".Sessions[].Orphans[].ID": "call/in",
			".Sessions[].Messages[].Calls[].ID": "call/in", ".Sessions[].Messages[].Calls[].Child": "session/x",
			".Sessions[].Held[].ID": "call/in", ".Sessions[].Held[].Child": "session/x",
			".Sessions[].Abandoned[].ID": "call/in", ".Sessions[].Abandoned[].Child": "session/x",
			".Active[].Session": "session/on/on", ".Active[].Call": "call/on",
			".Agents[].Session": "session/x", ".Agents[].Parent": "session/out/out", ".Agents[].Call": "call/out", ".Agents[].Log[].ID": "call/out",
			".Anomalies[].Session": "session/x",
		}))
	})

	It("changes no event and no transcript that it copies", func() {
		var t spec.Transcript
		fill(reflect.ValueOf(&t).Elem())
		ids.Map(marked).Transcript(&t)
		Expect(replacedIn(&t)).To(BeEmpty())

		var e spec.Event
		fill(reflect.ValueOf(&e).Elem())
		kept := e
		ids.Map(marked).Event(&e)
		Expect(replacedIn(&kept)).To(BeEmpty(), "what the event points to")
	})

	It("replaces the tool runs in the path of a session, and keeps the path's names", func() {
		m := ids.Map(func(_ ids.Class, _, id string) string { return strings.ToUpper(id) })
		Expect(m.Session("tools:ab|model:cd|tools:ef")).To(Equal("tools:AB|model:cd|tools:EF"))
		Expect(m.Session("plain|tools:ef")).To(Equal("PLAIN|TOOLS:EF"), "which is no path")
	})

	It("is undone by its inverse", func() {
		parameters := gopter.DefaultTestParametersWithSeed(1)
		parameters.Workers = 1
		properties := gopter.NewProperties(parameters)
		properties.Property("of events", prop.ForAll(func(session, parent, call, message string, retracts []string, global bool) bool {
			e := spec.Event{Session: session, Parent: spec.To(parent), ParentCall: spec.To(call), Call: call, Message: message, Global: global, Retracts: retracts}
			e.Messages = []spec.Snapshot{{Message: message, Parts: []spec.SnapshotPart{{Call: call}}}}
			was := e
			ids.Map(doubled).Event(&e)
			ids.Map(halved).Event(&e)
			return reflect.DeepEqual(e, was)
		}, gen.AlphaString(), gen.AlphaString(), gen.AlphaString(), gen.AlphaString(), gen.SliceOf(gen.AlphaString()), gen.Bool()))
		Expect(properties.Run(gopter.ConsoleReporter(false))).To(BeTrue())
	})
})

var _ = Describe("The texts of an event", func() {
	m := ids.Map(func(_ ids.Class, _, id string) string { return "new-" + id })

	It("get the new ids of sub-sessions where these stand as strings, and nowhere else", func() {
		e := spec.Event{
			Args: `{"id":"s1","about":"s1 and s2"}`, Result: []byte(`"{\"id\":\"s2\"}"`),
			Messages: []spec.Snapshot{{Parts: []spec.SnapshotPart{{Args: `["s1"]`, Result: []byte(`"s3"`)}}}},
		}
		parts := e.Messages[0].Parts
		m.Texts(&e, []string{"s1", "s2"})
		Expect(e.Args).To(Equal(`{"id":"new-s1","about":"s1 and s2"}`))
		Expect(string(e.Result)).To(Equal(`"{\"id\":\"new-s2\"}"`))
		Expect(e.Messages[0].Parts[0].Args).To(Equal(`["new-s1"]`))
		Expect(string(e.Messages[0].Parts[0].Result)).To(Equal(`"s3"`), "which is no session of those")
		Expect(parts[0].Args).To(Equal(`["s1"]`), "what the event pointed to stays")
	})

	It("stay without a result where there was none", func() {
		e := spec.Event{Args: `"s1"`}
		m.Texts(&e, []string{"s1"})
		Expect(e.Result).To(BeNil())
	})
})

var _ = Describe("The sub-sessions that calls name in their texts", func() {
	events := []spec.Event{
		{Kind: spec.SessionOpen, Session: "a", Parent: spec.To("")}, {Kind: spec.SessionOpen, Session: ""},
		{Kind: spec.Text, Session: "b"}, {Kind: spec.SessionOpen, Session: "c", Parent: spec.To("a")},
	}

	It("are those that are opened, in a dialect whose calls say what becomes of agents", func() {
		f := spec.Features{Agents: []spec.AgentSample{{}}}
		silent := ids.Silent(&f, events)
		Expect(silent).To(ContainElements("a", "c"))
		Expect(slices.Contains(silent, "b")).To(BeFalse(), "nothing opens it")
	})

	It("are none in any other dialect", func() {
		Expect(ids.Silent(&spec.Features{}, events)).To(BeEmpty())
	})
})

var _ = Describe("A class of ids", func() {
	It("is read back from its name", func() {
		for c := ids.Sessions; c <= ids.Waits; c++ {
			text, err := c.MarshalText()
			Expect(err).NotTo(HaveOccurred())
			var back ids.Class
			Expect(back.UnmarshalText(text)).To(Succeed())
			Expect(back).To(Equal(c))
		}
	})

	It("is refused by another name, which the error quotes", func() {
		var c ids.Class
		Expect(c.UnmarshalText([]byte("colour"))).To(MatchError(`ids: no class of ids "colour"`))
	})
})
