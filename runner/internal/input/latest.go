package input

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// A cabinet is where an agent keeps its user's sessions.
type cabinet struct {
	env, home string // the variable that names its folder, and the folder in the home else
	sessions  string // the pattern of its sessions' files in there
}

var cabinets = map[string]cabinet{
	"claude": {"CLAUDE_CONFIG_DIR", ".claude", "projects/*/*.jsonl"},
	"codex":  {"CODEX_HOME", ".codex", "sessions/*/*/*/rollout-*.jsonl"},
}

// Agents are the names that Latest takes.
func Agents() []string { return slices.Sorted(maps.Keys(cabinets)) }

// Latest is the file of the session that an agent wrote last, in the user's own folder.
// Of all others only the names and times are read.
func Latest(agent string) (string, error) {
	s, known := cabinets[agent]
	if !known {
		return "", fmt.Errorf("no agent %q; there are %s", agent, strings.Join(Agents(), ", "))
	}
	folder := os.Getenv(s.env)
	if folder == "" {
		home, err := os.UserHomeDir()
		if err != nil {
			return "", fmt.Errorf("looking for sessions of %s: %w; name their folder in %s", agent, err, s.env)
		}
		folder = filepath.Join(home, s.home)
	}
	files, err := filepath.Glob(filepath.Join(folder, filepath.FromSlash(s.sessions)))
	if err != nil {
		return "", fmt.Errorf("looking for sessions of %s in %s: %w", agent, folder, err)
	}
	newest, at := "", time.Time{}
	for _, file := range files {
		if info, err := os.Stat(file); err == nil && info.Mode().IsRegular() && info.ModTime().After(at) {
			newest, at = file, info.ModTime()
		}
	}
	if newest == "" {
		return "", errors.New("no session of " + agent + " in " + folder + "; " + s.env + " names another folder")
	}
	return newest, nil
}
