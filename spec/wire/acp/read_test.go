package acp_test

import (
	"fmt"
	"io"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/model"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/acp"
)

// read is the transcript of a recording.
func read(variant string, r io.Reader) spec.Transcript {
	GinkgoHelper()
	stream, problems, err := wire.DecodeAll(acp.New(), variant, r, wire.Limits{})
	Expect(err).NotTo(HaveOccurred())
	Expect(problems).To(BeEmpty())
	return model.Run(stream, spec.Policies{})
}

// lines is the transcript of lines.
func lines(variant string, all ...string) spec.Transcript {
	GinkgoHelper()
	return read(variant, strings.NewReader(strings.Join(all, "\n")))
}

// rendered is a transcript in a few lines: each session with its turns and messages, the
// calls that no message owns, and the anomalies.
func rendered(t spec.Transcript) string {
	var b strings.Builder
	for i := range t.Sessions {
		s := &t.Sessions[i]
		fmt.Fprintf(&b, "%s", short(s.ID))
		if s.Parent != nil {
			fmt.Fprintf(&b, " of %s", short(*s.Parent))
		}
		if s.ParentCall != nil {
			fmt.Fprintf(&b, " by %s", short(*s.ParentCall))
		}
		fmt.Fprintf(&b, ":")
		for j := range s.Turns {
			fmt.Fprintf(&b, " %s", s.Turns[j].Status)
		}
		for j := range s.Messages {
			fmt.Fprintf(&b, " | %s", message(&s.Messages[j]))
		}
		for j := range s.Abandoned {
			fmt.Fprintf(&b, " | abandoned %s", call(&s.Abandoned[j]))
		}
		for j := range s.Held {
			fmt.Fprintf(&b, " | held %s", call(&s.Held[j]))
		}
		for _, text := range s.Unattributed {
			fmt.Fprintf(&b, " | nobody's %s", strings.TrimSpace(text))
		}
		b.WriteByte('\n')
	}
	for _, a := range t.Anomalies {
		fmt.Fprintf(&b, "! %s %d\n", a.Kind, a.At)
	}
	return b.String()
}

// short is the end of an id.
func short(id string) string {
	if len(id) > 12 {
		return id[len(id)-12:]
	}
	return id
}

func message(m *spec.Message) string {
	var parts []string
	for i := range m.Parts {
		p := &m.Parts[i]
		switch p.Kind {
		case spec.CallPart:
			parts = append(parts, call(&m.Calls[*p.Call]))
		case spec.ThoughtPart:
			parts = append(parts, "("+words(p.Text)+")")
		default:
			parts = append(parts, words(p.Text))
		}
	}
	return m.Role[:1] + " " + strings.Join(parts, " ")
}

func words(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	if r := []rune(text); len(r) > 30 {
		return string(r[:30]) + "…"
	}
	return text
}

func call(c *spec.Call) string {
	name := c.Name
	if name == "" {
		name = "?"
	}
	return fmt.Sprintf("[%s %s %s]", short(c.ID), name, c.Status)
}
