// Package fixturestore keeps distilled fixtures in a folder: each named by what it
// shows, none twice.
//
// Goals: what a fixture needs beyond its stream is made here, from the model
// alone; two fixtures that differ only in names and in the order of what is
// independent are one, and who adds the second is told which is the first; a
// file appears whole or not at all, whatever becomes of the disk, the process,
// or another one at work in the folder; what is there is never touched.
//
// Non-goals: the form of a file (package fixtures); what is worth keeping
// (package distill); whether anything private is in it.
package fixturestore

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/quock-dev/quock/fixtures"
	"github.com/quock-dev/quock/runner/internal/disk"
	"github.com/quock-dev/quock/spec"
)

// A Store is a folder of fixtures. It serves one caller.
type Store struct {
	folder string
	// shows says which fixture has a normal form, read which files of the folder
	// were read, and broken what is wrong with those that cannot be used.
	shows  map[string]string
	read   map[string]bool
	broken []error
}

// Open reads the fixtures of a folder, which need not be there yet, besides
// those that the program carries. A file that is broken, or no fixture, is no
// error but told by Broken. The error is that the folder cannot be read, or that
// one of those carried cannot be used.
func Open(folder string, carried []fixtures.Distilled) (*Store, error) {
	s := &Store{folder: folder, shows: map[string]string{}, read: map[string]bool{}}
	if err := s.look(); err != nil {
		return nil, err
	}
	for i := range carried {
		key, err := keyOf(&carried[i])
		if err != nil {
			return nil, fmt.Errorf("fixture %s, which the program carries: %w", carried[i].Name, err)
		}
		s.add(key, CasePrefix+carried[i].Name)
	}
	return s, nil
}

// CasePrefix leads the name of a fixture that the program carries.
const CasePrefix = "distilled/"

// Broken says of each file in the folder that cannot be used what is wrong with
// it, in order of names. They are neither changed nor removed.
func (s *Store) Broken() []error { return s.broken }

// look reads the fixtures that the folder has and that were not read before.
func (s *Store) look() error {
	names, odd, err := fixtures.DistilledNames(os.DirFS(s.folder))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return fmt.Errorf("the fixtures of %s: %w", s.folder, err)
	}
	for _, err := range odd {
		s.report(err.Error(), err)
	}
	for _, name := range names {
		if s.read[name] {
			continue
		}
		s.read[name] = true
		if err := s.take(name); err != nil {
			s.broken = append(s.broken, fmt.Errorf("the fixtures of %s: %w", s.folder, err))
		}
	}
	return nil
}

// report tells of an odd file once.
func (s *Store) report(file string, err error) {
	if !s.read[file] {
		s.read[file] = true
		s.broken = append(s.broken, fmt.Errorf("the fixtures of %s: %w", s.folder, err))
	}
}

// take reads one fixture of the folder.
func (s *Store) take(name string) error {
	d, err := fixtures.DistilledIn(os.DirFS(s.folder), name)
	if err != nil {
		return err
	}
	key, err := keyOf(&d)
	if err != nil {
		return fmt.Errorf("%s: %w", d.File(), err)
	}
	s.add(key, filepath.Join(s.folder, d.File()))
	return nil
}

func (s *Store) add(key, name string) {
	if _, known := s.shows[key]; !known {
		s.shows[key] = name
	}
}

// Put completes and names a fixture and writes it to the folder, which it makes.
// Its records must say the stream, which is checked. It returns the file's path,
// or else, where a fixture of the same normal form is there already, that one's:
// its path, or distilled/NAME where the program carries it; then nothing is
// written.
//
// Another process that puts a fixture there at the same time is waited for, and
// what it wrote is known here. What such a process left unfinished is removed.
// The error leaves the folder as it was.
func (s *Store) Put(d *fixtures.Distilled, stream spec.Stream) (path, known string, err error) {
	if err := agrees(d, stream); err != nil {
		return "", "", err
	}
	if err := Complete(d); err != nil {
		return "", "", err
	}
	key, err := keyOf(d)
	if err != nil {
		return "", "", err
	}
	if name, shown := s.shows[key]; shown {
		return "", name, nil
	}
	if err := os.MkdirAll(s.folder, 0o777); err != nil {
		return "", "", fmt.Errorf("making the folder of fixtures %s: %w", s.folder, errors.Unwrap(err))
	}
	unlock, held, err := disk.Lock(s.folder)
	if err != nil {
		return "", "", fmt.Errorf("writing a fixture: %w", err)
	}
	defer unlock()
	if held {
		err = disk.Tidy(s.folder)
	}
	if err = errors.Join(err, s.look()); err != nil {
		return "", "", fmt.Errorf("writing a fixture: %w", err)
	}
	if name, shown := s.shows[key]; shown {
		return "", name, nil
	}
	return s.write(d, key)
}

// digits are how many of a hash a name has: the short ones, and more of them
// where another file has that name.
var digits = []int{8, 16, 64}

// write writes a fixture under the first of its names that is free.
func (s *Store) write(d *fixtures.Distilled, key string) (path, known string, err error) {
	for _, n := range digits {
		d.Name = nameOf(d, key[:n])
		text, err := d.Format()
		if err != nil {
			return "", "", fmt.Errorf("writing a fixture: %w", err)
		}
		path = filepath.Join(s.folder, d.File())
		err = disk.Write(path, text, disk.Options{Sync: true, New: true})
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err != nil {
			return "", "", err
		}
		s.read[d.Name] = true
		s.add(key, path)
		return path, "", disk.SyncFolder(s.folder)
	}
	return "", "", fmt.Errorf("writing %s: %w", path, fs.ErrExist)
}
