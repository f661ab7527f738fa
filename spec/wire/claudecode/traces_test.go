package claudecode_test

import (
	"bytes"
	"strings"

	"github.com/quock-dev/quock/spec/wire/wiretest"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/claudecode"
	"github.com/quock-dev/quock/spec/wire/claudecode/reading"
)

// recordings is where the recorded traces lie, beside the work tree.
const recordings = "../../../../shared/traces/claude-code"

func traces() []string { return wiretest.Traces(recordings).Names() }

func lines(name string) []byte { return wiretest.Traces(recordings).Text(name) }

// decoded is a whole trace; nothing in it may be a problem or unknown.
func decoded(name string) events {
	s, problems, err := wire.DecodeAll(claudecode.New(), "", bytes.NewReader(lines(name)), wire.Limits{})
	Expect(err).NotTo(HaveOccurred())
	Expect(problems).To(BeEmpty(), name)
	for _, e := range s.Events {
		Expect(e.Note).NotTo(Equal(spec.NoteUnknown), "%s, record %d", name, e.Record)
	}
	return s.Events
}

// events are searched by the specs.
type events []spec.Event

func (all events) where(keep func(spec.Event) bool) events {
	var kept events
	for _, e := range all {
		if keep(e) {
			kept = append(kept, e)
		}
	}
	return kept
}

func (all events) of(kind spec.Kind) events {
	return all.where(func(e spec.Event) bool { return e.Kind == kind })
}

func (all events) in(session string) events {
	return all.where(func(e spec.Event) bool { return e.Session == session })
}

func (all events) from(record int) events {
	return all.where(func(e spec.Event) bool { return e.Record == record })
}

func (all events) one() spec.Event {
	GinkgoHelper()
	Expect(all).To(HaveLen(1))
	return all[0]
}

func (all events) kinds() []spec.Kind {
	var kinds []spec.Kind
	for _, e := range all {
		kinds = append(kinds, e.Kind)
	}
	return kinds
}

// fullParts are the parts of the full frames, as kind:slot:text or call id.
func (all events) fullParts() []string {
	var parts []string
	for _, e := range all.of(spec.MessageFull) {
		for _, p := range e.Messages[0].Parts {
			parts = append(parts, string(p.Kind)+":"+p.Slot+":"+p.Text+p.Call)
		}
	}
	return parts
}

// joined is what streamed to a slot of a message.
func (all events) joined(kind spec.Kind, message, slot string) string {
	var b strings.Builder
	for _, e := range all.of(kind) {
		if e.Message == message && e.Slot == slot {
			b.WriteString(e.Text)
		}
	}
	return b.String()
}

var _ = Describe("a recorded trace", func() {
	It("is read without a problem and without an unknown frame, whatever its version", func() {
		for _, name := range traces() {
			Expect(decoded(name)).NotTo(BeEmpty(), name)
		}
	})

	It("is recognised, and its variant with it", func() {
		for _, name := range traces() {
			records := bytes.Split(bytes.TrimSpace(lines(name)), []byte("\n"))
			score, _ := claudecode.New().Sniff(records[:min(20, len(records))])
			Expect(score).To(BeNumerically(">=", 90), name)
			variant, _ := claudecode.New().(wire.VariantSniffer).SniffVariant(records[:min(20, len(records))])
			streams := bytes.Contains(lines(name), []byte(`"stream_event"`))
			Expect(variant == reading.Partial).To(Equal(streams), name)
		}
	})

	It("can be written again from its events, and says the same then", func() {
		for _, name := range traces() {
			want := spec.Stream{Events: decoded(name), End: spec.EOF}
			records, err := wire.EncodeStream(claudecode.New(), reading.Partial, want)
			Expect(err).NotTo(HaveOccurred(), name)
			got, problems := wire.DecodeRecords(claudecode.New(), "", records)
			Expect(problems).To(BeEmpty(), name)
			Expect(events(got.Events).kinds()).To(Equal(events(want.Events).kinds()), name)
		}
	})

	It("that is replayed from any point changes nothing in what follows", func() {
		for _, name := range traces() {
			replays(name)
		}
	})
})

// replays decodes a trace with a tail of it sent again in the middle: the events
// of the replayed records are the earlier ones, and all others stay.
func replays(name string) {
	GinkgoHelper()
	records := bytes.Split(bytes.TrimSpace(lines(name)), []byte("\n"))
	if !bytes.Contains(records[0], []byte(`"uuid"`)) {
		return
	}
	cut := len(records) * 2 / 3
	from := cut / 2
	again := append(append(append([][]byte{}, records[:cut]...), records[from:cut]...), records[cut:]...)
	want, _ := wire.DecodeRecords(claudecode.New(), "", records)
	got, problems := wire.DecodeRecords(claudecode.New(), "", again)
	Expect(problems).To(BeEmpty(), name)
	for i := range again {
		number := i + 1
		if i >= cut {
			number = i + 1 - (cut - from)
		}
		then, now := events(want.Events).from(number), events(got.Events).from(i+1)
		for k := range now {
			now[k].Record = number
		}
		Expect(now).To(Equal(then), "%s, record %d", name, number)
	}
}
