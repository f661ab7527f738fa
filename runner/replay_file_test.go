package runner

import (
	"context"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/runner/ask"
	"github.com/quock-dev/quock/runner/attribute"
	"github.com/quock-dev/quock/spec"
)

var _ = Describe("The seal of a replay file", func() {
	var text string
	BeforeEach(func() {
		j := judgeOf(&spoiler{dislikes: resultTwice, spoil: loseMessages})
		t, err := j.Try(context.Background(), bearing("result-twice"))
		Expect(err).NotTo(HaveOccurred())
		found, err := j.Attribute(context.Background(), t)
		Expect(err).NotTo(HaveOccurred())
		replay, err := newReplay(found, j.Capabilities)
		Expect(err).NotTo(HaveOccurred())
		text = string(replay.Text)
	})

	refused := func(text, because string) {
		GinkgoHelper()
		_, _, err := ReadReplay([]byte(text))
		Expect(err).To(MatchError(ErrReplay))
		Expect(err).To(MatchError(ContainSubstring(because)))
	}

	It("is broken by an edit of any part, and not by notes in the story", func() {
		story, parts, _ := strings.Cut(text, "-- stream.jsonl --")
		refused(story+"-- stream.jsonl --"+strings.Replace(parts, `"kind":"`, `"kind": "`, 1), "changed")
		refused(strings.Replace(text, `"dialect": "neutral"`, `"dialect":  "neutral"`, 1), "changed")
		_, _, err := ReadReplay([]byte("Seen on a Monday.\n" + text))
		Expect(err).NotTo(HaveOccurred())
	})

	It("is broken wherever the file is cut short", func() {
		begin := strings.Index(text, "-- case.json --")
		for at := begin; at < len(text)-1; at += 1 + (len(text)-begin)/60 {
			_, _, err := ReadReplay([]byte(text[:at]))
			Expect(err).To(MatchError(ErrReplay), "cut at byte %d", at)
		}
		refused(text[:strings.Index(text, "-- expected.json --")], "its part expected.json is missing")
	})

	It("tells a file of another version", func() {
		refused(strings.Replace(text, `"replay": 2`, `"replay": 3`, 1), "its form is 3, and 2 is read here")
		refused(strings.Replace(text, `"replay": 2,`, ``, 1), "its form is 1")
	})

	It("tells a file in which the relation changes the stream in another way", func() {
		log := lossy()
		h, parts, err := openReplay([]byte(found(log)[0].Replay))
		Expect(err).NotTo(HaveOccurred())
		h.Asked.Seed++
		_, err = h.replayed(parts)
		Expect(err).To(MatchError(ContainSubstring("changes the stream in another way here")))
	})

	It("bears records that are no lines of text", func() {
		c := recorded(chatter(2)...)
		odd := [][]byte{[]byte("-- stream.jsonl --"), {0xff, 0xfe}, []byte("a\nb"), {}}
		c.Records = append(c.Records, odd...)
		found := &attribute.Attribution{Trial: &ask.Trial{Case: c, Verdict: spec.Crash}, Findings: []spec.Finding{{Verdict: spec.Crash}}}
		replay, err := newReplay(found, ask.Capabilities{})
		Expect(err).NotTo(HaveOccurred())
		again, _, err := ReadReplay(replay.Text)
		Expect(err).NotTo(HaveOccurred())
		Expect(again.Records).To(Equal(c.Records))
	})
})
