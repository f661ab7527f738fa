package campaigning

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/quock-dev/quock/fuzz/campaign"
	"github.com/quock-dev/quock/runner/internal/disk"
)

// A Copy is what a folder holds: its files by the hashes of their texts.
type Copy struct {
	Checkpoint string `json:"checkpoint"`
	// Log are the pieces of the log, in order.
	Log []string `json:"log"`
	// Corpus and Findings are files by their names.
	Corpus   map[string]string `json:"corpus"`
	Findings map[string]string `json:"findings"`
}

// logPiece is the size of the pieces of a log. All but the last stay as they are.
const logPiece = 64 << 10

// Copy gives put each text of the folder that is not in the copy before, which may be nil.
// There must be a checkpoint.
func (f *Folder) Copy(before *Copy, put func(text []byte) (hash string, err error)) (*Copy, error) {
	if before == nil {
		before = &Copy{}
	}
	c := &Copy{Corpus: map[string]string{}, Findings: map[string]string{}}
	keep := func(text []byte, err error) (string, error) {
		if err != nil {
			return "", err
		}
		return put(text)
	}
	log, err := f.read(logFile)
	if err != nil {
		return nil, err
	}
	for piece := range slices.Chunk(log, logPiece) {
		hash, err := put(piece)
		if err != nil {
			return nil, err
		}
		c.Log = append(c.Log, hash)
	}
	for sub, files := range map[string]map[string]string{corpusFolder: c.Corpus, findingsFolder: c.Findings} {
		entries, err := os.ReadDir(f.in(sub))
		if err != nil {
			return nil, fmt.Errorf("folder %s: %w", f.path, err)
		}
		for _, e := range entries {
			name := e.Name()
			if hash, have := before.Corpus[name]; have && sub == corpusFolder { // its name is made of its content
				files[name] = hash
			} else if files[name], err = keep(f.read(sub, name)); err != nil {
				return nil, err
			}
		}
	}
	c.Checkpoint, err = keep(f.read(checkpointFile))
	return c, err
}

// Hashes returns the hashes of a copy. It may be nil.
func (c *Copy) Hashes() map[string]bool {
	all := map[string]bool{}
	if c == nil {
		return all
	}
	all[c.Checkpoint] = true
	for _, hash := range c.Log {
		all[hash] = true
	}
	for _, files := range []map[string]string{c.Corpus, c.Findings} {
		for _, hash := range files {
			all[hash] = true
		}
	}
	return all
}

// Take makes the folder equal to a copy of a campaign with these parameters, the
// checkpoint last. The error is campaign.ErrParameters if the folder holds another one.
func (f *Folder) Take(p campaign.Params, c *Copy, get func(hash string) ([]byte, error)) error {
	if err := f.Fits(p); err != nil {
		return err
	}
	for sub, files := range map[string]map[string]string{corpusFolder: c.Corpus, findingsFolder: c.Findings} {
		if err := f.takeFiles(sub, files, get); err != nil {
			return err
		}
	}
	log := []byte{}
	for _, hash := range c.Log {
		piece, err := get(hash)
		if err != nil {
			return err
		}
		log = append(log, piece...)
	}
	if err := f.Continue(0); err != nil {
		return err
	}
	if err := f.Log(log); err != nil {
		return err
	}
	text, err := get(c.Checkpoint)
	if err != nil {
		return err
	}
	return f.Checkpoint(text)
}

// Fits reports as campaign.ErrParameters that the folder holds a campaign with other
// parameters.
func (f *Folder) Fits(p campaign.Params) error {
	text, err := f.read(checkpointFile)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	} else if err != nil {
		return err
	}
	r, err := campaign.ReadReport(text)
	if err == nil && r.Params != p {
		err = fmt.Errorf("%w: seed %d, dialect %s, level %s, candidate %s", campaign.ErrParameters, r.Params.Seed, r.Params.Dialect, r.Params.Level, r.Params.Candidate)
	}
	if err != nil {
		return fmt.Errorf("folder %s: %w; take another one with --dir, or remove it", f.path, err)
	}
	return nil
}

func sumOf(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// takeFiles makes the files of one folder equal to those of a copy.
func (f *Folder) takeFiles(sub string, files map[string]string, get func(hash string) ([]byte, error)) error {
	entries, err := os.ReadDir(f.in(sub))
	if err != nil {
		return fmt.Errorf("folder %s: %w", f.path, err)
	}
	for _, e := range entries {
		if _, stays := files[e.Name()]; !stays {
			if err := os.Remove(f.in(sub, e.Name())); err != nil {
				return fmt.Errorf("folder %s: %w", f.path, err)
			}
		}
	}
	for name, hash := range files {
		if name != filepath.Base(name) || name == "." || name == ".." { // it comes from a server
			return fmt.Errorf("folder %s: %q is no name of a file in a campaign", f.path, name)
		}
		if have, err := f.read(sub, name); err == nil && sumOf(have) == hash {
			continue
		}
		text, err := get(hash)
		if err != nil {
			return err
		}
		f.loose = append(f.loose, f.in(sub, name))
		if err := disk.Write(f.in(sub, name), text, disk.Options{}); err != nil {
			return err
		}
	}
	return disk.SyncFolder(f.in(sub))
}

// Report reads the report of the folder's checkpoint.
func (f *Folder) Report() (*campaign.Report, error) {
	text, err := f.read(checkpointFile)
	if err != nil {
		return nil, err
	}
	return campaign.ReadReport(text)
}

// Mark is the hash of the folder's checkpoint; "" if there is none.
func (f *Folder) Mark() (string, error) {
	text, err := f.read(checkpointFile)
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	return sumOf(text), err
}
