package input

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/quock-dev/quock/fixtures"
	"github.com/quock-dev/quock/runner/distill/fixturestore"
	"github.com/quock-dev/quock/spec"
)

// Fixtures returns the streams of a fixture file or of a folder of fixtures;
// false for anything else.
func Fixtures(name string) (streams []spec.Stream, are bool, err error) {
	folder, file := name, ""
	if strings.HasSuffix(name, ".txtar") {
		folder, file = filepath.Split(name)
	} else if held, err := filepath.Glob(filepath.Join(name, "*.txtar")); err != nil || len(held) == 0 {
		return nil, false, nil
	}
	all, err := readFixtures(os.DirFS(filepath.Clean(folder)), file)
	if err != nil {
		return nil, true, fmt.Errorf("fixtures of %s: %w", name, err)
	}
	for i := range all {
		stream, err := fixturestore.Stream(&all[i])
		if err != nil {
			return nil, true, fmt.Errorf("fixture %s: %w", all[i].Name, err)
		}
		streams = append(streams, stream)
	}
	return streams, true, nil
}

// readFixtures reads one fixture of a folder, or all of them.
func readFixtures(folder fs.FS, file string) ([]fixtures.Distilled, error) {
	if file == "" {
		return fixtures.ReadDistilled(folder)
	}
	one, err := fixtures.DistilledIn(folder, strings.TrimSuffix(file, ".txtar"))
	return []fixtures.Distilled{one}, err
}
