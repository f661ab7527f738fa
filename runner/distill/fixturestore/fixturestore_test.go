package fixturestore_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/fixtures"
	"github.com/quock-dev/quock/fuzz/relation"
	"github.com/quock-dev/quock/golden"
	"github.com/quock-dev/quock/runner/distill/fixturestore"
	"github.com/quock-dev/quock/runner/internal/disk"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/dialects"
)

func TestFixtureStore(t *testing.T) {
	RegisterFailHandler(Fail)
	RunSpecs(t, "fixture store")
}

// of is the fixture and stream of a written case.
func of(name string) (*fixtures.Distilled, spec.Stream) {
	GinkgoHelper()
	cases, err := fixtures.Streams()
	Expect(err).NotTo(HaveOccurred())
	for _, c := range cases {
		if c.Name == name {
			return ofRecords(c.Dialect, c.Records, c.End)
		}
	}
	Fail("no case " + name)
	return nil, spec.Stream{}
}

// ofRecords is the fixture of records, written anew.
func ofRecords(dialect string, records [][]byte, end spec.Cause) (*fixtures.Distilled, spec.Stream) {
	GinkgoHelper()
	codec, variant, err := dialects.Lookup(dialect)
	Expect(err).NotTo(HaveOccurred())
	stream, problems := wire.DecodeRecords(codec, variant, records)
	Expect(problems).To(BeEmpty())
	stream.End = end
	return ofStream(stream)
}

// ofStream is the fixture of a stream, and what it says once it is written.
func ofStream(stream spec.Stream) (*fixtures.Distilled, spec.Stream) {
	GinkgoHelper()
	codec, variant, err := dialects.Lookup(stream.Features.Dialect)
	Expect(err).NotTo(HaveOccurred())
	records, err := wire.EncodeStream(codec, variant, stream)
	Expect(err).NotTo(HaveOccurred())
	d := &fixtures.Distilled{Rule: "fragment/scoped-key", Dialect: stream.Features.Dialect, Records: records, End: stream.End}
	decoded, err := fixturestore.Stream(d)
	Expect(err).NotTo(HaveOccurred())
	return d, decoded
}

const scoped = "fragment/scoped-key.breaking.langgraph"

func open(folder string, carried ...fixtures.Distilled) *fixturestore.Store {
	GinkgoHelper()
	s, err := fixturestore.Open(folder, carried)
	Expect(err).NotTo(HaveOccurred())
	return s
}

func put(s *fixturestore.Store, d *fixtures.Distilled, stream spec.Stream) string {
	GinkgoHelper()
	path, known, err := s.Put(d, stream)
	Expect(err).NotTo(HaveOccurred())
	Expect(known).To(BeEmpty())
	return path
}

var _ = Describe("Putting a fixture in the store", func() {
	var folder string
	BeforeEach(func() { folder = filepath.Join(GinkgoT().TempDir(), "deep", "fixtures") })

	It("names it by what it shows, in words of the specification", func() {
		d, stream := of(scoped)
		path := put(open(folder), d, stream)
		Expect(filepath.Base(path)).To(MatchRegexp(`^fragment-scoped-key\.langgraph-js\.[0-9a-f]{8}\.txtar$`))
		all, err := fixtures.ReadDistilled(os.DirFS(folder))
		Expect(err).NotTo(HaveOccurred())
		Expect(all).To(HaveExactElements(Equal(*d)))
		Expect(d.Rules).To(ContainElements("fragment/scoped-key", "fragment/concatenate"))
		outcome, err := golden.Parse(d.Expected)
		Expect(err).NotTo(HaveOccurred())
		Expect(outcome.Final.Sessions).NotTo(BeEmpty())
		Expect(os.ReadDir(folder)).To(HaveLen(1))
	})

	DescribeTable("names it by something else where no rule is said",
		func(change func(*fixtures.Distilled), want string) {
			d, stream := of("missing/orphan-result.breaking.langgraph")
			d.Rule = ""
			change(d)
			Expect(filepath.Base(put(open(folder), d, stream))).To(HavePrefix(want))
		},
		Entry("what it breaks", func(*fixtures.Distilled) {}, "orphan-result.langgraph-js."),
		Entry("a kind of anomaly", func(d *fixtures.Distilled) { d.Rule = "never-closed" }, "never-closed.langgraph-js."),
	)

	It("names one that shows nothing by its behaviour", func() {
		d, stream := ofStream(spec.Stream{
			Features: neutral(), End: spec.EOF, Events: []spec.Event{{Kind: spec.NoteEvent, Record: 1, Note: spec.NoteHeartbeat}},
		})
		d.Rule = ""
		name := filepath.Base(put(open(folder), d, stream))
		Expect(name).To(Or(HavePrefix("behaviour.neutral."), HavePrefix(strings.ReplaceAll(append(d.Rules, "")[0], "/", "-")+".neutral.")))
	})

	It("refuses one of the same normal form, and says which shows it", func() {
		d, stream := of(scoped)
		s := open(folder)
		first := put(s, d, stream)
		for _, store := range []*fixturestore.Store{s, open(folder)} {
			again, stream := of(scoped)
			path, known, err := store.Put(again, stream)
			Expect(err).NotTo(HaveOccurred())
			Expect(path).To(BeEmpty())
			Expect(known).To(Equal(first))
		}
		Expect(os.ReadDir(folder)).To(HaveLen(1))
	})

	It("refuses one that the program carries, whatever the folder", func() {
		d, stream := of(scoped)
		put(open(folder), d, stream)
		again, stream := of(scoped)
		path, known, err := open(folder+"-other", *d).Put(again, stream)
		Expect(err).NotTo(HaveOccurred())
		Expect(path).To(BeEmpty())
		Expect(known).To(Equal("distilled/" + d.Name))
		Expect(folder + "-other").NotTo(BeADirectory())
	})

	It("knows a stream again under other names and in another order of what is independent", func() {
		for _, name := range []string{scoped, "session/parallel.breaking.neutral", "attach/accumulate.breaking"} {
			d, stream := of(name)
			s := open(folder)
			first := put(s, d, stream)
			for _, by := range []relation.Relation{relation.RenameIDs(), relation.Interleave()} {
				for seed := range uint64(3) {
					changed, _ := by.Change(stream, seed)
					other, decoded := ofStream(changed)
					path, known, err := s.Put(other, decoded)
					Expect(err).NotTo(HaveOccurred())
					Expect(known).To(Equal(first), "%s, %s: %s", name, by.Name, path)
				}
			}
		}
	})

	It("tells apart what ends otherwise, and records whose own bytes matter", func() {
		s := open(folder)
		d, stream := of(scoped)
		put(s, d, stream)
		cut, stream := of(scoped)
		cut.End, stream.End = spec.Cut, spec.Cut
		put(s, cut, stream)
		raw, stream := of(scoped)
		raw.Raw = true
		raw.Records[0] = append(raw.Records[0], ' ')
		put(s, raw, stream)
		Expect(os.ReadDir(folder)).To(HaveLen(3))
	})

	It("refuses records that are not what they should be", func() {
		d, stream := of(scoped)
		d.Records[0] = append(d.Records[0], ' ')
		_, _, err := open(folder).Put(d, stream)
		Expect(err).To(And(MatchError(fixturestore.ErrRecords), MatchError(ContainSubstring("are not raw, and not what the codec writes"))))
		d, stream = of(scoped)
		stream.Events = stream.Events[1:]
		_, _, err = open(folder).Put(d, stream)
		Expect(err).To(MatchError(ContainSubstring("its records do not say its stream")))
		d.Records[0] = []byte("{")
		_, _, err = open(folder).Put(d, stream)
		Expect(err).To(And(MatchError(fixturestore.ErrRecords), MatchError(ContainSubstring("cannot be read"))))
		d.Dialect = "esperanto"
		_, _, err = open(folder).Put(d, stream)
		Expect(err).To(MatchError(ContainSubstring("esperanto")))
		Expect(folder).NotTo(BeADirectory())
	})

	It("keeps raw records that nobody understands", func() {
		d, _ := of("fragment/scoped-key.breaking.neutral")
		d.Raw = true
		d.Records = append(d.Records, []byte("{\xff\n"))
		stream, err := fixturestore.Stream(d)
		Expect(err).NotTo(HaveOccurred())
		put(open(folder), d, stream)
		Expect(fixtures.ReadDistilled(os.DirFS(folder))).To(HaveExactElements(HaveField("Records", d.Records)))
	})

	It("reports what is broken in the folder, and leaves it as it is", func() {
		d, stream := of(scoped)
		path := put(open(folder), d, stream)
		text, err := os.ReadFile(path)
		Expect(err).NotTo(HaveOccurred())
		half := text[:len(text)-10]
		Expect(os.WriteFile(path, half, 0o600)).To(Succeed())
		Expect(os.WriteFile(filepath.Join(folder, "notes.md"), nil, 0o600)).To(Succeed())
		s := open(folder)
		Expect(s.Broken()).To(ConsistOf(
			MatchError(fixtures.ErrEdited), MatchError(ContainSubstring("notes.md: not a fixture")),
		))
		again, stream := of(scoped)
		other := put(s, again, stream)
		Expect(filepath.Base(other)).To(MatchRegexp(`\.[0-9a-f]{16}\.txtar$`), "the short name is taken")
		Expect(os.ReadFile(path)).To(Equal(half))
		Expect(s.Broken()).To(HaveLen(2))
	})

	It("knows what another one put there in the meantime", func() {
		one, other := open(folder), open(folder)
		d, stream := of(scoped)
		first := put(one, d, stream)
		again, stream := of(scoped)
		_, known, err := other.Put(again, stream)
		Expect(err).NotTo(HaveOccurred())
		Expect(known).To(Equal(first))
	})

	It("lets many at once put one fixture there once", func() {
		var all sync.WaitGroup
		paths := make([]string, 8)
		for i := range paths {
			d, stream := of(scoped)
			all.Go(func() {
				defer GinkgoRecover()
				path, known, err := open(folder).Put(d, stream)
				Expect(err).NotTo(HaveOccurred())
				Expect(path == "").NotTo(Equal(known == ""))
				paths[i] = path
			})
		}
		all.Wait()
		Expect(paths).To(ContainElement(Not(BeEmpty())))
		Expect(os.ReadDir(folder)).To(HaveLen(1))
	})

	It("removes what another one left half written, and only that", func() {
		Expect(os.MkdirAll(folder, 0o777)).To(Succeed())
		for _, name := range []string{disk.Temporary + "1", "README.md"} {
			Expect(os.WriteFile(filepath.Join(folder, name), []byte("half"), 0o600)).To(Succeed())
		}
		s := open(folder)
		Expect(s.Broken()).To(BeEmpty())
		d, stream := of(scoped)
		put(s, d, stream)
		Expect(filepath.Join(folder, disk.Temporary+"1")).NotTo(BeAnExistingFile())
		Expect(os.ReadDir(folder)).To(HaveLen(2))
	})

	It("says which folder cannot be read or made", func() {
		file := filepath.Join(GinkgoT().TempDir(), "file")
		Expect(os.WriteFile(file, nil, 0o600)).To(Succeed())
		_, err := fixturestore.Open(file, nil)
		Expect(err).To(MatchError(ContainSubstring("the fixtures of " + file)))
		d, stream := of(scoped)
		_, _, err = open(filepath.Join(GinkgoT().TempDir(), "gone")).Put(d, stream)
		Expect(err).NotTo(HaveOccurred())
		_, err = fixturestore.Open(folder, []fixtures.Distilled{{Name: "odd", Dialect: "esperanto"}})
		Expect(err).To(MatchError(ContainSubstring("fixture odd, which the program carries")))
		Expect(fs.ValidPath(filepath.Base(file))).To(BeTrue())
	})
})

func neutral() spec.Features {
	GinkgoHelper()
	codec, variant, err := dialects.Lookup("neutral")
	Expect(err).NotTo(HaveOccurred())
	return codec.Features(variant)
}
