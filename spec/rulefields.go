package spec

import (
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"
)

// A ruleField is one field of a rule; set reads its value.
type ruleField struct {
	name string
	must bool
	set  func(r *Rule, value string) error
}

// ruleFields are the fields of a rule, "- name: value" a line, in this order.
var ruleFields = []ruleField{
	{"level", true, func(r *Rule, value string) error {
		r.Level = Level(value)
		if r.Level != Must && r.Level != Should {
			return errors.New("level is MUST or SHOULD")
		}
		return nil
	}},
	{"source", true, setSource},
	{"cases", false, setCases},
	{"observes", false, func(r *Rule, value string) error { return setParts(&r.Observes, value) }},
	{"either", false, func(r *Rule, value string) error { return setParts(&r.Either, value) }},
	{"fields", false, func(r *Rule, value string) (err error) {
		r.Fields, err = ParseFields(strings.Split(value, " "))
		return err
	}},
	{"needs", false, setNeeds},
	{"dialect", false, setDialect},
	{"waits", false, func(r *Rule, value string) error { r.Waits = value; return nil }},
}

// fields reads the list of fields under a rule's heading.
func (p *ruleParser) fields(r *Rule) error {
	next := 0
	for strings.HasPrefix(p.line(), "- ") {
		name, value, ok := strings.Cut(p.line()[2:], ": ")
		i := slices.IndexFunc(ruleFields, func(f ruleField) bool { return f.name == name })
		if !ok || i < next || strings.TrimSpace(value) != value {
			return fmt.Errorf("want one of the fields %s, in that order", fieldNames(next))
		}
		if missing := mustBefore(next, i); missing != "" {
			return fmt.Errorf("want the field %q before %q", missing, name)
		}
		if err := ruleFields[i].set(r, value); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		next = i + 1
		p.at++
	}
	if missing := mustBefore(next, len(ruleFields)); missing != "" {
		return fmt.Errorf("want the field %q", missing)
	}
	return complete(r)
}

func mustBefore(from, to int) string {
	for _, f := range ruleFields[from:to] {
		if f.must {
			return f.name
		}
	}
	return ""
}

func fieldNames(from int) string {
	var names []string
	for _, f := range ruleFields[from:] {
		names = append(names, f.name)
	}
	return strings.Join(names, ", ")
}

// complete checks what holds between fields.
func complete(r *Rule) error {
	if r.Observes == 0 && r.Either == 0 && r.Family != "produce" {
		return errors.New(`want the field "observes" or "either": only rules for producers are judged without a candidate`)
	}
	if strings.Contains(r.Source, "Z") != (len(r.Cases) > 0) {
		return errors.New("source Z and cases come together")
	}
	return nil
}

// setSource reads letters: the documents A to E, public bugs Z, the format
// references F; or "-" for a rule of this project's own.
func setSource(r *Rule, value string) error {
	if !regexp.MustCompile(`^(-|[A-FZ]( [A-FZ])*)$`).MatchString(value) {
		return errors.New(`want letters out of A to F and Z, or "-"`)
	}
	r.Source = value
	return nil
}

func setCases(r *Rule, value string) error {
	r.Cases = strings.Split(value, " ")
	for i, id := range r.Cases {
		if !regexp.MustCompile(`^[X-Z][0-9]{3}$`).MatchString(id) || i > 0 && id <= r.Cases[i-1] {
			return errors.New("want ids such as Z001, in order, each once")
		}
	}
	return nil
}

func setDialect(r *Rule, value string) error {
	if !regexp.MustCompile(`^[a-z]+(:[a-z-]+)?$`).MatchString(value) {
		return errors.New("want a dialect such as langgraph or langgraph:js")
	}
	r.Dialect = value
	return nil
}

func setParts(parts *Parts, value string) (err error) {
	*parts, err = ParseParts(strings.Split(value, " "))
	return err
}

func setNeeds(r *Rule, value string) error {
	r.Needs = strings.Split(value, " ")
	for _, need := range r.Needs {
		if _, err := new(Features).Meets(need); err != nil {
			return err
		}
	}
	return nil
}

// featureFields finds a field of Features by its JSON name.
var featureFields = func() map[string]int {
	fields := map[string]int{}
	t := reflect.TypeFor[Features]()
	for i := range t.NumField() {
		name, _, _ := strings.Cut(t.Field(i).Tag.Get("json"), ",")
		fields[name] = i
	}
	return fields
}()

// Meets reports whether one of the need's alternatives holds (see Rule.Applies). An
// alternative that names no feature is an error, even after one that holds.
func (f *Features) Meets(need string) (bool, error) {
	met := false
	for alternative := range strings.SplitSeq(need, "|") {
		ok, err := holds(f, alternative)
		if err != nil {
			return false, err
		}
		met = met || ok
	}
	return met, nil
}

func holds(f *Features, alternative string) (bool, error) {
	name, value, valued := strings.Cut(strings.TrimPrefix(alternative, "!"), "=")
	i, ok := featureFields[name]
	if !ok {
		return false, fmt.Errorf("no feature %q", name)
	}
	field := reflect.ValueOf(f).Elem().Field(i)
	if valued != (field.Kind() == reflect.String) {
		return false, fmt.Errorf("feature %q: a word needs =, all else has none", name)
	}
	not := strings.HasPrefix(alternative, "!")
	if valued {
		return (field.String() == value) != not, nil
	}
	return !field.IsZero() != not, nil
}
