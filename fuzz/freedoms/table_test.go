package freedoms_test

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/quock-dev/quock/fuzz/freedoms"
)

// root is the module's folder.
const root = "../.."

// profiles writes profiles in which the blocks of codex.over have these counts, and
// gives their folder.
func profiles(t *testing.T, counts ...[]string) string {
	t.Helper()
	folder := t.TempDir()
	for i, name := range freedoms.Profiles {
		profile(t, filepath.Join(folder, name), counts[i]...)
	}
	return folder
}

func profile(t *testing.T, name string, counts ...string) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, "spec/wire/codex/children.go"))
	if err != nil {
		t.Fatal(err)
	}
	line := strings.Count(string(text[:strings.Index(string(text), "\nfunc over(")]), "\n") + 2
	at := "github.com/quock-dev/quock/spec/wire/codex/children.go:"
	lines := "mode: count\n"
	for i, count := range counts {
		where := strings.NewReplacer("L", strconv.Itoa(line+i), "M", strconv.Itoa(line+i+1)).Replace("L.2,M.3 1 ")
		lines += at + where + count + "\n"
	}
	lines += "github.com/quock-dev/quock/spec/wire/codex/encode.go:1.1,2.2 1 0\ngithub.com/quock-dev/quock/spec/wire/scan/check.go:1.1,2.2 1 0\n"
	if err := os.WriteFile(name, []byte(lines), 0o600); err != nil {
		t.Fatal(err)
	}
}

// some are counts in which a generated stream reaches the second block alone, and a
// fixture both.
func some(t *testing.T) string {
	t.Helper()
	return profiles(t, []string{"0", "3"}, []string{"0", "0"}, []string{"1", "1"}, []string{"0", "0"}, []string{"2", "2"}, []string{"0", "0"}, []string{"1", "1"}, []string{"0", "0"})
}

// A block is named by its function and text, so that the list outlives edits
// above it; what does not decode is no block.
func TestBlocksAreNamedByTheirText(t *testing.T) {
	table, err := freedoms.Read(root, some(t))
	if err != nil {
		t.Fatal(err)
	}
	if len(table.Blocks) != 2 {
		t.Fatalf("%d blocks, not 2: %v", len(table.Blocks), table.Blocks)
	}
	missing := table.Missing()
	if len(missing) != 1 || missing[0].Fixtures != 1 || !strings.HasPrefix(missing[0].String(), "codex/children.go over: func over(state string) bool {") {
		t.Fatalf("%v", missing)
	}
}

// What only refused streams reach is no freedom, nor what only stored sessions do; what one reaches that is taken, or
// no stream at all, may be one.
func TestErrorPathsAreNoFreedoms(t *testing.T) {
	none := []string{"0", "0", "0", "0"}
	table, err := freedoms.Read(root, profiles(t, none, none, none, none, []string{"5", "5", "0", "0"}, []string{"0", "1", "0", "0"}, []string{"0", "0", "0", "1"}, none))
	if err != nil {
		t.Fatal(err)
	}
	if missing := table.Missing(); len(missing) != 2 || missing[0].Block != table.Blocks[1].Block || missing[1].Block != table.Blocks[2].Block {
		t.Fatalf("%v", missing)
	}
}

// What streams of a variant alone reach that is only read waits for no generated stream,
// and in a file that only they reach neither does the rest.
func TestWhatIsOnlyReadIsNoFreedom(t *testing.T) {
	none := []string{"0", "0"}
	for _, c := range []struct {
		fixtures []string
		missing  int
	}{{none, 0}, {[]string{"0", "1"}, 1}} {
		table, err := freedoms.Read(root, profiles(t, none, []string{"1", "0"}, c.fixtures, none, none, none, none, []string{"2", "0"}))
		if err != nil {
			t.Fatal(err)
		}
		if missing := table.Missing(); len(missing) != c.missing {
			t.Fatalf("%v", missing)
		}
	}
}

// Each block has one account: what streams reach it comes before what a reason says, and
// a line of the table makes up the decoder.
func TestEachBlockHasOneAccount(t *testing.T) {
	none := []string{"0", "0", "0", "0", "0", "0", "0"}
	only := func(n int) []string { all := slices.Clone(none); all[n] = "1"; return all }
	tolerated := only(3)
	tolerated[4] = "1"
	table, err := freedoms.Read(root, profiles(t, only(0), none, only(1), only(2), tolerated, only(3), none, none))
	if err != nil {
		t.Fatal(err)
	}
	reasons := freedoms.Reasons{}
	for i, why := range []string{1: "Open: x", 2: "Open: x", 3: "Open: x", 5: "Open: x", 6: "Impossible: y"} {
		if why != "" {
			reasons[table.Blocks[i].String()] = why
		}
	}
	var text bytes.Buffer
	if err := table.Write(&text, reasons); err != nil {
		t.Fatal(err)
	}
	head, rest, _ := strings.Cut(text.String(), "\n")
	line, rest, _ := strings.Cut(rest, "\n")
	if !strings.HasPrefix(head, "decoder     blocks   generated         forbidden stored only read recorded written impossible tolerated open no reason") {
		t.Errorf("%q", head)
	}
	want := "codex 7 1 14.3 % 1 0 0 1 1 1 1 1 0 1 of 6, 16.7 %"
	if got := strings.Join(strings.Fields(line), " "); got != want {
		t.Errorf("%s\nis not\n%s", got, want)
	}
	for _, part := range []string{"\nopen:\n  Open: x\n      codex/children.go", "\nimpossible:\n  Impossible: y\n      codex/children.go"} {
		if !strings.Contains(rest, part) {
			t.Errorf("%s\nhas not\n%s", rest, part)
		}
	}
}

// A reason says first of which kind it is.
func TestAReasonHasAKind(t *testing.T) {
	for text, right := range map[string]bool{
		"= Open: so\ncodex/a.go f: g": true, "= Forbidden: so\ncodex/a.go f: g": true, "= So it is\ncodex/a.go f: g": false, "= Open:\ncodex/a.go f: g": false,
	} {
		if _, err := freedoms.Parse(text); (err == nil) != right {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// A block without a reason is a fault, and so is a reason without its block.
func TestReasonsAreHeldBothWays(t *testing.T) {
	table, err := freedoms.Read(root, some(t))
	if err != nil {
		t.Fatal(err)
	}
	missing, reached := table.Missing()[0].String(), table.Blocks[1].String()
	for _, c := range []struct {
		reasons freedoms.Reasons
		faults  []string
	}{
		{freedoms.Reasons{missing: "a reason"}, nil},
		{freedoms.Reasons{}, []string{missing}},
		{freedoms.Reasons{missing: "a reason", reached: "an old reason"}, []string{reached}},
		{freedoms.Reasons{missing: "a reason", "codex/gone.go gone: gone": "a reason"}, []string{"codex/gone.go gone: gone"}},
	} {
		faults := c.reasons.Check(table)
		if len(faults) != len(c.faults) {
			t.Fatalf("%v, not %v", faults, c.faults)
		}
		for i := range faults {
			if !strings.HasSuffix(faults[i], c.faults[i]) {
				t.Fatalf("%q does not name %q", faults[i], c.faults[i])
			}
		}
	}
}
