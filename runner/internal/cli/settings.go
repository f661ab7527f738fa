package cli

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"
	"github.com/spf13/cobra"

	"github.com/quock-dev/quock/runner/internal/cli/console"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/words"
)

// settingsFile is the file of settings that is read without --config. mostSettings
// is the most bytes that a file of settings may have.
const (
	settingsFile = "quock.toml"
	mostSettings = 1 << 20
)

// configurable are the commands that read a file of settings, with the number of
// arguments before the candidate's command; noCandidate if they take none.
var configurable = map[string]int{"run": 0, "smoke": 0, "fuzz": 0, "replay": 1, "shrink": 1, "merge": noCandidate, "check": noCandidate, "distill": noCandidate}

const noCandidate = -1

// settings are what a file of settings says.
type settings struct {
	file    string
	command []string
	values  []setting // in order of their lines
}

// A setting is one key of a command's table.
type setting struct {
	command, key string
	value        any
	line         int
}

// configure makes the commands of root read a file of settings.
func configure(c console.Console, root *cobra.Command) {
	for _, cmd := range root.Commands() {
		before, ok := configurable[cmd.Name()]
		if !ok {
			continue
		}
		file := cmd.Flags().String("config", settingsFile, "read settings from this `file`; none reads no file")
		check, run, all := cmd.Args, cmd.RunE, []string(nil)
		cmd.Args = func(cmd *cobra.Command, args []string) error {
			s, err := readSettings(*file, cmd.Flags().Changed("config"))
			if err == nil {
				all, err = s.apply(c, root, cmd, args, before)
			}
			if err != nil {
				return console.Exit(console.Usage, err)
			}
			return check(cmd, all)
		}
		cmd.RunE = func(cmd *cobra.Command, _ []string) error { return run(cmd, all) }
	}
}

// readSettings reads a file of settings. There may be none, unless it was asked for.
func readSettings(name string, asked bool) (*settings, error) {
	s := &settings{file: name}
	if name == "" || name == "none" {
		return s, nil
	}
	file, err := os.Open(name)
	if errors.Is(err, fs.ErrNotExist) && !asked {
		return s, nil
	} else if err != nil {
		return nil, fmt.Errorf("settings: %w", err)
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, mostSettings+1))
	switch {
	case err != nil:
		return nil, fmt.Errorf("settings: %w", err)
	case len(text) > mostSettings:
		return nil, fmt.Errorf("settings %s: more than %d bytes: this is no file of settings", name, mostSettings)
	}
	return s, s.parse(text)
}

// parse reads the keys, and leaves what they mean to the flags.
func (s *settings) parse(text []byte) error {
	var top map[string]any
	if err := toml.Unmarshal(text, &top); err != nil {
		line, why := 1, err
		var bad *toml.DecodeError
		if errors.As(err, &bad) {
			line, _ = bad.Position()
		}
		return s.wrong(line, "%w", why)
	}
	lines := linesOf(text)
	for name, value := range top {
		table, isTable := value.(map[string]any)
		_, reads := configurable[name]
		switch {
		case name == "command":
			if s.command = list(value); len(s.command) == 0 || s.command[0] == "" {
				return s.wrong(lines[name], `command: give the candidate's command as a list, such as ["node", "candidate.mjs"]`)
			}
		case !reads:
			return s.wrong(lines[name], "no command %q has settings%s", name, meant(name, tables()))
		case !isTable:
			return s.wrong(lines[name], "%s is a command: give its settings in a table, [%[1]s]", name)
		}
		for key, value := range table {
			s.values = append(s.values, setting{name, key, value, cmp.Or(lines[name+"."+key], lines[name])})
		}
	}
	slices.SortFunc(s.values, func(a, b setting) int { return cmp.Or(a.line-b.line, strings.Compare(a.key, b.key)) })
	return nil
}

// wrong is an error with its place.
func (s *settings) wrong(line int, format string, args ...any) error {
	return fmt.Errorf("settings %s: line %d: %w", s.file, line, fmt.Errorf(format, args...))
}

// tables are the names that may stand at the top of a file of settings.
func tables() []string {
	names := []string{"command"}
	for name := range configurable {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// meant suggests the known name that is nearest; if none is, it lists a few.
func meant(name string, known []string) string {
	if near := spec.Nearest(name, known); near != "" {
		return fmt.Sprintf("; did you mean %s?", near)
	}
	if len(known) <= 12 {
		return "; there are " + strings.Join(known, ", ")
	}
	return ""
}

// linesOf returns the line of each key and table, by its dotted name.
func linesOf(text []byte) map[string]int {
	lines, table := map[string]int{}, []string(nil)
	var p unstable.Parser
	for p.Reset(text); p.NextExpression(); {
		e := p.Expression()
		if e.Kind != unstable.KeyValue && e.Kind != unstable.Table && e.Kind != unstable.ArrayTable {
			continue
		}
		var own []string
		if e.Kind == unstable.KeyValue {
			own = slices.Clone(table)
		}
		for keys := e.Key(); keys.Next(); {
			own = append(own, string(keys.Node().Data))
			if name := strings.Join(own, "."); lines[name] == 0 {
				lines[name] = p.Shape(keys.Node().Raw).Start.Line
			}
		}
		if e.Kind != unstable.KeyValue {
			table = own
		}
	}
	return lines
}

// apply gives each command of root its settings. Of cmd, which is run, the flags of
// the command line win. It returns the arguments, with the candidate's command behind
// them if none was given.
func (s *settings) apply(c console.Console, root, cmd *cobra.Command, args []string, before int) ([]string, error) {
	var used []string
	if asks := cmd.Flags().Lookup("guide"); s.command != nil && len(args) == before && cmd.ArgsLenAtDash() < 0 && (asks == nil || !asks.Changed) {
		args, used = slices.Concat(args, s.beside(s.command)), append(used, "command")
	}
	for _, v := range s.values {
		own, _, _ := root.Find([]string{v.command})
		taken, err := s.set(own, v)
		if err != nil {
			return nil, err
		}
		if taken && own == cmd {
			used = append(used, v.key)
		}
	}
	if len(used) > 0 {
		fmt.Fprintf(c.Err, "settings: %s: %s\n", words.Line(s.file), strings.Join(used, ", "))
	}
	return args, nil
}

// beside makes an argument that names a file beside the file of settings a path to
// it. A program without a slash is looked for in the search path as always.
func (s *settings) beside(command []string) []string {
	dir, found := filepath.Dir(s.file), slices.Clone(command)
	for i, a := range command {
		if dir == "." || filepath.IsAbs(a) || i == 0 && !strings.ContainsRune(a, '/') {
			continue
		}
		if path := filepath.Join(dir, a); a != "" {
			if _, err := os.Stat(path); err == nil {
				found[i] = path
			}
		}
	}
	return found
}
