package fakes_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/quock-dev/quock/runner/distill/secret/fakes"
)

// TestCodedWordsAreRead: a search that finds nothing where there is something would
// show nothing.
func TestCodedWordsAreRead(t *testing.T) {
	for _, c := range fakes.CodedWords(200, 1) {
		if strings.Contains(c.Text, c.Word) || !reads(c, "some text, and "+c.Text+" — more.") {
			t.Errorf("%s: %q", c.Name, c.Text)
		}
		if reads(c, "some text, and more of it: -- 1.2") {
			t.Errorf("%s: %s is read where it is not", c.Name, c.Word)
		}
	}
}

func reads(c fakes.Coded, text string) bool {
	return slices.ContainsFunc(c.Read(text), func(read string) bool { return strings.Contains(read, c.Word) })
}
