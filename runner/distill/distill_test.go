package distill_test

import (
	"strings"
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/runner/distill"
	"github.com/quock-dev/quock/runner/distill/anonym"
	"github.com/quock-dev/quock/runner/distill/secret"
	"github.com/quock-dev/quock/runner/distill/secret/fakes"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/dialects"
)

func TestDistill(t *testing.T) {
	RegisterFailHandler(Fail)
	RunSpecs(t, "Distill")
}

// distillate is a stream of records in a dialect.
func distillate(dialect string, records ...string) *distill.Distillate {
	GinkgoHelper()
	codec, variant, err := dialects.Lookup(dialect)
	Expect(err).NotTo(HaveOccurred())
	all := make([][]byte, len(records))
	for i, r := range records {
		all[i] = []byte(r)
	}
	stream, _ := wire.DecodeRecords(codec, variant, all)
	stream.End = spec.EOF
	return &distill.Distillate{Stream: stream, Holds: func(spec.Stream, [][]byte) bool { return true }}
}

// delegation is a stream with names and words in every event.
func delegation() *distill.Distillate {
	return distillate("neutral",
		`{"kind":"turn.start","session":"prod-eu-7","turn":"monday"}`,
		`{"kind":"message.open","session":"prod-eu-7","turn":"monday","message":"msg_01Hq","role":"assistant"}`,
		`{"kind":"text","session":"prod-eu-7","message":"msg_01Hq","form":"text","text":"Dear Quentin, "}`,
		`{"kind":"text","session":"prod-eu-7","message":"msg_01Hq","form":"text","text":"your invoice"}`,
		`{"kind":"call.open","session":"prod-eu-7","message":"msg_01Hq","slot":"1","call":"toolu_9","name":"send_invoice"}`,
		`{"kind":"args","session":"prod-eu-7","message":"msg_01Hq","slot":"1","text":"{\"customer\":\"Quen"}`,
		`{"kind":"args","session":"prod-eu-7","message":"msg_01Hq","slot":"1","text":"tin\"}"}`,
		`{"kind":"call.done","session":"prod-eu-7","call":"toolu_9","result":{"sent":true,"to":"Quentin"}}`,
	)
}

var private = []string{"prod", "monday", "01Hq", "Quen", "tin", "invoice", "toolu", "customer", "sent"}

func text(n *distill.Neutral) string {
	var b strings.Builder
	for _, r := range n.Records {
		b.Write(r)
		b.WriteString("\n")
	}
	return b.String()
}

var _ = Describe("The neutral form of a distillate", func() {
	It("has none of the recording's words in any field, and says as many events", func() {
		d := delegation()
		n, err := d.Neutral(anonym.Options{})
		Expect(err).NotTo(HaveOccurred())
		Expect(n.Raw).To(BeFalse())
		Expect(n.Stream.Events).To(HaveLen(len(d.Stream.Events)))
		for _, word := range private {
			Expect(text(n)).NotTo(ContainSubstring(word))
		}
		Expect(n.Describe()).To(ContainSubstring("texts"))
	})

	It("keeps equal what was equal: a name in arguments that the result repeats", func() {
		n, err := delegation().Neutral(anonym.Options{})
		Expect(err).NotTo(HaveOccurred())
		args := n.Stream.Events[5].Text + n.Stream.Events[6].Text
		name := strings.Split(args, `"`)[3]
		Expect(string(n.Stream.Events[7].Result)).To(ContainSubstring(name))
	})

	It("lets the fields stay that the user named", func() {
		n, err := delegation().Neutral(anonym.Options{Keep: []string{"name"}})
		Expect(err).NotTo(HaveOccurred())
		Expect(text(n)).To(ContainSubstring("send_invoice"))
		Expect(text(n)).NotTo(ContainSubstring("Quentin"))
	})

	It("is tried in its own order where the normal one is no longer what it was kept for", func() {
		d := distillate("neutral",
			`{"kind":"text","session":"b","form":"text","text":"one"}`,
			`{"kind":"text","session":"a","form":"text","text":"two"}`,
			`{"kind":"text","session":"b","form":"text","text":"three"}`,
		)
		d.Holds = func(s spec.Stream, _ [][]byte) bool { return s.Events[0].Session == s.Events[2].Session }
		n, err := d.Neutral(anonym.Options{})
		Expect(err).NotTo(HaveOccurred())
		Expect(n.Stream.Events[1].Session).NotTo(Equal(n.Stream.Events[0].Session))
	})

	It("keeps the form of the records where their bytes matter, with what no event tells", func() {
		record := `{"kind":"text", "session":"prod", "form":"text","text":"Quentin", "trace_id":"4bf92f35","extra":["Quentin"]}`
		d := distillate("neutral", record)
		d.Records = [][]byte{[]byte(record)}
		n, err := d.Neutral(anonym.Options{})
		Expect(err).NotTo(HaveOccurred())
		Expect(n.Raw).To(BeTrue())
		Expect(text(n)).NotTo(Or(ContainSubstring("Quentin"), ContainSubstring("4bf92f35"), ContainSubstring("trace_id")))
		Expect(text(n)).To(And(HavePrefix(`{"kind":"text", "session":"`), ContainSubstring(`":[`)))
	})

	It("is an error where what it was kept for hangs on its words", func() {
		d := delegation()
		d.Holds = func(s spec.Stream, _ [][]byte) bool { return s.Events[2].Text == "Dear Quentin, " }
		_, err := d.Neutral(anonym.Options{})
		Expect(err).To(MatchError(distill.ErrWords))
		Expect(err).NotTo(MatchError(ContainSubstring("Quentin")))
		_, err = d.Neutral(anonym.Options{Keep: []string{"text"}})
		Expect(err).NotTo(HaveOccurred())
	})
})

var _ = Describe("What would be written", Ordered, func() {
	var finder *secret.Finder
	BeforeAll(func() {
		var err error
		finder, err = secret.New()
		Expect(err).NotTo(HaveOccurred())
	})

	It("is clean where nothing of the recording is in it", func() {
		d := delegation()
		n, err := d.Neutral(anonym.Options{})
		Expect(err).NotTo(HaveOccurred())
		Expect(d.Clean(n, []byte(text(n)), anonym.Options{}, finder)).To(Succeed())
	})

	It("is refused where a secret is in it, wherever, and the sentence does not tell it", func() {
		d := delegation()
		n, err := d.Neutral(anonym.Options{})
		Expect(err).NotTo(HaveOccurred())
		known := 0
		for _, s := range fakes.Secrets(fakes.Kinds(), 3) {
			if len(finder.Find([]byte(s.Rendered))) == 0 {
				continue // of a kind that the detector has no rule for
			}
			known++
			err := d.Clean(n, []byte(text(n)+"\n"+s.Rendered), anonym.Options{}, finder)
			Expect(err).To(MatchError(distill.ErrUnclean), s.Kind)
			Expect(err).NotTo(MatchError(ContainSubstring(s.Text)), s.Kind)
		}
		Expect(known).To(BeNumerically(">=", 15))
	})

	It("is refused where a word of the recording is still in its records", func() {
		d := delegation()
		n, err := d.Neutral(anonym.Options{})
		Expect(err).NotTo(HaveOccurred())
		n.Records[0] = []byte(`{"kind":"turn.start","session":"s1","turn":"Quentin"}`)
		err = d.Clean(n, nil, anonym.Options{}, finder)
		Expect(err).To(MatchError(distill.ErrUnclean))
		Expect(err).NotTo(MatchError(ContainSubstring("Quentin")))
	})
})
