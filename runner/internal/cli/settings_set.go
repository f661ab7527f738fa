package cli

import (
	"fmt"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// set gives a command's flag its setting, unless the command line gave the flag. An
// unknown key and a wrong type are errors either way.
func (s *settings) set(cmd *cobra.Command, v setting) (taken bool, err error) {
	f := cmd.Flags().Lookup(v.key)
	if f == nil || f.Name == "config" || f.Name == "help" {
		return false, s.wrong(v.line, "%s has no flag --%s%s", v.command, v.key, meant(v.key, flagNames(cmd)))
	}
	texts, want := textsOf(f, v.value)
	if texts == nil {
		return false, s.wrong(v.line, "%s.%s: give %s", v.command, v.key, want)
	}
	if f.Changed {
		return false, nil
	}
	if placeholder, _ := pflag.UnquoteUsage(f); placeholder == "file" || placeholder == "folder" {
		for i := range texts {
			texts[i] = s.path(texts[i])
		}
	}
	if all, ok := f.Value.(pflag.SliceValue); ok {
		err, f.Changed = all.Replace(texts), true
	} else {
		err = cmd.Flags().Set(f.Name, texts[0])
	}
	if err != nil {
		return false, s.wrong(v.line, "%s.%s: %w", v.command, v.key, err)
	}
	return true, nil
}

// path is a path of the file of settings, seen from the working folder.
func (s *settings) path(name string) string {
	if name == "" || name == "-" || filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(filepath.Dir(s.file), name)
}

// flagNames are the flags that may be set.
func flagNames(cmd *cobra.Command) (names []string) {
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if !f.Hidden && f.Name != "config" && f.Name != "help" {
			names = append(names, f.Name)
		}
	})
	return names
}

// textsOf returns a value as the texts that the flag reads; nil if it has the wrong
// type, and then what is wanted.
func textsOf(f *pflag.Flag, value any) (texts []string, want string) {
	placeholder, _ := pflag.UnquoteUsage(f)
	if _, ok := f.Value.(pflag.SliceValue); ok {
		return list(value), fmt.Sprintf(`a list of texts, such as %s = ["…"]`, f.Name)
	}
	switch v := value.(type) {
	case bool:
		texts = one(f.Value.Type() == "bool", v)
	case int64:
		texts = one(slices.Contains([]string{"int", "int64", "uint64"}, f.Value.Type()) || placeholder == "number", v)
	case string:
		texts = one(!slices.Contains([]string{"bool", "int", "int64", "uint64"}, f.Value.Type()), v)
	}
	switch f.Value.Type() {
	case "bool":
		return texts, "true or false"
	case "duration":
		return texts, fmt.Sprintf("a text, such as %s = \"2m\"", f.Name)
	case "int", "int64", "uint64":
		return texts, "a whole number"
	}
	return texts, fmt.Sprintf("a text, such as %s = \"…\"", f.Name)
}

func one(fits bool, value any) []string {
	if !fits {
		return nil
	}
	return []string{fmt.Sprint(value)}
}

// list returns a list of texts; nil if the value is anything else.
func list(value any) []string {
	all, ok := value.([]any)
	if !ok {
		return nil
	}
	texts := []string{}
	for _, v := range all {
		text, ok := v.(string)
		if !ok {
			return nil
		}
		texts = append(texts, text)
	}
	return texts
}
