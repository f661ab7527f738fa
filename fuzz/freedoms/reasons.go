package freedoms

import (
	_ "embed"
	"fmt"
	"maps"
	"slices"
	"strings"
)

//go:embed reasons.txt
var listed string

// Reasons say why no generated stream reaches a block.
type Reasons map[string]string

// Listed reads reasons.txt: a reason, and below it the blocks that it holds for,
// as Block.String names them. Empty lines and those that begin with # say nothing.
//
//	= Open: the reason, in one line
//	dialect/file.go Function: text of the block
//
// A reason begins with its kind: Open, where the format allows what the block reads;
// Forbidden, where it does not; Impossible, where no stream can reach the block.
func Listed() (Reasons, error) { return Parse(listed) }

// Parse reads reasons in that form. An error names the line.
func Parse(text string) (Reasons, error) {
	reasons, why := Reasons{}, ""
	for n, line := range strings.Split(text, "\n") {
		reason, is := strings.CutPrefix(line, "= ")
		switch {
		case line == "" || strings.HasPrefix(line, "#"):
		case is && kindOf(reason) == "":
			return nil, fmt.Errorf("freedoms: reasons.txt, line %d: a reason is Open, Forbidden or Impossible", n+1)
		case is:
			why = reason
		case why == "":
			return nil, fmt.Errorf("freedoms: reasons.txt, line %d: a block without a reason above it", n+1)
		case reasons[line] != "":
			return nil, fmt.Errorf("freedoms: reasons.txt, line %d: the block has a reason already", n+1)
		default:
			reasons[line] = why
		}
	}
	return reasons, nil
}

// kindOf is the kind of a reason, "" where it says none.
func kindOf(why string) string {
	kind, rest, _ := strings.Cut(why, ": ")
	if rest == "" || kind != "Open" && kind != "Forbidden" && kind != "Impossible" {
		return ""
	}
	return kind
}

func (r Reasons) of(b Block) string { return r[b.String()] }

// Check holds the list against a table. It returns a sentence for each block that
// no generated stream reaches and that has no reason, and for each reason whose
// block is reached or is not there.
func (r Reasons) Check(t *Table) []string {
	var faults []string
	missing := map[string]bool{}
	for _, m := range t.Missing() {
		missing[m.String()] = true
		if r.of(m.Block) == "" {
			faults = append(faults, fmt.Sprintf("no generated stream reaches this block, and reasons.txt has no reason: %s", m.Block))
		}
	}
	for _, line := range slices.Sorted(maps.Keys(r)) {
		if !missing[line] {
			faults = append(faults, fmt.Sprintf("reasons.txt has a reason for what generated streams reach, or what is no block: %s", line))
		}
	}
	return faults
}
