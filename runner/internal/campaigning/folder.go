package campaigning

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/quock-dev/quock/fuzz/campaign"
	"github.com/quock-dev/quock/runner/internal/disk"
)

// The parts of a folder.
const (
	checkpointFile = "campaign.json"
	logFile        = "log.jsonl"
	corpusFolder   = "corpus"
	findingsFolder = "findings"
	lockFile       = "lock"
)

var (
	// ErrBusy means that another process holds the folder.
	ErrBusy = errors.New("another process works in it")
	// ErrNoCampaign means that a folder holds no campaign.
	ErrNoCampaign = errors.New("it holds no campaign")
)

// A Folder is a campaign's folder, held by this process.
type Folder struct {
	path string
	lock *os.File
	log  *os.File
	// loose are files that were written but not yet synced.
	loose []string
}

// Open creates a folder if needed and locks it. The error is ErrBusy if another
// process holds the lock. Close releases it.
func Open(path string) (*Folder, error) {
	for _, sub := range []string{corpusFolder, findingsFolder} {
		if err := os.MkdirAll(filepath.Join(path, sub), 0o777); err != nil {
			return nil, fmt.Errorf("making folder %s: %w", path, err)
		}
	}
	lock, err := os.OpenFile(filepath.Join(path, lockFile), os.O_CREATE|os.O_RDWR, 0o666)
	if err != nil {
		return nil, fmt.Errorf("folder %s: %w", path, err)
	}
	if err := disk.Hold(lock); err != nil {
		lock.Close()
		if errors.Is(err, disk.ErrHeld) {
			err = ErrBusy
		}
		return nil, fmt.Errorf("folder %s: %w", path, err)
	}
	f := &Folder{path: path, lock: lock}
	return f, f.tidy()
}

// tidy removes the temporary files of a process that ended.
func (f *Folder) tidy() error {
	for _, sub := range []string{"", corpusFolder, findingsFolder} {
		if err := disk.Tidy(filepath.Join(f.path, sub)); err != nil {
			return fmt.Errorf("folder %s: %w", f.path, err)
		}
	}
	f.forget()
	return nil
}

// forget removes the status of a campaign that runs.
func (f *Folder) forget() { _ = os.Remove(f.in(statusFile)) }

// Close releases the folder.
func (f *Folder) Close() error {
	var err error
	if f.log != nil {
		err = f.log.Close()
	}
	return errors.Join(err, f.lock.Close())
}

func (f *Folder) in(parts ...string) string {
	return filepath.Join(append([]string{f.path}, parts...)...)
}

// Path returns the path of a finding's file.
func (f *Folder) Path(name string) string { return f.in(findingsFolder, name) }

// Kept returns what the folder holds; false if it holds no campaign yet. A folder with
// findings but no checkpoint is an error.
func (f *Folder) Kept() (campaign.Kept, bool, error) {
	k := campaign.Kept{
		Entry:   func(name string) ([]byte, error) { return f.read(corpusFolder, name) },
		Finding: f.Stored,
	}
	var err error
	if k.Checkpoint, err = f.read(checkpointFile); errors.Is(err, fs.ErrNotExist) {
		left, _ := filepath.Glob(f.in(findingsFolder, "*"))
		if len(left) > 0 {
			return k, false, fmt.Errorf("folder %s: %w, but findings: its %s is gone", f.path, ErrNoCampaign, checkpointFile)
		}
		return k, false, nil
	}
	if err == nil {
		k.Log, err = f.read(logFile)
	}
	return k, err == nil, err
}

func (f *Folder) read(parts ...string) ([]byte, error) {
	text, err := os.ReadFile(f.in(parts...))
	var path *fs.PathError
	if errors.As(err, &path) {
		err = path.Err
	}
	if err != nil {
		return nil, fmt.Errorf("reading %s: %w", f.in(parts...), err)
	}
	return text, nil
}

// Continue cuts the log to its first n bytes, to append to it.
func (f *Folder) Continue(n int) error {
	if f.log != nil {
		_ = f.log.Close()
	}
	log, err := os.OpenFile(f.in(logFile), os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o666)
	if err == nil {
		f.log, err = log, log.Truncate(int64(n))
	}
	if err != nil {
		return fmt.Errorf("the log of %s: %w", f.path, err)
	}
	return nil
}

// Log adds lines to the log.
func (f *Folder) Log(lines []byte) error {
	if _, err := f.log.Write(lines); err != nil {
		return fmt.Errorf("the log of %s: %w", f.path, err)
	}
	return nil
}

// Entry writes a corpus entry. The next checkpoint makes it durable.
func (f *Folder) Entry(name string, text []byte) error {
	path := f.in(corpusFolder, name)
	if have, err := os.ReadFile(path); err == nil && bytes.Equal(have, text) {
		return nil
	}
	f.loose = append(f.loose, path)
	return disk.Write(path, text, disk.Options{})
}

// Stored reads a finding.
func (f *Folder) Stored(name string) ([]byte, error) { return f.read(findingsFolder, name) }

// Finding writes a finding and syncs it.
func (f *Folder) Finding(name string, text []byte) error {
	path := f.Path(name)
	if err := disk.Write(path, text, disk.Options{Sync: true}); err != nil {
		return err
	}
	return disk.SyncFolder(filepath.Dir(path))
}

// Checkpoint syncs everything else, then writes the checkpoint.
func (f *Folder) Checkpoint(text []byte) error {
	for _, path := range f.loose {
		if err := disk.SyncFile(path); err != nil {
			return err
		}
	}
	if err := f.log.Sync(); err != nil {
		return fmt.Errorf("the log of %s: %w", f.path, err)
	}
	if len(f.loose) > 0 {
		if err := disk.SyncFolder(f.in(corpusFolder)); err != nil {
			return err
		}
	}
	f.loose = f.loose[:0]
	if err := disk.Write(f.in(checkpointFile), text, disk.Options{Sync: true}); err != nil {
		return err
	}
	return disk.SyncFolder(f.path)
}

// Name returns the default name of a campaign's folder.
func Name(p *campaign.Params) string {
	return filepath.Join(".quock", fmt.Sprintf("fuzz-%s-%d", strings.ReplaceAll(p.Dialect, ":", "-"), p.Seed))
}
