package spec

import (
	"encoding/json"
	"fmt"
	"strings"
)

// An Observable is one of the parts of a transcript that a candidate may observe.
type Observable uint16

// The parts, in the order in which they are listed and compared.
const (
	ObserveOutcome   Observable = 1 << iota // how the run ended
	ObserveSessions                         // id, parent, parent_call, agent and status of each session
	ObserveTurns                            // the turns, and which turn a message is in
	ObserveMessages                         // messages and their parts, and what is unattributed
	ObserveCalls                            // calls on messages, held and abandoned, and orphans
	ObserveActive                           // what is active now
	ObserveAgents                           // runs of delegated agents
	ObserveQuota                            // limits in force
	ObserveAnomalies                        // what is reported
	ObserveHistory                          // what would be sent to a model
	partEnd
)

var partNames = []string{
	"outcome", "sessions", "turns", "messages", "calls",
	"active", "agents", "quota", "anomalies", "history",
}

// String returns the part's name in a handshake.
func (p Observable) String() string {
	for i, name := range partNames {
		if p == 1<<i {
			return name
		}
	}
	return fmt.Sprintf("part(%d)", uint16(p))
}

// MarshalText writes the part's name; a value that is no single part is an
// error.
func (p Observable) MarshalText() ([]byte, error) {
	if p == 0 || p >= partEnd || p&(p-1) != 0 {
		return nil, fmt.Errorf("spec: no part %d", uint16(p))
	}
	return []byte(p.String()), nil
}

// UnmarshalText reads a part's name; an unknown name is an error.
func (p *Observable) UnmarshalText(b []byte) error {
	for i, name := range partNames {
		if name == string(b) {
			*p = 1 << i
			return nil
		}
	}
	return fmt.Errorf("spec: no part %q: it is one of %s", b, strings.Join(partNames, ", "))
}

// Parts is a set of parts, with their lacked fields. Its JSON is a list of the
// parts' names and of the fields' names with the prefix "-".
type Parts uint32

// AllParts returns the set of all parts.
func AllParts() Parts { return Parts(partEnd - 1) }

// PartsOf returns the set of the given parts.
func PartsOf(parts ...Observable) Parts {
	var s Parts
	for _, p := range parts {
		s |= Parts(p)
	}
	return s
}

// ParseParts reads a set from the names in its JSON. Repetition is allowed; an
// unknown name is an error.
func ParseParts(names []string) (Parts, error) {
	var s Parts
	for _, name := range names {
		if field, lacked := strings.CutPrefix(name, "-"); lacked {
			f, err := ParseFields([]string{field})
			if err != nil {
				return 0, err
			}
			s = s.Lacking(f)
			continue
		}
		var p Observable
		if err := p.UnmarshalText([]byte(name)); err != nil {
			return 0, err
		}
		s |= Parts(p)
	}
	return s, nil
}

// Has reports whether p is in the set.
func (s Parts) Has(p Observable) bool { return s&Parts(p) != 0 }

// HasAll reports whether all of t is in the set.
func (s Parts) HasAll(t Parts) bool { return s&t == t }

// Names lists the set in the order of the constants.
func (s Parts) Names() []string {
	names := []string{}
	for i, name := range partNames {
		if s.Has(1 << i) {
			names = append(names, name)
		}
	}
	return names
}

// String returns the names of the parts and of the lacked fields.
func (s Parts) String() string {
	text := strings.Join(s.Names(), " ")
	if lacks := s.Lacks().Names(); len(lacks) > 0 {
		text += ", lacks " + strings.Join(lacks, " ")
	}
	return text
}

// MarshalJSON writes the list of names.
func (s Parts) MarshalJSON() ([]byte, error) {
	names := s.Names()
	for _, field := range s.Lacks().Names() {
		names = append(names, "-"+field)
	}
	return json.Marshal(names)
}

// UnmarshalJSON reads a list of names.
func (s *Parts) UnmarshalJSON(b []byte) error {
	var names []string
	if err := json.Unmarshal(b, &names); err != nil {
		return fmt.Errorf("spec: parts: %w", err)
	}
	parsed, err := ParseParts(names)
	if err != nil {
		return err
	}
	*s = parsed
	return nil
}
