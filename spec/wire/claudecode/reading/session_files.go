package reading

import (
	"bytes"
	"cmp"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/quock-dev/quock/spec/wire"
)

// An agentFile is the file of one agent, and the one beside it that says what for.
type agentFile struct {
	path, meta string
	record     []byte // of the file beside it
	depth      int
}

// Gather groups the files of a folder: the files of agents, SESSION/subagents/agent-ID.jsonl,
// are of the session that their records name. Its file is SESSION.jsonl beside that
// folder, or the only one of the session in the folder, or anywhere. The files beside
// them, agent-ID.meta.json, come first, as agent_metadata records, those of the
// agents that called before those that were called. An agent whose session is not
// there is a run with the file beside it.
func Gather(files []wire.FolderFile) (runs []wire.FileRun) {
	mains, agents := map[string][]string{}, map[string][]agentFile{}
	for i := range files {
		session, agent := origin(files[i].Head)
		switch {
		case session == "":
		case agent == "":
			mains[session] = append(mains[session], files[i].Path)
		default:
			agents[session] = append(agents[session], companion(files, files[i].Path, agent))
		}
	}
	for _, session := range slices.Sorted(maps.Keys(agents)) {
		runs = append(runs, together(mains[session], agents[session])...)
	}
	return runs
}

// origin is the session, and of an agent's file the agent, that a file's first whole
// records name; none where it is no session file.
func origin(head []byte) (session, agent string) {
	cut := len(head) == wire.FileHead
	for len(head) > 0 {
		line, rest, whole := bytes.Cut(head, []byte("\n"))
		if !whole && cut {
			return "", ""
		}
		t, ok := TraitOf(line)
		if !ok || !t.Kept() {
			return "", ""
		}
		if session := t.text("sessionId"); session != "" {
			return session, t.text("agentId")
		}
		head = rest
	}
	return "", ""
}

// companion is an agent's file with what the one beside it says.
func companion(files []wire.FolderFile, name, agent string) agentFile {
	a := agentFile{path: name, meta: strings.TrimSuffix(name, ".jsonl") + ".meta.json"}
	i, found := slices.BinarySearchFunc(files, a.meta, func(f wire.FolderFile, name string) int { return cmp.Compare(f.Path, name) })
	if !found {
		return a
	}
	var m struct {
		Depth int `json:"spawnDepth"`
	}
	text := bytes.TrimSpace(files[i].Head)
	if len(text) < 2 || json.Unmarshal(text, &m, Lenient) != nil {
		return a
	}
	a.depth = m.Depth
	a.record = append([]byte(`{"type":"agent_metadata","agentId":`), Quote(agent)...)
	if rest := bytes.TrimSpace(text[1:]); len(rest) > 1 {
		a.record = append(a.record, ',')
	}
	a.record = append(a.record, bytes.ReplaceAll(text[1:], []byte("\n"), []byte(" "))...)
	return a
}

// together are the runs of one session: each of its files with the agents that are
// its own, and the agents that are alone.
func together(mains []string, agents []agentFile) (runs []wire.FileRun) {
	of := map[string][]agentFile{}
	for _, a := range agents {
		name := cmp.Or(mainOf(mains, a.path), a.path)
		of[name] = append(of[name], a)
	}
	for _, name := range slices.Sorted(maps.Keys(of)) {
		own := of[name]
		slices.SortStableFunc(own, func(a, b agentFile) int { return cmp.Compare(a.depth, b.depth) })
		run := wire.FileRun{Name: name}
		if own[0].path != name {
			run.Parts = append(run.Parts, wire.FilePart{Path: name})
		}
		for _, a := range own {
			if a.record != nil {
				run.Parts = append(run.Parts, wire.FilePart{Path: a.meta, Record: a.record})
			}
		}
		for _, a := range own {
			run.Parts = append(run.Parts, wire.FilePart{Path: a.path})
		}
		if len(run.Parts) > 1 {
			runs = append(runs, run)
		}
	}
	return runs
}

// mainOf is the file of the session that an agent's belongs to, "" where it cannot be
// told.
func mainOf(mains []string, agent string) string {
	folder := path.Dir(path.Dir(agent))
	if slices.Contains(mains, folder+".jsonl") {
		return folder + ".jsonl"
	}
	near := slices.DeleteFunc(slices.Clone(mains), func(main string) bool { return path.Dir(main) != folder })
	if len(near) == 0 {
		near = mains
	}
	if len(near) != 1 {
		return ""
	}
	return near[0]
}

// Quote is s as a JSON string; of bytes that are no UTF-8 the text is no JSON,
// which the encoder's own reading reports.
func Quote(s string) jsontext.Value {
	text, err := json.Marshal(s)
	if err != nil {
		return jsontext.Value(s)
	}
	return text
}
