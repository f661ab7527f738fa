package deviation

import (
	_ "embed"
	"fmt"
	"strings"
	"sync"
)

// programsTable lists programs that differ in ways that no change of the model makes,
// and programs that share no code with the model, so that they test what is named
// here. The table stands here because a program may import only the probe contract; a
// test of package zoo compares it with the programs.
//
//go:embed programs.tsv
var programsTable string

// programsHeader is the first line of the table. Rules and bugs are separated by
// spaces, programs by commas; "-" is none.
const programsHeader = "kind\tname\trules\tbugs\tprograms\tsentence"

// programs are the rows of the table, in its order.
var programs = sync.OnceValue(func() (all []Deviation) {
	header, rows, _ := strings.Cut(programsTable, "\n")
	if header != programsHeader {
		panic(fmt.Sprintf("programs.tsv: the first line is %q", header))
	}
	for row := range strings.Lines(rows) {
		f := strings.Split(strings.TrimSuffix(row, "\n"), "\t")
		if len(f) != strings.Count(header, "\t")+1 {
			panic(fmt.Sprintf("programs.tsv: %d fields in %q", len(f), row))
		}
		d := Deviation{Kind: Kind(f[0]), Name: f[1], Rules: strings.Fields(f[2]), Programs: strings.Split(f[4], ", "), Sentence: f[5]}
		if f[3] != "-" {
			d.Bugs = strings.Fields(f[3])
		}
		all = append(all, d)
	}
	return all
})
