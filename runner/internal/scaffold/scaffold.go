package scaffold

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"text/template"

	"github.com/quock-dev/quock/spec/probe"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/dialects"
)

// A File is one to write, named with slashes.
type File struct{ Name, Text string }

// A Choice is what a user wants a skeleton of.
type Choice struct {
	// Language is one of Languages.
	Language string
	// Dialect may have a variant. A bare name means the dialect's default.
	Dialect string
	// Role is reducer, which "" is too, store or adapter. An adapter writes aisdk:v5.
	Role probe.Role
	// OldNode says that the Node that is installed runs no TypeScript, as it does from 22.18
	// on: tsx, which has to be installed, does.
	OldNode bool
	// Package is the one that a test in Go is in; "" is reader_test.
	Package string
}

// A Skeleton is a first candidate with all that belongs to it.
type Skeleton struct {
	// Candidate is the name of the file to go on in.
	Candidate string
	Dialect   string
	// Command starts the candidate; nil where it is a test.
	Command []string
	// Before is what has to be run once, "" for nothing. Smoke then passes. Judge says what is
	// not right yet.
	Before, Smoke string
	Judge         []string
	Files         []File
	// Records is how many types of record, or groups of them, the dialect's table has, ToDo
	// how many of these the candidate should read and does not.
	Records, ToDo int
}

func (c *Choice) role() probe.Role { return cmp.Or(c.Role, probe.Reducer) }

// Languages are the names of those that there are.
func Languages() []string {
	var names []string
	for _, l := range languages {
		names = append(names, l.name)
	}
	return names
}

// Dialects are the names of those that a skeleton can read: of each dialect its default
// variant's bare name, and every variant.
func Dialects() []string { return dialects.GeneratedNames() }

// Make makes the skeleton of a choice. A language or dialect that is none of Languages and
// Dialects is an error.
func Make(c Choice) (*Skeleton, error) {
	at := slices.IndexFunc(languages, func(l *language) bool { return l.name == c.Language })
	if at < 0 {
		return nil, fmt.Errorf("no language %q", c.Language)
	}
	codec, variant, err := dialects.Lookup(c.Dialect)
	if err != nil {
		return nil, err
	}
	if err := dialects.Generates(codec, variant); err != nil {
		return nil, fmt.Errorf("there is no skeleton: %w", err)
	}
	l, f := languages[at], codec.Features(variant)
	switch role := c.role(); {
	case role != probe.Reducer && l.writer == nil:
		return nil, fmt.Errorf("in %s there is a skeleton of a reducer only: write a program of the role %s with probe.Serve (package github.com/quock-dev/quock/spec/probe)", l.name, role)
	case role == probe.Store && f.Document:
		return nil, fmt.Errorf("%s is a document, and no stream: there is no skeleton of a store", c.Dialect)
	case role == probe.Adapter && !adaptable(&f):
		return nil, fmt.Errorf("there is a skeleton of an adapter from langgraph and deepagents to %s alone; any program that filters a stream is one, see quock run --in D --out D --filter -- COMMAND", output)
	}
	if l.name == "ts" && c.OldNode {
		l = oldNode(*l)
	}
	return l.skeleton(codec, variant, &c)
}

func (l *language) skeleton(codec wire.Codec, variant string, c *Choice) (*Skeleton, error) {
	f := codec.Features(variant)
	text, branches, err := l.candidate(&f, wraps(codec, variant), c)
	if err != nil {
		return nil, err
	}
	s := &Skeleton{Candidate: l.file, Dialect: f.Dialect, Command: l.command, Before: l.before, Smoke: l.smoke, Judge: l.judge}
	for _, b := range branches {
		if !b.Others {
			s.Records++
		}
		if b.ToDo {
			s.ToDo++
		}
	}
	s.Files = append([]File{{l.file, text}}, l.helpers...)
	for _, file := range l.more {
		var b strings.Builder
		t := template.Must(template.ParseFS(templates, "templates/"+file.Text))
		err := t.Execute(&b, map[string]string{"Command": quoted(s.Command), "Dialect": s.Dialect, "Setup": l.setup})
		if err != nil {
			return nil, fmt.Errorf("%s: %w", file.Name, err)
		}
		s.Files = append(s.Files, File{file.Name, b.String()})
	}
	return s, nil
}

// A ThereError says that files are there already, and nothing was written.
type ThereError struct{ Names []string }

func (e *ThereError) Error() string {
	return "nothing is overwritten, and there is already: " + strings.Join(e.Names, ", ")
}

// Write writes all files into a folder, which is made if it is not there, or none of them.
// Files that are there already are a *ThereError.
func (s *Skeleton) Write(folder string) (err error) {
	there := &ThereError{}
	for _, f := range s.Files {
		if _, err := os.Lstat(filepath.Join(folder, filepath.FromSlash(f.Name))); err == nil {
			there.Names = append(there.Names, f.Name)
		}
	}
	if len(there.Names) > 0 {
		return there
	}
	var made []string
	defer func() {
		if err != nil {
			undo(made)
		}
	}()
	for _, f := range s.Files {
		path := filepath.Join(folder, filepath.FromSlash(f.Name))
		if made, err = makeFolders(made, filepath.Dir(path)); err != nil {
			return fmt.Errorf("making a folder: %w", err)
		}
		if made, err = makeFile(made, path, f.Text); err != nil {
			return fmt.Errorf("writing %s: %w", f.Name, err)
		}
	}
	return nil
}

// makeFolders makes a folder and those above it, and adds those that were not there.
func makeFolders(made []string, folder string) ([]string, error) {
	if err := os.Mkdir(folder, 0o755); err == nil {
		return append(made, folder), nil
	} else if !errors.Is(err, fs.ErrNotExist) {
		if info, failed := os.Stat(folder); failed == nil && info.IsDir() {
			return made, nil
		}
		return made, err
	}
	made, err := makeFolders(made, filepath.Dir(folder))
	if err != nil {
		return made, err
	}
	return makeFolders(made, folder)
}

// makeFile makes a file that must not be there, and adds it.
func makeFile(made []string, path, text string) ([]string, error) {
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return made, err
	}
	_, err = file.WriteString(text)
	return append(made, path), errors.Join(err, file.Close())
}

// undo removes what was made, the latest first.
func undo(made []string) {
	for _, path := range slices.Backward(made) {
		_ = os.Remove(path) // what led here is reported
	}
}
