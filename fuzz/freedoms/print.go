package freedoms

import (
	"fmt"
	"io"
	"maps"
	"slices"
)

// A share is how many of a dialect's blocks each account has. Of all that generated
// streams may reach, they reach some.
type share struct {
	dialect      string
	of           [accounts]int
	may, reached int
}

func (s *share) blocks() int {
	n := 0
	for _, of := range s.of {
		n += of
	}
	return n
}

// shares counts by dialect, the dialects in alphabetical order, and all together.
func (t *Table) shares(reasons Reasons) []share {
	by := map[string]*share{"": {dialect: "all"}}
	classes := t.classes()
	for i, of := range t.accounts(reasons) {
		d := t.Blocks[i].Dialect
		if by[d] == nil {
			by[d] = &share{dialect: d}
		}
		for _, s := range []*share{by[d], by[""]} {
			s.of[of]++
			if classes[i] == freedom {
				s.may++
				s.reached += min(t.Blocks[i].Generated, 1)
			}
		}
	}
	var out []share
	for _, name := range slices.Sorted(maps.Keys(by)) {
		out = append(out, *by[name])
	}
	return append(out[1:], out[0])
}

// Write prints the table: a line a dialect, in which the blocks of all accounts make
// up the decoder. Then what the accounts mean, and the blocks of those that have
// reasons, below each reason: first what is open.
func (t *Table) Write(w io.Writer, reasons Reasons) error {
	out := &printer{w: w}
	out.heads()
	for _, s := range t.shares(reasons) {
		out.share(&s)
	}
	out.printf("\n")
	for of := range accounts {
		out.printf("%-11s %s\n", titles[of].name, titles[of].means)
	}
	all := t.accounts(reasons)
	for _, of := range []account{unexplained, open, tolerated, written, recorded, forbidden, impossible} {
		out.list(of, t.Blocks, all, reasons)
	}
	return out.err
}

// A printer keeps the first failure to write.
type printer struct {
	w   io.Writer
	err error
}

func (p *printer) printf(format string, args ...any) {
	if p.err == nil {
		_, p.err = fmt.Fprintf(p.w, format, args...)
	}
}

func (p *printer) heads() {
	p.printf("%-11s %6s %11s %7s", "decoder", "blocks", titles[generated].name, "")
	for _, title := range titles[generated+1:] {
		p.printf(" %*s", len(title.name), title.name)
	}
	p.printf("  %s\n", "of what a stream may reach")
}

func (p *printer) share(s *share) {
	n := s.blocks()
	p.printf("%-11s %6d %11d %s", s.dialect, n, s.of[generated], part(s.of[generated], n))
	for of := generated + 1; of < accounts; of++ {
		p.printf(" %*d", len(titles[of].name), s.of[of])
	}
	p.printf("  %d of %d, %s\n", s.reached, s.may, part(s.reached, s.may))
}

func part(n, of int) string {
	if of == 0 {
		return "      –"
	}
	return fmt.Sprintf("%5.1f %%", 100*float64(n)/float64(of))
}

// list prints the blocks of an account below their reasons. An error path has none.
func (p *printer) list(of account, blocks []Reached, accounts []account, reasons Reasons) {
	var whys []string
	by := map[string][]Block{}
	for i, r := range blocks {
		why := reasons.of(r.Block)
		if accounts[i] != of || why == "" && of != unexplained {
			continue
		}
		if by[why] == nil {
			whys = append(whys, why)
		}
		by[why] = append(by[why], r.Block)
	}
	for i, why := range whys {
		if i == 0 {
			p.printf("\n%s:\n", titles[of].name)
		}
		p.printf("  %s\n", why)
		for _, b := range by[why] {
			p.printf("      %s\n", b)
		}
	}
}
