package lanes_test

import (
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/runner/internal/lanes"
)

var _ = Describe("Texts", func() {
	It("are cut to the width by columns, not by bytes: a wide character takes two", func() {
		d := draw(lanes.Options{Width: 60}, text("main", "m1", strings.Repeat("潮", 100)))
		Expect(d.line("says")).To(HaveSuffix("says: " + strings.Repeat("潮", 20) + "…"))
	})

	It("show what would steer the terminal, and do not let it", func() {
		d := draw(lanes.Options{}, `{"kind":"text","message":"m1","text":"a\u001b[2Jb\nc\u202ed"}`)
		Expect(d.line("says")).To(HaveSuffix(`says: a\x1b[2Jb\nc\u202ed`))
	})

	It("lose the middle of a long id, so that its end is still told apart", func() {
		d := draw(lanes.Options{}, call("main", strings.Repeat("x", 60)+"1234", "read"))
		Expect(d.line("calls read")).To(ContainSubstring("calls read " + strings.Repeat("x", 19) + "…1234"))
	})

	It("of a result that is a list of blocks are the words in it", func() {
		d := draw(lanes.Options{}, start, call("main", "c1", "read"),
			`{"kind":"call.done","session":"main","call":"c1","result":[{"type":"text","text":"Low "},{"type":"text","text":"tide."}]}`)
		Expect(d.line("result of")).To(HaveSuffix("result of read c1: Low tide."))
	})

	It("of any length cost no more than their beginning", func() {
		long := strings.Repeat("y", 4<<20)
		d := draw(lanes.Options{}, text("main", "m1", long), call("main", long, long), done("main", long, long))
		Expect(len(d.text)).To(BeNumerically("<", 2000))
		Expect(d.line("says")).To(ContainSubstring("says: yyy"))
	})

	It("give the size of what came in pieces in a unit that is read easily", func() {
		part := strings.Repeat("z", 1500)
		Expect(draw(lanes.Options{}, text("main", "m1", part), text("main", "m1", part)).line("says")).To(ContainSubstring("2 pieces, 3.0 KB"))
		part = strings.Repeat("z", 1_500_000)
		Expect(draw(lanes.Options{}, text("main", "m1", part), text("main", "m1", part)).line("says")).To(ContainSubstring("2 pieces, 3.0 MB"))
	})
})
