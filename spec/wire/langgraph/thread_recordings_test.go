package langgraph_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/onsi/ginkgo/v2"
	"github.com/onsi/gomega"
	"golang.org/x/tools/txtar"

	"github.com/quock-dev/quock/model"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/langgraph"
)

// threads are recordings of protocol v3, read in place.
var threads = filepath.Join("..", "..", "..", "..", "shared", "recordings", "langgraph-v3")

func thread(name string) []byte {
	ginkgo.GinkgoHelper()
	text, err := os.ReadFile(filepath.Join(threads, name))
	if os.IsNotExist(err) {
		ginkgo.Skip("the recordings are not beside the repository: " + name)
	}
	gomega.Expect(err).NotTo(gomega.HaveOccurred())
	return text
}

// understood is what the reference reads, in lines.
func understood(name string, text []byte) []string {
	ginkgo.GinkgoHelper()
	variant := "v3"
	if strings.HasSuffix(name, ".jsonl") {
		variant = "v3-lines"
	}
	s, problems, err := wire.DecodeAll(langgraph.New(), variant, bytes.NewReader(text), wire.Limits{})
	gomega.Expect(err).NotTo(gomega.HaveOccurred())
	gomega.Expect(problems).To(gomega.BeEmpty())
	t := model.Run(s, spec.Policies{})
	return outline(&t)
}

// outline is a transcript in short: ids of tasks and of people's messages are left out.
func outline(t *spec.Transcript) []string {
	lines := []string{string(t.Outcome)}
	names := map[string]string{"": "root"}
	for i := range t.Sessions {
		s := &t.Sessions[i]
		if s.ID != "" {
			names[s.ID] = string(rune('A' + len(names) - 1))
			lines = append(lines, fmt.Sprintf("%s is %s's, of %s in %s, %s", names[s.ID], deref(s.Agent), deref(s.ParentCall), names[deref(s.Parent)], s.Status))
		}
		for n := range s.Turns {
			lines = append(lines, fmt.Sprintf("%s turn %s %s", names[s.ID], s.Turns[n].Status, deref(s.Turns[n].Error)))
		}
		for n := range s.Messages {
			lines = append(lines, names[s.ID]+" "+spokenLine(&s.Messages[n]))
		}
		for _, words := range s.Unattributed {
			lines = append(lines, names[s.ID]+" unattributed "+words)
		}
	}
	for i := range t.Anomalies {
		lines = append(lines, fmt.Sprintf("%s in %s", t.Anomalies[i].Kind, names[t.Anomalies[i].Session]))
	}
	for i := range lines {
		lines[i] = strings.TrimSpace(lines[i])
	}
	return lines
}

func deref(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

func spokenLine(m *spec.Message) string {
	name := m.ID
	switch {
	case m.Role == "user":
		name = "user"
	case m.Agent != nil:
		name += " " + *m.Agent + ":"
	}
	words := []string{name}
	for _, p := range m.Parts {
		switch {
		case p.Kind == spec.CallPart:
			c := m.Calls[*p.Call]
			words = append(words, fmt.Sprintf("%s=%s%s:%s", c.ID, c.Name, c.Args, c.Status))
		case p.Kind == spec.ThoughtPart:
			words = append(words, "("+p.Text+")")
		default:
			words = append(words, p.Text)
		}
	}
	if !m.Complete {
		words = append(words, "cut")
	}
	if m.Usage != nil {
		words = append(words, fmt.Sprint(m.Usage.Output))
	}
	return strings.Join(words, " ")
}

// outlines are what must be read from each recording, as its manifest says, by file.
func outlines() map[string]string {
	ginkgo.GinkgoHelper()
	archive, err := txtar.ParseFile(filepath.Join("testdata", "threads.txtar"))
	gomega.Expect(err).NotTo(gomega.HaveOccurred())
	all := map[string]string{}
	for _, f := range archive.Files {
		all[f.Name] = string(f.Data)
	}
	return all
}

var _ = ginkgo.Describe("a recording of protocol v3", func() {
	ginkgo.It("is read as its manifest says, and none is left out", func() {
		all, err := os.ReadDir(threads)
		if err != nil {
			ginkgo.Skip("the recordings are not beside the repository")
		}
		want := outlines()
		for _, file := range all {
			if filepath.Ext(file.Name()) == ".md" {
				continue
			}
			got := strings.Join(understood(file.Name(), thread(file.Name())), "\n") + "\n"
			gomega.Expect(got).To(gomega.Equal(want[file.Name()]), file.Name())
			delete(want, file.Name())
		}
		gomega.Expect(want).To(gomega.BeEmpty(), "recordings that are gone")
	})

	ginkgo.It("that a connection took up again is whole, and one that was sent twice is read once", func() {
		dropped, rest, replayed := thread("reconnect-1-dropped.sse"), thread("reconnect-2-since-seq22.sse"), thread("reconnect-3-full-replay.sse")
		want := understood("whole.sse", replayed)
		gomega.Expect(understood("joined.sse", slices.Concat(dropped, rest))).To(gomega.Equal(want))
		repeated := understood("repeated.sse", slices.Concat(dropped, replayed))
		gomega.Expect(slices.DeleteFunc(repeated, func(l string) bool { return l == "replayed in root" })).To(gomega.Equal(want))
	})

	ginkgo.It("means the same without what other channels repeat", func() {
		whole, filtered := "same-subagent-twice-colliding-ids.sse", "same-subagent-twice-colliding-ids.filtered-messages-tools-lifecycle.sse"
		few := func(name string) (lines []string) {
			for _, line := range understood(name, thread(name)) {
				if !strings.Contains(line, " user ") && !strings.Contains(line, "chatcmpl") {
					lines = append(lines, strings.ReplaceAll(line, " researcher:", ""))
				}
			}
			return lines
		}
		gomega.Expect(few(filtered)).To(gomega.Equal(few(whole)))
	})

	ginkgo.It("that ends anywhere is read as far as it goes", func() {
		text := thread("hitl-two-interrupts-then-resume.sse")
		for at := 0; at < len(text); at += 611 {
			s, problems, err := wire.DecodeAll(langgraph.New(), "v3", bytes.NewReader(text[:at]), wire.Limits{})
			gomega.Expect(err).NotTo(gomega.HaveOccurred())
			gomega.Expect(len(problems)).To(gomega.BeNumerically("<=", 1))
			model.Run(s, spec.Policies{})
		}
	})

	ginkgo.It("goes on in the protocol before, and back, in one thread", func() {
		head, tail, _ := strings.Cut(string(thread("nested-subagents-depth2.anthropic.sse")), "event: checkpoints\n")
		old := "event: custom\ndata: {\"kind\":\"progress\"}\n\n" +
			"event: messages\ndata: [{\"content\":\"Older.\",\"id\":\"m0\",\"type\":\"ai\",\"tool_call_chunks\":[]},{}]\n\n"
		got := understood("mixed.sse", []byte(head+old+"event: checkpoints\n"+tail))
		gomega.Expect(got).To(gomega.ContainElements(gomega.HavePrefix("root m0 Older."), gomega.HavePrefix("B msg_0028 ")))
	})
})

var _ = ginkgo.Describe("A state of protocol v3", func() {
	ginkgo.It("has the result of the message before it, though that lost the start of its stream", func() {
		says := func(method, data string) []byte {
			return fmt.Appendf(nil, `{"type":"event","method":%q,"params":{"namespace":[],"data":%s}}`, method, data)
		}
		s, problems := wire.DecodeRecords(langgraph.New(), "v3-lines", [][]byte{
			says("lifecycle", `{"event":"running"}`),
			says("messages", `{"event":"content-block-start","index":0,"run_id":"r","content":{"type":"tool_call_chunk","id":"c","name":"ls","args":"{}"}}`),
			says("tools", `{"event":"tool-finished","tool_call_id":"c","output":"1"}`),
			says("values", `{"messages":[{"type":"ai","id":"m","content":"","tool_calls":[{"id":"c","name":"ls","args":{}}]},{"type":"tool","tool_call_id":"c","content":"2"}]}`),
		})
		gomega.Expect(problems).To(gomega.BeEmpty())
		var results []string
		for _, e := range s.Events {
			if e.Kind == spec.CallDone {
				results = append(results, string(e.Result))
			}
		}
		gomega.Expect(results).To(gomega.Equal([]string{`"1"`, `"2"`}))
	})
})
