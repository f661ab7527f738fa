package runner

import (
	"context"
	"fmt"
	"regexp"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"golang.org/x/tools/txtar"

	"github.com/quock-dev/quock/fixtures"
	"github.com/quock-dev/quock/runner/ask"
	"github.com/quock-dev/quock/runner/attribute"
	"github.com/quock-dev/quock/runner/replay"
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
		file, err := newReplay(found, j.Capabilities)
		Expect(err).NotTo(HaveOccurred())
		text = string(file.Text)
	})

	refused := func(text, because string) {
		GinkgoHelper()
		_, _, err := replay.Read([]byte(text))
		Expect(err).To(MatchError(replay.ErrNoReplay))
		Expect(err).To(MatchError(ContainSubstring(because)))
	}

	It("is broken by an edit of any part, and not by notes in the story", func() {
		story, parts, _ := strings.Cut(text, "-- stream.jsonl --")
		refused(story+"-- stream.jsonl --"+strings.Replace(parts, `"kind":"`, `"kind": "`, 1), "changed")
		refused(strings.Replace(text, `"dialect": "neutral"`, `"dialect":  "neutral"`, 1), "changed")
		_, _, err := replay.Read([]byte("Seen on a Monday.\n" + text))
		Expect(err).NotTo(HaveOccurred())
	})

	It("is broken wherever the file is cut short", func() {
		begin := strings.Index(text, "-- case.json --")
		for at := begin; at < len(text)-1; at += 1 + (len(text)-begin)/60 {
			_, _, err := replay.Read([]byte(text[:at]))
			Expect(err).To(MatchError(replay.ErrNoReplay), "cut at byte %d", at)
		}
		refused(text[:strings.Index(text, "-- expected.json --")], "its part expected.json is missing")
	})

	It("tells a file of another version", func() {
		refused(strings.Replace(text, `"replay": 2`, `"replay": 3`, 1), "its form is 3, and 2 is read here")
		refused(strings.Replace(text, `"replay": 2,`, ``, 1), "its form is 1")
	})

	It("tells a file in which the relation changes the stream in another way", func() {
		log := lossy()
		seed := regexp.MustCompile(`("relation": "[^"]*",\s*"seed": )\d+`)
		refused(sealed(seed.ReplaceAllString(found(log)[0].Replay, "${1}12345")), "changes the stream in another way here")
	})

	It("bears records that are no lines of text", func() {
		c := recorded(chatter(2)...)
		odd := [][]byte{[]byte("-- stream.jsonl --"), {0xff, 0xfe}, []byte("a\nb"), {}}
		c.Records = append(c.Records, odd...)
		found := &attribute.Attribution{Trial: &ask.Trial{Case: c, Verdict: spec.Crash}, Findings: []spec.Finding{{Verdict: spec.Crash}}}
		file, err := newReplay(found, ask.Capabilities{})
		Expect(err).NotTo(HaveOccurred())
		again, _, err := replay.Read(file.Text)
		Expect(err).NotTo(HaveOccurred())
		Expect(again.Records).To(Equal(c.Records))
	})
})

// sealed is a replay file that was changed, under the checksum that it has now.
func sealed(text string) string {
	sum := regexp.MustCompile(`"sum": "[0-9a-f]{16}"`)
	text = sum.ReplaceAllString(text, `"sum": "0000000000000000"`)
	return sum.ReplaceAllString(text, fmt.Sprintf("%q: %q", "sum", fixtures.Sum(txtar.Parse([]byte(text)).Files)))
}
