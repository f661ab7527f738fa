package campaign_test

import (
	"bytes"
	"maps"
	"slices"
	"strings"
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/fuzz/campaign"
	"github.com/quock-dev/quock/fuzz/perform"
)

var _ = Describe("A campaign that was broken off", Ordered, func() {
	var whole *desk

	BeforeAll(func() { whole = run(agentcParams, options(80, modelReader(wrongly("session/results-anywhere")))) })

	// first is a file of a folder.
	first := func(d *desk, folder string) string {
		for _, name := range slices.Sorted(maps.Keys(d.files)) {
			if strings.HasPrefix(name, folder) {
				return name
			}
		}
		Fail("there is no file in " + folder)
		return ""
	}

	DescribeTable("is not gone on with where something is not what was kept", func(wrong error, say string, change func(d *desk, p *campaign.Params)) {
		d, p := whole.revived(), agentcParams
		change(d, &p)
		_, _, err := campaign.Resume(p, d.kept(), options(160, modelReader(honest)))
		if wrong != nil {
			Expect(err).To(MatchError(wrong))
		}
		Expect(err).To(MatchError(ContainSubstring(say)))
	},
		Entry("another seed", campaign.ErrParameters, "seed 1, not 2", func(_ *desk, p *campaign.Params) { p.Seed = 2 }),
		Entry("another dialect", campaign.ErrParameters, "dialect agentc, not codex", func(_ *desk, p *campaign.Params) { p.Dialect = "codex" }),
		Entry("another level", campaign.ErrParameters, "level degraded, not clean", func(_ *desk, p *campaign.Params) { p.Level = perform.Clean }),
		Entry("another size of rounds", campaign.ErrParameters, "rounds of 1024 cases, not of 64", func(_ *desk, p *campaign.Params) { p.Round = 64 }),
		Entry("another candidate", campaign.ErrParameters, "candidate", func(_ *desk, p *campaign.Params) { p.Candidate = "mine" }),
		Entry("a checkpoint cut short", campaign.ErrChanged, "cut short", func(d *desk, _ *campaign.Params) { d.checkpoint = d.checkpoint[:len(d.checkpoint)/2] }),
		Entry("a checkpoint without its last byte", campaign.ErrChanged, "cut short", func(d *desk, _ *campaign.Params) { d.checkpoint = d.checkpoint[:len(d.checkpoint)-1] }),
		Entry("an edited checkpoint", campaign.ErrChanged, "changed", func(d *desk, _ *campaign.Params) {
			d.checkpoint = bytes.Replace(d.checkpoint, []byte(`"tried":80`), []byte(`"tried":81`), 1)
		}),
		Entry("an empty checkpoint", campaign.ErrChanged, "cut short", func(d *desk, _ *campaign.Params) { d.checkpoint = []byte{'\n'} }),
		Entry("a checkpoint of another version", campaign.ErrVersion, "99, not 4; since 4 there are no shards", func(d *desk, _ *campaign.Params) {
			d.checkpoint = bytes.Replace(d.checkpoint, []byte(`{"campaign":4,`), []byte(`{"campaign":99,`), 1)
		}),
		Entry("a log cut short", campaign.ErrChanged, "log", func(d *desk, _ *campaign.Params) { d.log = d.log[:40] }),
		Entry("an edited log", campaign.ErrChanged, "log", func(d *desk, _ *campaign.Params) { d.log[50]++ }),
		Entry("a corpus entry that is gone", nil, "gone", func(d *desk, _ *campaign.Params) { delete(d.files, first(d, "corpus/")) }),
		Entry("a corpus entry cut short", campaign.ErrEntry, "not one line", func(d *desk, _ *campaign.Params) {
			name := first(d, "corpus/")
			d.files[name] = d.files[name][:20]
		}),
		Entry("an edited corpus entry", campaign.ErrEntry, "cut short or changed", func(d *desk, _ *campaign.Params) {
			name := first(d, "corpus/")
			text := d.files[name]
			d.files[name] = text[:len(text)-9] + "AAAAAAAA\n"
		}),
		Entry("a corpus entry of another level", campaign.ErrEntry, "its name does not match its text", func(d *desk, _ *campaign.Params) {
			name := first(d, "corpus/")
			d.files[name] = strings.NewReplacer("/degraded/", "/clean/", "/clean/", "/degraded/").Replace(d.files[name])
		}),
		Entry("a corpus entry of another version", campaign.ErrEntry, "version", func(d *desk, _ *campaign.Params) {
			name := first(d, "corpus/")
			d.files[name] = "q0" + d.files[name][2:]
		}),
		Entry("an edited finding", campaign.ErrChanged, "finding", func(d *desk, _ *campaign.Params) { d.files[first(d, "findings/")] += " " }),
	)
})

// FuzzCheckpoint gives arbitrary bytes as a checkpoint: they are refused, or
// they are one.
func FuzzCheckpoint(f *testing.F) {
	f.Add([]byte(`{"campaign":4,"sum":"","state":{}}` + "\n"))
	f.Add([]byte(`{"campaign":4,"sum":"44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a","state":{}}` + "\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		if r, err := campaign.ReadReport(text); err == nil && r.Edges < 0 {
			t.Fatal("a report of less than nothing")
		}
	})
}

// FuzzEntry gives arbitrary bytes as a corpus entry.
func FuzzEntry(f *testing.F) {
	f.Add([]byte("q2/agentc/degraded/0/AAAA\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		token, err := campaign.ReadEntry(text)
		if err != nil {
			return
		}
		if again, err := campaign.ReadEntry(campaign.EntryText(token)); err != nil || again.String() != token.String() {
			t.Fatalf("%q reads as %s, which reads as %s: %v", text, token, again, err)
		}
	})
}
