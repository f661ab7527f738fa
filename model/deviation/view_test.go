package deviation_test

import (
	"encoding/json"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/model/deviation"
	"github.com/quock-dev/quock/spec"
)

// shown is the only message of a transcript, as a view shows it.
func shown(view, message string) string {
	GinkgoHelper()
	d, ok := deviation.ByName(view)
	Expect(ok).To(BeTrue(), view)
	var m spec.Message
	Expect(json.Unmarshal([]byte(message), &m)).To(Succeed())
	for i := range m.Calls {
		m.Calls[i].ArgsOpen = !json.Valid([]byte(m.Calls[i].Args))
	}
	t := spec.Transcript{Sessions: []spec.Session{{ID: "s", Messages: []spec.Message{m}}}}
	deviation.Compose(d).Show(&t)
	if len(t.Sessions[0].Messages) == 0 {
		return ""
	}
	m = t.Sessions[0].Messages[0]
	text, err := json.Marshal(map[string]any{"complete": m.Complete, "parts": m.Parts, "calls": m.Calls})
	Expect(err).NotTo(HaveOccurred())
	return string(text)
}

var _ = Describe("A view", func() {
	const (
		open = `{"id":"c1","name":"f","args":"{\"b\": 1","status":"preparing"}`
		done = `{"id":"c2","name":"f","args":"{\"b\": 1, \"a\": 2}","status":"done"}`
		both = `{"role":"assistant","complete":true,"parts":[{"kind":"text","text":"x"},{"kind":"call","call":0},{"kind":"text","text":"y"},{"kind":"text","text":"z"},{"kind":"call","call":1}],"calls":[` + open + "," + done + `]}`
	)
	calls := func(text string) []string {
		var m struct{ Calls []spec.Call }
		Expect(json.Unmarshal([]byte(text), &m)).To(Succeed())
		var all []string
		for _, c := range m.Calls {
			all = append(all, c.ID+" "+c.Args)
		}
		return all
	}
	parts := func(text string) string {
		var m struct{ Parts []spec.Part }
		Expect(json.Unmarshal([]byte(text), &m)).To(Succeed())
		all := ""
		for _, p := range m.Parts {
			if p.Call != nil {
				p.Text = string(rune('0' + *p.Call))
			}
			all += p.Text + " "
		}
		return all
	}

	It("hides calls that are not whole, and numbers the others anew", func() {
		Expect(calls(shown("calls-once-whole", both))).To(ConsistOf(`c2 {"b": 1, "a": 2}`))
		Expect(parts(shown("calls-once-whole", both))).To(Equal("x y z 0 "))
	})

	It("gives arguments another form, and leaves what is no JSON", func() {
		Expect(calls(shown("arguments-compact", both))).To(HaveExactElements(`c1 {"b": 1`, `c2 {"b":1,"a":2}`))
		Expect(calls(shown("arguments-sorted", both))).To(HaveExactElements(`c1 {"b": 1`, `c2 {"a":2,"b":1}`))
		Expect(calls(shown("arguments-once-complete", both))).To(HaveExactElements("c1 ", `c2 {"b": 1, "a": 2}`))
	})

	It("moves parts, and their calls with them", func() {
		Expect(parts(shown("calls-after-texts", both))).To(Equal("x y z 0 1 "))
		Expect(parts(shown("calls-before-texts", both))).To(Equal("0 1 x y z "))
		Expect(parts(shown("texts-merged", both))).To(Equal("x 0 yz 1 "))
		Expect(parts(shown("texts-merged-across-calls", both))).To(Equal("xyz 0 1 "))
	})

	It("hides messages that have not ended", func() {
		Expect(shown("messages-once-ended", `{"role":"assistant","parts":[{"kind":"text","text":"x"}]}`)).To(BeEmpty())
		Expect(shown("messages-once-ended", both)).NotTo(BeEmpty())
	})

	It("leaves an empty transcript as it is, whatever it does", func() {
		for _, d := range deviation.All() {
			t := spec.Transcript{}
			Expect(func() { deviation.Compose(d).Show(&t) }).NotTo(Panic(), d.Name)
		}
	})

	It("that a program may have names a field that can be lacked, or a policy", func() {
		for _, d := range deviation.All() {
			if d.Kind != deviation.View || d.Choice == "" {
				continue
			}
			field := d.Choice[len("lacks "):]
			_, err := spec.ParseFields([]string{field})
			Expect(err).NotTo(HaveOccurred(), d.Name)
		}
	})
})
