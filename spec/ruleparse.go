package spec

import (
	"fmt"
	"io/fs"
	"regexp"
	"strings"
)

// ParseRules reads the rules of every family from the files rules/<family>.md
// of fsys. The layout is strict: the first violation is an error that names
// file and line. A file of no family is an error too, except README.md.
func ParseRules(fsys fs.FS) ([]Rule, error) {
	if err := onlyFamilies(fsys); err != nil {
		return nil, err
	}
	var rules []Rule
	seen := map[string]bool{}
	for _, family := range Families() {
		parsed, err := parseFamily(fsys, family)
		if err != nil {
			return nil, err
		}
		for i := range parsed {
			r := &parsed[i]
			if seen[r.ID] {
				return nil, fmt.Errorf("%s:%d: rule %s occurs twice", r.File, r.Line, r.ID)
			}
			seen[r.ID] = true
		}
		rules = append(rules, parsed...)
	}
	return rules, nil
}

func onlyFamilies(fsys fs.FS) error {
	known := map[string]bool{"rules/README.md": true}
	for _, family := range Families() {
		known["rules/"+family+".md"] = true
	}
	names, err := fs.Glob(fsys, "rules/*.md")
	if err != nil {
		return fmt.Errorf("spec: rules: %w", err)
	}
	for _, name := range names {
		if !known[name] {
			return fmt.Errorf("%s: no such family of rules", name)
		}
	}
	return nil
}

func parseFamily(fsys fs.FS, family string) ([]Rule, error) {
	file := "rules/" + family + ".md"
	text, err := fs.ReadFile(fsys, file)
	if err != nil {
		return nil, fmt.Errorf("spec: rules of %s: %w", family, err)
	}
	p := ruleParser{file: file, family: family, lines: strings.Split(string(text), "\n")}
	if err := p.parse(); err != nil {
		return nil, fmt.Errorf("%s:%d: %w", file, p.at+1, err)
	}
	return p.rules, nil
}

// A ruleParser reads one file line by line. at is the line that an error is
// about.
type ruleParser struct {
	file   string
	family string
	lines  []string
	at     int
	rules  []Rule
}

func (p *ruleParser) parse() error {
	if p.line() != "# "+p.family {
		return fmt.Errorf("want the title %q", "# "+p.family)
	}
	p.at++
	if _, err := p.prose("what the family is about"); err != nil {
		return err
	}
	for p.at < len(p.lines) {
		if err := p.rule(); err != nil {
			return err
		}
	}
	if len(p.rules) == 0 {
		return fmt.Errorf("want a rule")
	}
	return nil
}

var ruleID = regexp.MustCompile(`^[a-z]+/[a-z]+(-[a-z]+)*$`)

// rule reads one rule, from its heading to the next.
func (p *ruleParser) rule() error {
	id, ok := strings.CutPrefix(p.line(), "## ")
	family, _, _ := strings.Cut(id, "/")
	if !ok || !ruleID.MatchString(id) || family != p.family {
		return fmt.Errorf("want a heading %q", "## "+p.family+"/name")
	}
	r := Rule{ID: id, Family: p.family, Dialect: "neutral", File: p.file, Line: p.at + 1}
	p.at++
	p.blanks()
	if err := p.fields(&r); err != nil {
		return err
	}
	if err := p.texts(&r); err != nil {
		return err
	}
	p.rules = append(p.rules, r)
	return nil
}

// texts reads the prose of a rule: the sentence with its notes, why, the
// example and its two readings.
func (p *ruleParser) texts(r *Rule) (err error) {
	text, err := p.prose("what must hold")
	if err != nil {
		return err
	}
	r.Sentence, r.Notes, _ = strings.Cut(text, "\n\n")
	if r.Why, err = p.section("### Why"); err != nil {
		return err
	}
	if err := p.heading("### Example"); err != nil {
		return err
	}
	if r.Example, err = p.fence(); err != nil {
		return err
	}
	if r.Right, err = p.section("### Right"); err != nil {
		return err
	}
	r.Wrong, err = p.section("### Wrong")
	return err
}

func (p *ruleParser) section(heading string) (string, error) {
	if err := p.heading(heading); err != nil {
		return "", err
	}
	return p.prose("words under " + heading)
}

func (p *ruleParser) heading(heading string) error {
	if p.line() != heading {
		return fmt.Errorf("want the heading %q", heading)
	}
	p.at++
	return nil
}

// fence reads the lines of the one fenced example.
func (p *ruleParser) fence() (string, error) {
	p.blanks()
	if p.line() != "```jsonl" {
		return "", fmt.Errorf("want an example fenced with ```jsonl")
	}
	from := p.at + 1
	for p.at = from; p.line() != "```"; p.at++ {
		if p.at >= len(p.lines) || strings.TrimSpace(p.line()) == "" {
			return "", fmt.Errorf("want an event, or the end of the example")
		}
	}
	if p.at == from {
		return "", fmt.Errorf("want an event in the example")
	}
	text := strings.Join(p.lines[from:p.at], "\n")
	p.at++
	p.blanks()
	return text, nil
}

// prose reads paragraphs up to the next heading. Each becomes one line; an
// empty line separates them.
func (p *ruleParser) prose(what string) (string, error) {
	var paragraphs []string
	for p.blanks(); p.at < len(p.lines) && !strings.HasPrefix(p.line(), "#"); p.blanks() {
		from := p.at
		for p.at < len(p.lines) && p.line() != "" && !strings.HasPrefix(p.line(), "#") {
			if strings.HasPrefix(p.line(), "```") || strings.TrimSpace(p.line()) != p.line() {
				return "", fmt.Errorf("want plain prose here, without fences or space at either end")
			}
			p.at++
		}
		paragraphs = append(paragraphs, strings.Join(p.lines[from:p.at], " "))
	}
	if len(paragraphs) == 0 {
		return "", fmt.Errorf("want %s", what)
	}
	return strings.Join(paragraphs, "\n\n"), nil
}

func (p *ruleParser) line() string {
	if p.at >= len(p.lines) {
		return ""
	}
	return p.lines[p.at]
}

func (p *ruleParser) blanks() {
	for p.at < len(p.lines) && p.line() == "" {
		p.at++
	}
}
