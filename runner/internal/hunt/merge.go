package hunt

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/quock-dev/quock/fuzz/campaign"
)

// ErrNotEmpty means that a folder to merge into is not empty.
var ErrNotEmpty = errors.New("it is not empty")

// Merge merges the shards in several folders into a folder that is new or empty, and
// returns the report. The order of the folders does not matter. The error says which
// folder is refused, and why.
func Merge(into string, from []string) (report *campaign.Report, err error) {
	var shards []*Folder
	defer func() {
		for _, f := range shards {
			err = errors.Join(err, f.Close())
		}
	}()
	var kept []campaign.Kept
	for _, path := range from {
		f, k, err := openShard(path)
		if f != nil {
			shards = append(shards, f)
		}
		if err != nil {
			return nil, err
		}
		kept = append(kept, k)
	}
	merged, err := campaign.Merge(kept)
	if err != nil {
		return nil, fmt.Errorf("merging %d campaigns: %w", len(from), err)
	}
	if err := write(into, shards, merged); err != nil {
		return nil, err
	}
	return campaign.ReadReport(merged.Checkpoint)
}

// openShard opens a folder that must hold a campaign, and reads it.
func openShard(path string) (*Folder, campaign.Kept, error) {
	if _, err := os.Stat(filepath.Join(path, checkpointFile)); err != nil {
		return nil, campaign.Kept{}, fmt.Errorf("folder %s: %w", path, ErrNoCampaign)
	}
	f, err := Open(path)
	if err != nil {
		return nil, campaign.Kept{}, err
	}
	k, _, err := f.Kept()
	return f, k, err
}

// write writes a merged campaign, its checkpoint last.
func write(into string, shards []*Folder, m *campaign.Merged) (err error) {
	f, err := Open(into)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	if err := f.empty(); err != nil {
		return err
	}
	if err := errors.Join(f.Continue(0), f.Log(m.Log)); err != nil {
		return err
	}
	for _, e := range m.Entries {
		text, err := shards[e.From].read(corpusFolder, e.Name)
		if err == nil {
			err = f.Entry(e.Name, text)
		}
		if err != nil {
			return err
		}
	}
	for _, e := range m.Findings {
		text, err := shards[e.From].read(findingsFolder, e.Name)
		if err == nil {
			err = f.Keep(e.Name, text)
		}
		if err != nil {
			return err
		}
	}
	return f.Checkpoint(m.Checkpoint)
}

// empty returns an error if the folder holds anything but its lock.
func (f *Folder) empty() error {
	for _, pattern := range []string{checkpointFile, logFile, corpusFolder + "/*", findingsFolder + "/*"} {
		if left, _ := filepath.Glob(f.in(pattern)); len(left) > 0 {
			return fmt.Errorf("folder %s: %w: it has %s", f.path, ErrNotEmpty, left[0])
		}
	}
	return nil
}

// Findings returns the path of a campaign's folder of findings.
func Findings(path string) string { return filepath.Join(path, findingsFolder) }
