package cli_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/quock-dev/quock/runner/internal/cli"
)

// figured matches what a role's script says of itself: how much is typed, written and read.
var figured = regexp.MustCompile(`(?m)^# typed: (\d+) commands; written: (\d+) lines(?: \((.*)\))?; read: at most (\d+) bytes \((.*)\)$`)

// TestRoles holds the figures of the scripts role_*: who has the README alone is at a first
// useful answer with at most six commands, thirty lines beside a reader, and 20 KB to read.
func TestRoles(t *testing.T) {
	scripts, _ := filepath.Glob("testdata/script/role_*.txtar")
	if len(scripts) != 4 {
		t.Fatalf("there are %d roles", len(scripts))
	}
	for _, name := range scripts {
		t.Run(filepath.Base(name), func(t *testing.T) {
			script, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			stated := figured.FindSubmatch(script.Comment)
			if stated == nil {
				t.Fatal("its header does not say what is typed, written and read")
			}
			number := func(i int) int { n, _ := strconv.Atoi(string(stated[i])); return n }
			typed, written, read := typedIn(t, string(script.Comment)), 0, 0
			for _, f := range script.Files {
				if f.Name == string(stated[3]) {
					written = len(bytes.FieldsFunc(f.Data, func(r rune) bool { return r == '\n' }))
				}
			}
			for _, source := range strings.Split(string(stated[5]), ", ") {
				read += sizeOf(t, source)
			}
			if typed != number(1) || written != number(2) || read > number(4) {
				t.Errorf("%d commands, %d lines and %d bytes, and not %s, %s and at most %s", typed, written, read, stated[1], stated[2], stated[4])
			}
			if typed > 6 || written > 30 || read > 20<<10 {
				t.Errorf("%d commands, %d lines and %d bytes: more than 6, 30 and 20 KB", typed, written, read)
			}
		})
	}
}

// typedIn counts the commands that a user types. Each is followed by the line that runs it.
func typedIn(t *testing.T, script string) (n int) {
	lines := strings.Split(script, "\n")
	for i, line := range lines {
		if _, command, is := strings.Cut(line, "# $ "); is {
			n++
			program, _, _ := strings.Cut(command, " ")
			if rest := strings.Join(lines[i+1:min(i+3, len(lines))], "\n"); !strings.Contains(rest, "exec "+program+" ") && !strings.Contains(rest, " "+program+" ") {
				t.Errorf("%q is not run by the line behind it", command)
			}
		}
	}
	return n
}

// sizeOf is the size of what is read: a file, a file to some heading, or a guide.
func sizeOf(t *testing.T, source string) int {
	if dialect, is := strings.CutPrefix(source, "quock guide "); is {
		var out, errs bytes.Buffer
		if code := cli.Main(context.Background(), []string{"guide", dialect}, strings.NewReader(""), &out, &errs); code != 0 {
			t.Fatal(errs.String())
		}
		return out.Len()
	}
	file, heading, part := strings.Cut(source, " to ")
	text, err := os.ReadFile(filepath.Join("../../..", file))
	if err != nil {
		t.Fatal(err)
	}
	if !part {
		return len(text)
	}
	at := bytes.Index(text, []byte("\n"+strings.Trim(heading, `"`)))
	if at < 0 {
		t.Fatalf("%s has no heading %s", file, heading)
	}
	return at
}
