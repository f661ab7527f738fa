package damage

import (
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/ids"
)

// A renamer is what the renamings of some edits come to.
type renamer map[string]string

// renamer is what the edits rename, each name once: the first that says so
// counts.
func (es Edits) renamer() renamer {
	r := renamer{}
	for i := range es {
		if es[i].Op != Rename {
			continue
		}
		for _, n := range es[i].Names {
			if _, known := r[n.From]; !known && n.From != "" {
				r[n.From] = n.To.String()
			}
		}
	}
	return r
}

// id is the new name of an id of a class.
func (r renamer) id(c ids.Class, id string) string {
	if c == ids.Sessions {
		return r.mapper(nil).Session(id)
	}
	if to, renamed := r[id]; renamed {
		return to
	}
	return id
}

// mapper renames all ids that are names of a dialect; nil is one that names all.
func (r renamer) mapper(f *spec.Features) ids.Map {
	return func(c ids.Class, _, id string) string {
		if to, renamed := r[id]; renamed && (f == nil || named(f, c)) {
			return to
		}
		return id
	}
}

// named reports whether ids of the class are names, and not numbers that the
// codec gives by where things stand.
func named(f *spec.Features, c ids.Class) bool {
	switch c {
	case ids.Messages:
		return f.MessageIDs && !f.Numbered
	case ids.Turns:
		return f.TurnIDs
	}
	return true
}

func (r renamer) inverse() renamer {
	back := make(renamer, len(r))
	for from, to := range r {
		back[to] = from
	}
	return back
}

// Rename is the transcript of the undamaged stream as the harmless edits rename
// it. It is a copy.
func (es Edits) Rename(t *spec.Transcript) spec.Transcript {
	return es.renamer().mapper(nil).Transcript(t)
}

// Restore is the transcript of the damaged stream with the old names. It is a
// copy.
func (es Edits) Restore(t *spec.Transcript) spec.Transcript {
	return es.renamer().inverse().mapper(nil).Transcript(t)
}
