// Package disk writes files atomically.
//
// Goals: a file appears under its name complete or not at all, even if the process
// is killed or the disk fails. Temporary files of a killed process are recognised by
// their names. Processes that work in one folder can wait for each other.
//
// Non-goals: the meaning of files.
package disk

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// Temporary is the prefix of the names of files that are being written.
const Temporary = ".writing-"

// Options say how a file is written.
type Options struct {
	// Sync writes the content to the disk before the file gets its name. SyncFolder
	// does the same for the name.
	Sync bool
	// New leaves an existing file as it is; the error is fs.ErrExist.
	New bool
}

// Write writes a file under a temporary name in the same folder, then gives it its
// own name. After an error the folder has no such file, or the previous one.
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

// name gives a file its name. A new file gets it by a link, which unlike a rename
// never replaces another file. On a file system without links, name checks first
// whether the file exists.
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

// cause returns an error without the path of the temporary file.
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

// Tidy removes temporary files that a process left in a folder. No other process may
// be writing there: see Lock.
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

// SyncFile syncs a file's content to the disk.
func SyncFile(path string) error { return sync(path, os.O_RDWR) }

func sync(path string, how int) error {
	file, err := os.OpenFile(path, how, 0)
	if err != nil {
		return fmt.Errorf("writing %s: %w", path, cause(err))
	}
	if err := errors.Join(file.Sync(), file.Close()); err != nil {
		return fmt.Errorf("writing %s: %w", path, cause(err))
	}
	return nil
}

// Lock waits for the lock of a folder and holds it until unlock is called or the
// process ends. It leaves no file there. held is false on a file system without
// locks; then nobody waits. On Windows nothing is locked.
func Lock(folder string) (unlock func(), held bool, err error) {
	file, err := os.Open(folder)
	if err != nil {
		return nil, false, fmt.Errorf("folder %s: %w", folder, cause(err))
	}
	err = hold(file, true)
	return func() { _ = file.Close() }, err == nil, nil
}

// ErrHeld means that another process holds a lock.
var ErrHeld = errors.New("another process holds its lock")

// Hold locks an open file until it is closed, without waiting. The error is ErrHeld
// if another process has the lock. On Windows nothing is locked.
func Hold(file *os.File) error { return hold(file, false) }
