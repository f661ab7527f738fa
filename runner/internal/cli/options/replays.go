package options

import (
	"cmp"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"github.com/quock-dev/quock/runner/replay"
	"github.com/quock-dev/quock/spec/words"
)

// Replay files are kept in keptIn/NAME, a folder for each candidate, unless
// --replay-dir names another. Behind a run the oldest files are removed until mostKept
// bytes are left.
const (
	keptIn   = ".quock"
	mostKept = 64 << 20
)

// AddReplayDir adds --replay-dir to a command whose files are for what.
func AddReplayDir(flags *pflag.FlagSet, to *string, what string) {
	flags.StringVar(to, "replay-dir", "", fmt.Sprintf("the `folder` for %s (default %s/NAME, by the candidate's name, which keeps the newest %d MiB)", what, keptIn, mostKept>>20))
}

// Replays is a folder of replay files, and those that this process wrote to it. A folder
// that the user chose is never cleaned.
type Replays struct {
	Folder  string
	chosen  bool
	written map[string]bool
}

// ReplaysFor is the folder that was chosen, or that of the candidate.
func ReplaysFor(chosen, candidate string) *Replays {
	if chosen != "" {
		return &Replays{Folder: chosen, chosen: true}
	}
	return &Replays{Folder: filepath.Join(keptIn, folderName(candidate)), written: map[string]bool{}}
}

// folderName makes a candidate's name the name of a folder: letters, digits and -._ of
// ASCII, at most 64, and none of those that other commands give to their folders.
func folderName(candidate string) string {
	name := strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', strings.ContainsRune("-._", r):
			return r
		}
		return '-'
	}, candidate)
	name = name[:min(len(name), 64)]
	if strings.Trim(name, ".") == "" || strings.HasPrefix(name, "fuzz-") || name == "distilled" {
		name = "candidate-" + name
	}
	return name
}

// Save is for runner.Options.
func (k *Replays) Save(r replay.Archive) (string, error) {
	name, err := replay.SaveIn(k.Folder)(r)
	if err == nil && !k.chosen {
		k.written[name] = true
	}
	return name, err
}

// bound removes the oldest replay files of a candidate's folder until it holds at most
// mostKept bytes, and returns how many. Files that this process wrote stay.
func (k *Replays) bound() (removed int, err error) {
	if k.chosen {
		return 0, nil
	}
	all, size, err := k.files()
	if err != nil {
		return 0, err
	}
	for _, f := range all {
		if size <= mostKept {
			break
		}
		if k.written[f.Name()] {
			continue
		}
		if err := os.Remove(filepath.Join(k.Folder, f.Name())); err != nil {
			return removed, fmt.Errorf("removing old replay files: %w", err)
		}
		size -= f.Size()
		removed++
	}
	return removed, nil
}

// files are the folder's replay files, the oldest first, and their bytes.
func (k *Replays) files() (all []fs.FileInfo, size int64, err error) {
	names, err := filepath.Glob(filepath.Join(k.Folder, "*.txtar"))
	for _, name := range names {
		info, err := os.Lstat(name)
		if err != nil || !info.Mode().IsRegular() {
			continue // another process has removed it, or it is not ours
		}
		all, size = append(all, info), size+info.Size()
	}
	slices.SortFunc(all, func(a, b fs.FileInfo) int {
		return cmp.Or(a.ModTime().Compare(b.ModTime()), strings.Compare(a.Name(), b.Name()))
	})
	return all, size, err
}

// Clean removes old files and says so.
func (k *Replays) Clean(to io.Writer) error {
	removed, err := k.bound()
	if removed > 0 {
		fmt.Fprintf(to, "\nremoved from %s: %s, to keep %d MiB\n", k.Folder, words.Counted(removed, "old replay file"), mostKept>>20)
	}
	return err
}
