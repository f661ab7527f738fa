package trace

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/quock-dev/quock/spec/words"
)

// metaWidth is how much of one value of meta.json is shown.
const metaWidth = 60

// options matches the names of options on a command line. Their values are not
// shown: a value may be a path, a prompt or a secret.
var options = regexp.MustCompile(`^(--[A-Za-z][A-Za-z0-9-]*|-[A-Za-z])(=|$)`)

// parseMeta returns how a program was called, in a line: its name without its
// folder, version, model, whether it resumed a session, and the names of its
// options. It leaves out the working folder, the environment and the values of
// options, because they belong to the machine that recorded them. It accepts any
// object and skips keys that are missing or of another shape.
func parseMeta(text []byte) (string, error) {
	var noted map[string]json.RawMessage
	if err := json.Unmarshal(text, &noted); err != nil {
		return "", fmt.Errorf("it is no JSON object: %w", err)
	}
	m := meta(noted)
	argv := m.words("command", "cmd", "executable", "bin")
	var parts []string
	add := func(format, value string) {
		if value != "" {
			parts = append(parts, fmt.Sprintf(format, words.Line(words.Clip(value, metaWidth))))
		}
	}
	name := ""
	if len(argv) > 0 {
		name = argv[0][strings.LastIndexAny(argv[0], `/\`)+1:]
		argv = argv[1:]
	}
	if name == "" {
		name = m.text("agentType", "agent_type", "agent")
	}
	add("%s", strings.TrimSpace(name+" "+m.text("version", "cliVersion", "cli_version", "agentVersion")))
	add("model %s", m.text("model"))
	if m.text("resumeSessionId", "resume_session_id", "agentSessionId") != "" {
		parts = append(parts, "resumed")
	}
	add("with %s", strings.Join(optionNames(append(argv, m.words("args", "argv", "arguments")...)), " "))
	return strings.Join(parts, ", "), nil
}

func optionNames(words []string) []string {
	var names []string
	for _, word := range words {
		name, _, _ := strings.Cut(word, "=")
		if options.MatchString(word) && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// meta is a recorder's note of a call.
type meta map[string]json.RawMessage

// text is the first of the keys that has a string.
func (m meta) text(keys ...string) string {
	for _, key := range keys {
		var s string
		if json.Unmarshal(m[key], &s) == nil && s != "" {
			return s
		}
	}
	return ""
}

// words is the first of the keys that has a string or a list of strings.
func (m meta) words(keys ...string) []string {
	for _, key := range keys {
		var list []string
		if json.Unmarshal(m[key], &list) == nil && len(list) > 0 {
			return list
		}
		if one := m.text(key); one != "" {
			return []string{one}
		}
	}
	return nil
}
