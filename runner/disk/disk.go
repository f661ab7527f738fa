// Package disk writes files so that nobody ever sees half of one.
//
// Goals: a file appears under its name whole or not at all, whatever becomes of
// the process or the disk; what a process that was ended leaves behind is known
// by its name; two processes that work in one folder can wait for each other.
//
// Non-goals: what files mean.
package disk

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// Temporary begins the name of a file that is being written.
const Temporary = ".writing-"

// Options say how a file is written.
type Options struct {
	// Sync: what it holds is on the disk before it has its name. SyncFolder makes
	// the name survive, too.
	Sync bool
	// New: a file that has the name already is left as it is, and the error is
	// fs.ErrExist.
	New bool
}

// Write writes a file under a temporary name in the same folder, and then gives
// it its own. On an error there is no such file, or the one that was there
// before.
func Write(path string, text []byte, o Options) error {
	file, err := os.CreateTemp(filepath.Dir(path), Temporary+"*")
	if err != nil {
		return fmt.Errorf("writing %s: %w", path, cause(err))
	}
	_, err = file.Write(text)
	if err == nil && o.Sync {
		err = file.Sync()
	}
	if err = errors.Join(err, file.Chmod(0o644), file.Close()); err == nil {
		err = name(file.Name(), path, o.New)
	}
	if err != nil {
		_ = os.Remove(file.Name())
		return fmt.Errorf("writing %s: %w", path, cause(err))
	}
	return nil
}

// name gives a file its name. A new one gets it by a link, which unlike a rename
// never takes the place of another file; where the file system has no links it
// is looked whether there is one.
func name(temporary, path string, fresh bool) error {
	if !fresh {
		return os.Rename(temporary, path)
	}
	err := os.Link(temporary, path)
	if errors.Is(err, fs.ErrExist) {
		return fs.ErrExist
	}
	if err == nil {
		return os.Remove(temporary)
	}
	if _, err := os.Lstat(path); !errors.Is(err, fs.ErrNotExist) {
		return errors.Join(err, fs.ErrExist)
	}
	return os.Rename(temporary, path)
}

// cause is an error without the path of the temporary file.
func cause(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	var link *os.LinkError
	if errors.As(err, &link) {
		return link.Err
	}
	return err
}

// Tidy removes what was being written to a folder when a process ended. Nobody
// else may be writing there: see Lock.
func Tidy(folder string) error {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return err
	}
	for _, entry := range entries {
		if matched, _ := filepath.Match(Temporary+"*", entry.Name()); !matched {
			continue
		}
		if err := os.Remove(filepath.Join(folder, entry.Name())); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

// SyncFile puts what a file holds on the disk.
func SyncFile(path string) error {
	file, err := os.Open(path)
	if err != nil {
		return fmt.Errorf("writing %s: %w", path, cause(err))
	}
	if err := errors.Join(file.Sync(), file.Close()); err != nil {
		return fmt.Errorf("writing %s: %w", path, cause(err))
	}
	return nil
}

// SyncFolder makes the names in a folder survive.
func SyncFolder(path string) error { return SyncFile(path) }

// Lock holds a folder, waiting for whoever does, until unlock is called or the
// process ends. It leaves no file there. Held says whether it does: on a file
// system without locks nobody can hold a folder, and nobody waits.
func Lock(folder string) (unlock func(), held bool, err error) {
	file, err := os.Open(folder)
	if err != nil {
		return nil, false, fmt.Errorf("folder %s: %w", folder, cause(err))
	}
	for err = syscall.EINTR; errors.Is(err, syscall.EINTR); {
		err = syscall.Flock(int(file.Fd()), syscall.LOCK_EX)
	}
	return func() { _ = file.Close() }, err == nil, nil
}
