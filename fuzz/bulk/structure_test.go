package bulk_test

import (
	"bytes"
	"unicode/utf8"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/fuzz/bulk"
	"github.com/quock-dev/quock/spec"
)

var _ = Describe("The structure of a large stream", Ordered, func() {
	var w written
	BeforeAll(func() { w = write(bulk.Options{Dialect: "neutral", Bytes: 4_000_000, Seed: 1}) })

	// all are the events for which it holds.
	all := func(holds func(e *spec.Event) bool) (found []*spec.Event) {
		for i := range w.stream.Events {
			if holds(&w.stream.Events[i]) {
				found = append(found, &w.stream.Events[i])
			}
		}
		return found
	}

	It("is of about a hundred bytes an event, most of them small pieces", func() {
		Expect(len(w.text) / w.stats.Events).To(BeNumerically("~", 105, 25))
		pieces := all(func(e *spec.Event) bool { return e.Kind == spec.Text || e.Kind == spec.CallArgs })
		Expect(len(pieces)).To(BeNumerically(">", w.stats.Events/2))
	})

	It("has escapes, other scripts and characters of every width", func() {
		for _, text := range []string{`\"`, `\\`, `\n`, `\t`, "é", "€", "日本", "👩"} {
			Expect(bytes.Count(w.text, []byte(text))).To(BeNumerically(">", 10), text)
		}
		Expect(utf8.Valid(w.text)).To(BeTrue())
	})

	It("has results of some hundred bytes, and a few of some thousand", func() {
		size := func(from, to int) int {
			return len(all(func(e *spec.Event) bool {
				return e.Kind == spec.CallDone && len(e.Result) >= from && len(e.Result) < to
			}))
		}
		Expect(size(100, 1000)).To(BeNumerically(">", size(1000, 1<<20)))
		Expect(size(1000, 1<<20)).To(BeNumerically(">", 3))
	})

	It("has conversations of many turns, and many of them", func() {
		turns := map[string]int{}
		for _, e := range all(func(e *spec.Event) bool { return e.Kind == spec.TurnStart }) {
			turns[e.Session]++
		}
		most, many := 0, 0
		for _, n := range turns {
			if most = max(most, n); n >= 10 {
				many++
			}
		}
		Expect(most).To(BeNumerically(">", 40))
		Expect(many).To(BeNumerically(">", 5))
	})

	It("uses the id of a call again in other sessions", func() {
		owners := map[string]map[string]bool{}
		for _, e := range all(func(e *spec.Event) bool { return e.Kind == spec.CallOpen }) {
			if owners[e.Call] == nil {
				owners[e.Call] = map[string]bool{}
			}
			owners[e.Call][e.Session] = true
		}
		most := 0
		for _, sessions := range owners {
			most = max(most, len(sessions))
		}
		Expect(most).To(BeNumerically(">", 5))
	})

	It("has sub-sessions that speak in turns", func() {
		switches, last := 0, ""
		for _, e := range all(func(e *spec.Event) bool { return e.Kind == spec.Text }) {
			if e.Session != last {
				switches++
			}
			last = e.Session
		}
		Expect(switches).To(BeNumerically(">", 2*w.stats.Stretches))
	})

	It("gives each event an id of its own", func() {
		seen := map[string]bool{}
		for i := range w.stream.Events {
			id := w.stream.Events[i].ID
			Expect(seen[id]).To(BeFalse(), id)
			seen[id] = id != ""
		}
	})
})
