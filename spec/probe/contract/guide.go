package contract

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/quock-dev/quock/spec"
)

// Guide returns what the audience needs of the contract, in Markdown: the words that it
// uses, the sections that are for it, and where to go on.
func (a Audience) Guide() string {
	cut := a.cut()[1:] // without the title
	contract := strings.Join(cut, "\n\n")
	return fmt.Sprintf(introduction, a.name(), glossaryOf(contract), contract, a.next())
}

const introduction = `# How to write a reader of %[1]s

A *candidate* is a small program around your reader. quock starts it, writes streams to its standard input, and reads from its standard output what your reader made of them: a *transcript*. This is the part of the contract that concerns %[1]s.

## Words

%[2]s

%[3]s

## Go on

%[4]s
`

// name is the variant, or the bare name of several.
func (a Audience) name() string {
	if len(a.Variants) == 1 {
		return a.Variants[0].Dialect
	}
	bare, _, _ := strings.Cut(a.Variants[0].Dialect, ":")
	return bare
}

// plainWords are words of the glossary that need no explanation in a guide.
var plainWords = []string{"stream", "record", "event", "dialect", "features", "framing", "open", "call", "anomaly", "producer", "end of input", "part", "orphan"}

// glossaryOf is the part of the glossary's first table whose words a text uses.
func glossaryOf(text string) string {
	_, section, _ := strings.Cut(spec.Glossary, "## What a stream is made of\n\n")
	table, _, _ := strings.Cut(section, "\n\n")
	rows := []string{"| word | meaning |", "|---|---|"}
	for _, cells := range tableRows(table)[1:] {
		used := regexp.MustCompile(`(?i)\b` + regexp.QuoteMeta(cells[0]) + `(s|d)?\b`)
		if used.MatchString(text) && !slices.Contains(plainWords, cells[0]) {
			rows = append(rows, "| "+strings.Join(cells, " | ")+" |")
		}
	}
	return strings.Join(rows, "\n")
}

// next says where to go on.
func (a Audience) next() string {
	if a.Variants[0].ReadOnly {
		return fmt.Sprintf(`No stream of %[1]s is generated. `+"`quock replay RECORDING -- COMMAND`"+` judges a candidate on a recording, `+"`quock run --fixtures FOLDER -- COMMAND`"+` on what `+"`quock distill`"+` made of some.`, a.name())
	}
	return fmt.Sprintf(`- `+"`quock init --dialect %[1]s`"+` writes a candidate, `+"`quock smoke -- COMMAND`"+` tries it on trivial streams, `+"`quock run -- COMMAND`"+` on all cases.
- `+"`quock rules RULE`"+` explains a rule that a failure names, `+"`quock rules --dialect %[1]s`"+` lists all.
- `+"`quock guide %[1]s --with rare`"+` adds what lost, late, doubled and rare records mean, all anomalies, and what each field under `+"`lacks`"+` is. Other topics: store, adapter, bytes.`, a.name())
}
