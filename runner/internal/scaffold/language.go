package scaffold

import (
	"bytes"
	"cmp"
	"embed"
	"fmt"
	"go/format"
	"regexp"
	"slices"
	"strings"
	"text/template"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/probe"
	"github.com/quock-dev/quock/spec/probe/javascript"
	"github.com/quock-dev/quock/spec/probe/python"
)

//go:embed templates
var templates embed.FS

// lacks are the fields that no skeleton has a notion of.
var lacks = []string{"complete", "usage", "stop-reasons", "empty", "phases", "unattributed", "abandoned", "orphans"}

// observed are the parts that every skeleton reports.
var observed = []string{"messages", "calls"}

// A language is one that a skeleton can be in.
type language struct {
	name     string
	template string
	// file is the candidate's, helpers those beside it.
	file    string
	helpers []File
	// command starts the candidate; nil where it is a test.
	command []string
	// before is run once, before smoke, which passes, and judge, which may not.
	before, smoke string
	judge         []string
	// setup is the step of a workflow that makes the language available, and more what stands
	// besides, each named for its template.
	setup string
	more  []File
	code  func(*dialectCode) *fileCode
	body  func(branchCode) string
	// writer is the code of an adapter's output; nil where there are reducers only.
	writer func(*writer) string
	// unwrapped begins the reading of a record, in which e is the event.
	unwrapped func(wraps bool) string
	// key is the expression for a field of the event.
	key func(string) string
	// finish is done to the whole text.
	finish func(string) string
}

var types = regexp.MustCompile(`«([^»]*)»`)

const unwrapTS = `if (typeof record !== "object" || record === null) return;
const e = %s;`

const unwrapPython = `e = %s
if not isinstance(e, dict):
    return`

func script(name, file string, command []string, finish func(string) string, helpers ...File) *language {
	return &language{
		name: name, template: "candidate.ts.tmpl", file: file, helpers: helpers, finish: finish,
		command: command, smoke: smoke(command), judge: judge, more: program,
		setup:  "      - uses: actions/setup-node@v4\n        with:\n          node-version: 24\n",
		code:   func(d *dialectCode) *fileCode { return &d.TS },
		body:   func(b branchCode) string { return b.TS },
		writer: func(w *writer) string { return w.TS },
		unwrapped: func(wraps bool) string {
			return fmt.Sprintf(unwrapTS, pick(wraps, "record.data ?? record", "record"))
		},
		key: func(name string) string { return "e." + name },
	}
}

// oldNode is TypeScript for a Node that does not run it.
func oldNode(ts language) *language {
	ts.before, ts.command = "npm install --save-dev tsx", []string{"npx", "tsx", "candidate.ts"}
	ts.smoke = smoke(ts.command)
	ts.setup += "      - run: npm ci\n"
	return &ts
}

// languages are those that there are.
var languages = []*language{
	script("js", "candidate.mjs", []string{"node", "candidate.mjs"},
		func(text string) string { return types.ReplaceAllString(text, "") },
		File{"quock_probe.mjs", javascript.Helper}),
	script("ts", "candidate.ts", []string{"node", "candidate.ts"},
		func(text string) string { return types.ReplaceAllString(text, "$1") },
		File{"quock_probe.mjs", javascript.Helper}, File{"quock_probe.d.mts", javascript.Types}),
	{
		name: "python", template: "candidate.py.tmpl", file: "candidate.py",
		command: []string{"python3", "candidate.py"}, smoke: "quock smoke -- python3 candidate.py", judge: judge, more: program,
		helpers: []File{{"quock_probe.py", python.Helper}},
		setup:   "      - uses: actions/setup-python@v5\n        with:\n          python-version: \"3.x\"\n",
		code:    func(d *dialectCode) *fileCode { return &d.Python },
		body:    func(b branchCode) string { return b.Python },
		writer:  func(w *writer) string { return w.Python },
		unwrapped: func(wraps bool) string {
			return fmt.Sprintf(unwrapPython, pick(wraps, `record.get("data", record) if isinstance(record, dict) else record`, "record"))
		},
		key:    func(name string) string { return fmt.Sprintf("e.get(%q)", name) },
		finish: func(text string) string { return text },
	},
	{
		name: "go", template: "reader_test.go.tmpl", file: "reader_test.go",
		before: "go get github.com/quock-dev/quock/runner/suite", smoke: "go test -run TestSmoke .", judge: []string{"go test ."},
		more:      []File{{"known-failures.txt", "known-failures.txt"}, {workflow, "quock-go.yml"}},
		code:      func(d *dialectCode) *fileCode { return &d.Go },
		body:      func(b branchCode) string { return b.Go },
		unwrapped: func(wraps bool) string { return "e := parse(record)" + pick(wraps, unwrapGo, "") },
		key:       func(name string) string { return fmt.Sprintf("e.text(%q)", name) },
		finish:    formatted,
	},
}

const unwrapGo = `
if data := e.object("data"); data != nil {
	e = data
}`

// formatted is a text in Go's own form. A test holds that all are Go.
func formatted(text string) string {
	own, err := format.Source([]byte(text))
	if err != nil {
		return text
	}
	return string(own)
}

const workflow = ".github/workflows/quock.yml"

// program is what stands beside a candidate that is a program.
var program = []File{{"quock.toml", "quock.toml.tmpl"}, {"known-failures.txt", "known-failures.txt"}, {workflow, "quock.yml.tmpl"}}

// judge is how such a candidate is judged.
var judge = []string{"quock run", "quock run --write-known known-failures.txt   # lists it as known, so that CI is green meanwhile"}

func smoke(command []string) string { return "quock smoke -- " + strings.Join(command, " ") }

func pick(which bool, yes, no string) string {
	if which {
		return yes
	}
	return no
}

// A page is what a template is filled with.
type page struct {
	fileCode
	Dialect, OtherParts, Lacks, Package string
	// Role is reducer, store or adapter; About says what the candidate does.
	Role, About string
	// Guide is the dialect's guide with what the role needs. Out is the dialect that an
	// adapter writes, Writer the code for it.
	Guide, Out, Writer string
	// Derived: the reader finds the message of a call, since no record names it.
	Derived  bool
	Branches []*branch
}

// candidate is the text of the candidate in a language.
func (l *language) candidate(f *spec.Features, wraps bool, c *Choice) (string, []*branch, error) {
	code, err := codeOf(f)
	if err != nil {
		return "", nil, err
	}
	p := page{fileCode: *l.code(code), Dialect: f.Dialect, Derived: f.Owner == spec.Derived, Branches: branches(f, code.Branch, l.body)}
	if err := p.play(l, f, c); err != nil {
		return "", nil, err
	}
	p.Lacks, p.Package = quoted(lacks), cmp.Or(c.Package, "reader_test")
	p.OtherParts = strings.Join(slices.DeleteFunc(probe.PartNames(), func(part string) bool { return slices.Contains(observed, part) }), ", ")
	if p.Discriminator == "" {
		p.Discriminator = l.key(field(f))
		p.Prelude = l.unwrapped(wraps) + "\n" + p.Prelude
	}
	text, err := l.fill(&p)
	return text, p.Branches, err
}

// play fills in what the candidate's role needs.
func (p *page) play(l *language, f *spec.Features, c *Choice) error {
	p.Role, p.About, p.Guide = string(c.role()), "a reader of "+f.Dialect, f.Dialect
	switch c.role() {
	case probe.Store:
		p.About = "a store of " + f.Dialect
		p.Guide += " --with store"
	case probe.Adapter:
		w, err := writerOf()
		if err != nil {
			return err
		}
		p.About, p.Out, p.Writer = fmt.Sprintf("an adapter from %s to %s", f.Dialect, output), output, l.writer(w)
		p.Guide += " --with adapter"
	}
	return nil
}

func (l *language) fill(p *page) (string, error) {
	t, err := template.New(l.template).Funcs(template.FuncMap{"indent": indent, "comment": comment, "quoted": quoted}).ParseFS(templates, "templates/"+l.template)
	if err != nil {
		return "", fmt.Errorf("a skeleton in %s: %w", l.name, err)
	}
	var b bytes.Buffer
	if err := t.Execute(&b, p); err != nil {
		return "", fmt.Errorf("a skeleton in %s: %w", l.name, err)
	}
	return l.finish(b.String()), nil
}

// indent begins each line that is not empty with the same text.
func indent(by, text string) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	for i, line := range lines {
		if line != "" {
			lines[i] = by + line
		}
	}
	return strings.Join(lines, "\n")
}

// width is that of a comment's lines.
const width = 116

// comment writes each sentence as a comment of its own, begun by the mark.
func comment(mark string, sentences []string) string {
	var lines []string
	for _, s := range sentences {
		line := mark
		for _, word := range strings.Fields(s) {
			if len(line)+len(word) > width && line != mark {
				lines = append(lines, strings.TrimRight(line, " "))
				line = mark + "  "
			}
			line += word + " "
		}
		lines = append(lines, strings.TrimRight(line, " "))
	}
	return strings.Join(lines, "\n")
}

func quoted(words []string) string {
	all := make([]string, len(words))
	for i, w := range words {
		all[i] = fmt.Sprintf("%q", w)
	}
	return strings.Join(all, ", ")
}
