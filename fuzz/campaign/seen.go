package campaign

import (
	"encoding/json"

	"github.com/quock-dev/quock/fuzz/shrink"
)

// seen counts signatures in the order of their first occurrence.
type seen struct {
	list []sighting
	at   map[shrink.Signature]int
}

type sighting struct {
	shrink.Signature
	Cases int `json:"cases"`
}

// has reports whether a signature occurred before.
func (s *seen) has(sig shrink.Signature) bool {
	_, ok := s.at[sig]
	return ok
}

// note adds n occurrences of a signature and returns the total.
func (s *seen) note(sig shrink.Signature, n int) int {
	i, ok := s.at[sig]
	if !ok {
		if s.at == nil {
			s.at = map[shrink.Signature]int{}
		}
		i = len(s.list)
		s.at[sig] = i
		s.list = append(s.list, sighting{Signature: sig})
	}
	s.list[i].Cases += n
	return s.list[i].Cases
}

// MarshalJSON writes the list.
func (s seen) MarshalJSON() ([]byte, error) { return json.Marshal(s.list) }

// UnmarshalJSON reads the list.
func (s *seen) UnmarshalJSON(text []byte) error {
	var list []sighting
	if err := json.Unmarshal(text, &list); err != nil {
		return err
	}
	*s = seen{}
	for _, e := range list {
		s.note(e.Signature, e.Cases)
	}
	return nil
}

// worthwhile reports whether the nth occurrence is triaged again: the 1st, 8th,
// 64th and so on.
func worthwhile(n int) bool {
	for n > 1 && n%8 == 0 {
		n /= 8
	}
	return n == 1
}
