package anonym_test

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/url"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/runner/distill/anonym"
	"github.com/quock-dev/quock/runner/distill/secret"
	"github.com/quock-dev/quock/runner/distill/secret/fakes"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/neutral"
)

// fakeValues are 200 secrets and 50 people, and every text of theirs that must not be
// found again.
func fakeValues() (sentences, hidden []string) {
	for _, s := range fakes.Secrets(200, 11) {
		sentences, hidden = append(sentences, s.Rendered), append(hidden, s.Text)
		hidden = append(hidden, strings.Split(s.Text, "\n")...)
	}
	for _, p := range fakes.People(50, 12) {
		sentences = append(sentences, fmt.Sprintf("%s %s <%s>, %s, %s", p.First, p.Last, p.Mail, p.Path, p.Phone))
		hidden = append(hidden, p.First, p.Last, p.Mail, p.Path, p.Phone, `C:\Users\`+p.First)
	}
	return sentences, hidden
}

// garden is a stream with a plant at every sort of place, in turn: texts whole and
// cut, thoughts, arguments as text and cut, results, names, keys, ids, errors,
// metadata and unknown fields.
func garden(sentences []string) [][]byte {
	var records [][]byte
	say := func(e map[string]any) {
		record, err := json.Marshal(e)
		Expect(err).NotTo(HaveOccurred())
		records = append(records, record)
	}
	session := "sess-" + sentences[0]
	say(map[string]any{"kind": "turn.start", "session": session})
	for i, t := range sentences {
		event := func(kind string, more map[string]any) {
			more["kind"], more["session"], more["message"] = kind, session, fmt.Sprint("m", i)
			say(more)
		}
		call := fmt.Sprint("call ", i)
		switch i % 8 {
		case 0:
			event("text", map[string]any{"slot": "0", "text": t})
			event("text", map[string]any{"slot": "1", "form": "thought", "text": t, "whose": t})
		case 1:
			for from := 0; from < len(t); from += 7 {
				event("text", map[string]any{"slot": "0", "text": t[from:min(from+7, len(t))]})
			}
		case 2:
			args, _ := json.Marshal(map[string]any{"city": "Oslo", "note": t})
			event("call.open", map[string]any{"call": call, "slot": "0", "name": "send_mail"})
			for from := 0; from < len(args); from += 11 {
				event("args", map[string]any{"slot": "0", "text": string(args[from:min(from+11, len(args))])})
			}
		case 3:
			event("call.open", map[string]any{"call": call, "name": "x"})
			event("call.done", map[string]any{"call": call, "result": map[string]any{t: []any{t, map[string]any{"deep": t}}}})
		case 4:
			event("call.open", map[string]any{"call": t, "name": "x"})
			event("call.done", map[string]any{"call": t, "result": "it was " + t})
		case 5:
			event("call.open", map[string]any{"call": call, "name": t, "metadata": map[string]any{"k": t, t: 1}})
		case 6:
			event("error", map[string]any{"error": t})
			event("note", map[string]any{"note": "custom", "text": t})
		case 7:
			event("note", map[string]any{"note": "unknown", "raw": map[string]any{"type": "odd", t: t}})
			event("message.open", map[string]any{"role": "assistant", "agent": t, t: map[string]any{"unknown": t}})
		}
	}
	return records
}

// traces are the plants found in an output, in any way to write them, by kind of
// writing and number.
func traces(output []byte, hidden []string) (found []string) {
	low := strings.ToLower(string(output))
	for i, h := range hidden {
		if len(h) < 4 {
			continue
		}
		for how, form := range map[string]string{
			"plain": h, "percent": url.PathEscape(h), "query": url.QueryEscape(h),
			"json": strings.Trim(quoted(h), `"`), "base64": base64.StdEncoding.EncodeToString([]byte(h)),
			"base64url": base64.RawURLEncoding.EncodeToString([]byte(h)),
			"base64+1":  base64.RawStdEncoding.EncodeToString([]byte("a" + h))[2:], "base64+2": base64.RawStdEncoding.EncodeToString([]byte("ab" + h))[3:],
		} {
			form = strings.TrimRight(form, "=")
			if strings.HasPrefix(how, "base64") {
				form = form[:len(form)-1]
			}
			if len(form) >= 4 && strings.Contains(low, strings.ToLower(form)) {
				found = append(found, fmt.Sprint(how, " ", i))
			}
		}
	}
	return found
}

func quoted(text string) string {
	b, _ := json.Marshal(text)
	return string(b)
}

var _ = Describe("200 secrets and 50 people", func() {
	sentences, hidden := fakeValues()

	It("are all in the trace to begin with, or the rest would show nothing", func() {
		records := garden(sentences)
		s, problems := wire.DecodeRecords(neutral.New(), "", records)
		Expect(problems).To(BeEmpty())
		Expect(len(s.Events)).To(BeNumerically(">", 300))
		finder, err := secret.New()
		Expect(err).NotTo(HaveOccurred())
		Expect(len(finder.Find(bytes.Join(records, []byte("\n"))))).To(BeNumerically(">", 100))
	})

	It("leave no trace in the events, and no detector finds a secret there", func() {
		records := garden(sentences)
		s, _ := wire.DecodeRecords(neutral.New(), "", records)
		to, report := inStream(s, anonym.Options{})
		out, err := wire.EncodeStream(neutral.New(), "", to)
		Expect(err).NotTo(HaveOccurred())
		clean(s, records, out, hidden, report)
	})

	It("leave no trace in the records, and no detector finds a secret there", func() {
		records := garden(sentences)
		s, _ := wire.DecodeRecords(neutral.New(), "", records)
		out, report, err := anonym.Records("neutral", records, anonym.Options{})
		Expect(err).NotTo(HaveOccurred())
		clean(s, records, out, hidden, report)
	})
})

func clean(s spec.Stream, records, out [][]byte, hidden []string, report *anonym.Report) {
	GinkgoHelper()
	text := bytes.Join(out, []byte("\n"))
	Expect(traces(text, hidden)).To(BeEmpty())
	for _, l := range anonym.Leaks(s, records, text, anonym.Options{Allow: report.Stayed}) {
		Fail(l.Kind + ": " + string(text[max(l.Offset-60, 0):min(l.Offset+60, len(text))]))
	}
	finder, err := secret.New()
	Expect(err).NotTo(HaveOccurred())
	Expect(finder.Find(text)).To(BeEmpty())
	for _, word := range report.Stayed {
		Expect(hidden).NotTo(ContainElement(word))
	}
}
