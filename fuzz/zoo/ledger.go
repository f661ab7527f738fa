package zoo

import (
	_ "embed"
	"fmt"
	"regexp"
	"strings"
)

//go:embed ledger.tsv
var ledger string

// A Row is one public bug.
type Row struct {
	// ID is the bug's id in the list, Thread its public thread as
	// "owner/name#number", Class its kind in the list.
	ID, Thread, Class string
	// Mechanism is a short description of the fault.
	Mechanism string
	// Rule is the id of the rule that catches the bug, and Proof shows that it
	// does. Both are empty if the bug is out of scope; then Reason says why.
	Rule   string
	Proof  Proof
	Reason string
}

// Caught reports whether a rule catches the bug.
func (r *Row) Caught() bool { return r.Rule != "" }

// A Proof is something wrong, and the written case on which that shows.
type Proof struct {
	Kind Kind
	// Name names what is wrong, On names the case. Traces have no name. Framers
	// and writers have no case.
	Name, On string
}

// A Kind is a kind of proof. The package documentation defines each.
type Kind string

// The kinds.
const (
	Mutant    Kind = "mutant"
	Base      Kind = "base"
	Candidate Kind = "candidate"
	Store     Kind = "store"
	Adapter   Kind = "adapter"
	Trace     Kind = "trace"
	Framer    Kind = "framer"
	Writer    Kind = "writer"
)

// String returns the proof as the catalogue writes it.
func (p Proof) String() string {
	switch {
	case p.Name == "":
		return fmt.Sprintf("%s on %s", p.Kind, p.On)
	case p.On == "":
		return fmt.Sprintf("%s %s", p.Kind, p.Name)
	}
	return fmt.Sprintf("%s %s on %s", p.Kind, p.Name, p.On)
}

// Read returns the rows of the catalogue in order.
func Read() ([]Row, error) {
	rows, err := Parse(ledger)
	if err != nil {
		return nil, fmt.Errorf("the bug catalogue: %w", err)
	}
	return rows, nil
}

// header is the first line of the catalogue.
const header = "id\tthread\tclass\tmechanism\trule\tproof\treason"

// Parse reads a catalogue: a header, then one bug a line, with tabs between its
// fields. Ids ascend. A bug has either a rule and a proof, or a reason. An
// error names the line.
func Parse(text string) ([]Row, error) {
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	if lines[0] != header {
		return nil, fmt.Errorf("line 1: want %q", header)
	}
	var rows []Row
	for i, line := range lines[1:] {
		row, err := parseRow(line)
		if err == nil && len(rows) > 0 && rows[len(rows)-1].ID >= row.ID {
			err = fmt.Errorf("%s comes after %s", row.ID, rows[len(rows)-1].ID)
		}
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", i+2, err)
		}
		rows = append(rows, row)
	}
	return rows, nil
}

var (
	anID     = regexp.MustCompile(`^[X-Z]\d{3}$`)
	aThread  = regexp.MustCompile(`^[\w.-]+/[\w.-]+#\d+$`)
	aProof   = regexp.MustCompile(`^(mutant|base|candidate|store|adapter) (\S+) on (\S+)$|^(trace) on (\S+)$|^(framer|writer) (\S+)$`)
	nothings = map[string]bool{"": true, "-": true}
)

func parseRow(line string) (Row, error) {
	f := strings.Split(line, "\t")
	if len(f) != 7 {
		return Row{}, fmt.Errorf("%d fields, want 7", len(f))
	}
	for i := range f {
		if nothings[f[i]] {
			f[i] = ""
		}
	}
	r := Row{ID: f[0], Thread: f[1], Class: f[2], Mechanism: f[3], Rule: f[4], Reason: f[6]}
	return r, r.complete(f[5])
}

// complete checks a row's fields and reads its proof.
func (r *Row) complete(proof string) error {
	switch {
	case !anID.MatchString(r.ID):
		return fmt.Errorf("%q is no id", r.ID)
	case !aThread.MatchString(r.Thread):
		return fmt.Errorf("%s: %q is no thread", r.ID, r.Thread)
	case r.Class == "" || r.Mechanism == "":
		return fmt.Errorf("%s: no class, or no mechanism", r.ID)
	case (r.Rule == "") != (proof == "") || (r.Rule == "") != (r.Reason != ""):
		return fmt.Errorf("%s: want either a rule with its proof, or a reason", r.ID)
	case r.Rule == "":
		return nil
	}
	found := aProof.FindStringSubmatch(proof)
	if found == nil {
		return fmt.Errorf("%s: %q is no proof", r.ID, proof)
	}
	r.Proof = Proof{Kind(found[1] + found[4] + found[6]), found[2] + found[7], found[3] + found[5]}
	return nil
}
