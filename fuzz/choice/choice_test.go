package choice_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/fuzz/choice"
)

// ask makes one choice of every form and returns what was chosen.
func ask(s *choice.Source) []uint64 {
	yes := uint64(0)
	if s.Chance(128) {
		yes = 1
	}
	return []uint64{
		uint64(s.N(1)), uint64(s.N(6)), uint64(s.N(256)), uint64(s.N(300)), uint64(s.N(1 << 20)),
		yes, uint64(s.Low(3)), s.Bits(), uint64(s.Fix(2, 3)),
	}
}

var _ = Describe("A dealer", func() {
	var d choice.Sources

	It("gives the choices that it drew once more", func() {
		for seed := range uint64(200) {
			d.Draw(seed, 1)
			drawn := ask(d.Layer(choice.Tree))
			kept := d.Used().Clone()
			d.Read(&kept)
			Expect(ask(d.Layer(choice.Tree))).To(Equal(drawn))
			Expect(d.Used()).To(Equal(kept), "what is read is what was kept, and no more")
		}
	})

	It("draws the same from the same seeds, whatever it gave before", func() {
		d.Draw(7, 8)
		first := ask(d.Layer(choice.Order))
		d.Draw(9, 9)
		ask(d.Layer(choice.Order))
		d.Draw(7, 8)
		Expect(ask(d.Layer(choice.Order))).To(Equal(first))
	})

	It("gives the simplest where the bytes end, also in the middle of one", func() {
		d.Read(&choice.Choices{})
		Expect(ask(d.Layer(choice.Tree))).To(Equal([]uint64{0, 0, 0, 0, 0, 0, 0, 0, 0}))
		d.Read(&choice.Choices{choice.Tree: {3, 9, 44}})
		s := d.Layer(choice.Tree)
		Expect([]int{s.N(6), s.N(256), s.N(300), s.N(7)}).To(Equal([]int{3, 9, 44, 0}))
	})

	It("makes a choice of any byte", func() {
		d.Read(&choice.Choices{choice.Tree: {255, 255, 255, 255}})
		s := d.Layer(choice.Tree)
		Expect(s.N(6)).To(Equal(255 % 6))
		Expect(s.N(300)).To(Equal(65535 % 300))
		Expect(s.Chance(1)).To(BeTrue(), "255 is the likeliest to be true")
	})

	It("keeps the layers apart: what one holds moves no choice of another", func() {
		d.Read(&choice.Choices{choice.Tree: {5}, choice.Order: {4, 3}})
		d.Layer(choice.Tree).N(10)
		d.Layer(choice.Tree).N(10)
		Expect(d.Layer(choice.Order).N(10)).To(Equal(4))
	})

	It("goes on drawing where given choices end, and keeps what it draws", func() {
		given := choice.Choices{choice.Tree: {1, 2}}
		d.Extend(&given, 3, 4)
		s := d.Layer(choice.Tree)
		got := []int{s.N(200), s.N(200), s.N(200), s.N(200)}
		Expect(got[:2]).To(Equal([]int{1, 2}))
		used := d.Used().Clone()
		d.Read(&used)
		s = d.Layer(choice.Tree)
		Expect([]int{s.N(200), s.N(200), s.N(200), s.N(200)}).To(Equal(got))
		Expect(given[choice.Tree]).To(HaveLen(2), "what it was given is not its own")
	})

	It("keeps what it gives again where the given choices end in the middle of one", func() {
		given := choice.Choices{choice.Tree: {5, 7}}
		d.Extend(&given, 3, 4)
		s := d.Layer(choice.Tree)
		made := []int{s.N(10), s.N(1 << 12), s.N(1 << 12)}
		kept := d.Used().Clone()
		d.Read(&kept)
		s = d.Layer(choice.Tree)
		Expect([]int{s.N(10), s.N(1 << 12), s.N(1 << 12)}).To(Equal(made))
	})

	It("settles a choice only where none is given", func() {
		d.Draw(1, 1)
		Expect(d.Layer(choice.Tree).Fix(2, 3)).To(Equal(2))
		kept := d.Used().Clone()
		d.Read(&kept)
		Expect(d.Layer(choice.Tree).Fix(0, 3)).To(Equal(2))
	})

	It("says which bytes made which part, and what hangs on what", func() {
		d.Draw(1, 1)
		s := d.Layer(choice.Tree)
		s.Open(choice.Turn, choice.None)
		s.N(10)
		call := s.Open(choice.Call, choice.None)
		s.Bits()
		s.Close()
		s.Close()
		s.Open(choice.Turn, call)
		s.N(3)
		s.Close()
		Expect(s.Spans()).To(Equal([]choice.Span{
			{Kind: choice.Turn, From: 0, To: 9, Of: choice.None},
			{Kind: choice.Call, From: 1, To: 9, Of: choice.None},
			{Kind: choice.Turn, From: 9, To: 10, Of: 1},
		}))
	})
})
