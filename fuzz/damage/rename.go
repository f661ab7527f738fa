package damage

import "github.com/quock-dev/quock/spec"

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
func (r renamer) id(c Class, id string) string {
	if c == Sessions {
		return r.mapper(nil).session(id)
	}
	if to, renamed := r[id]; renamed {
		return to
	}
	return id
}

// mapper renames all ids that are names of a dialect; nil is one that names all.
func (r renamer) mapper(f *spec.Features) mapper {
	return func(c Class, _, id string) string {
		if to, renamed := r[id]; renamed && (f == nil || named(f, c)) {
			return to
		}
		return id
	}
}

// named reports whether ids of the class are names, and not numbers that the
// codec gives by where things stand.
func named(f *spec.Features, c Class) bool {
	switch c {
	case Messages:
		return f.MessageIDs && !f.Numbered
	case Turns:
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
	return es.renamer().mapper(nil).transcript(t)
}

// Restore is the transcript of the damaged stream with the old names. It is a
// copy.
func (es Edits) Restore(t *spec.Transcript) spec.Transcript {
	return es.renamer().inverse().mapper(nil).transcript(t)
}
