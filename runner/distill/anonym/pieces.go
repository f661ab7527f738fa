package anonym

import (
	"slices"
	"strings"
)

// beginning are the first pieces of another text, up to a place; the otherwise
// ones where that is inside of an id.
func beginning(pieces []piece, to int, otherwise []piece) []piece {
	var first []piece
	for _, p := range pieces {
		switch {
		case to == 0:
			return first
		case p.was <= to:
			first, to = append(first, p), to-p.was
		case p.whole:
			return otherwise
		default:
			return append(first, piece{was: to, is: p.is[:to]})
		}
	}
	return first
}

// inside are the numbers between two others.
func inside(sorted []int, from, to int) []int {
	i, _ := slices.BinarySearch(sorted, from+1)
	j, _ := slices.BinarySearch(sorted, to)
	return sorted[i:max(i, j)]
}

// offsets are where the places of a text are in what stands for it; the places
// are in order. An id's cuts stay apart from each other.
func offsets(pieces []piece, places []int) []int {
	to := make([]int, 0, len(places))
	was, is, i := 0, 0, 0
	for _, place := range places {
		for i < len(pieces) && was+pieces[i].was <= place {
			was, is, i = was+pieces[i].was, is+len(pieces[i].is), i+1
		}
		at := is
		if place > was && i < len(pieces) {
			at += place - was
			if pieces[i].whole {
				at = min(max(is, slices.Max(append(to, 0)))+1, is+len(pieces[i].is))
			}
		}
		to = append(to, at)
	}
	return to
}

func joined(pieces []piece) string {
	var b strings.Builder
	for _, p := range pieces {
		b.WriteString(p.is)
	}
	return b.String()
}
