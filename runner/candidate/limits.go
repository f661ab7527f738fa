package candidate

import (
	"bytes"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/quock-dev/quock/spec/probe"
)

// The defaults of Limits.
const (
	DefaultHello = 30 * time.Second // npx on two busy cores takes 13
	DefaultFloor = 5 * time.Second
)

const (
	// calibrating is how many first answers set the time limit. The limit is slack
	// times the slowest of them.
	calibrating = 20
	slack       = 20
	// confirming multiplies the limit when a timeout is confirmed alone. The product
	// is at least a whole limit.
	confirming = 2
	// suspecting is the wait for an answer before the run is sent again alone, once
	// it is known how long answers take. Only the second answer counts.
	suspecting = time.Second
)

// Limits are the time limits of all processes of one candidate, and its answer to
// hello, which must be the same in all. The limit of an answer is derived from the
// candidate's first answers; it is at least the floor. A timeout counts only if it is
// confirmed alone: in a fresh process, while no other process of the candidate is
// busy. A case that is
// never answered is asked twice, for six seconds as a rule.
type Limits struct {
	Hello time.Duration
	Floor time.Duration

	alone   sync.RWMutex
	mu      sync.Mutex
	answers int
	slowest time.Duration
	hello   *probe.HelloReply
	unknown map[probe.UnknownKey]bool

	barriers atomic.Int64 // how many were asked
	open     atomic.Bool  // the candidate cannot be asked one
}

// mostUnknown is how many unknown keys are kept.
const mostUnknown = 64

// Unknown returns the keys in the candidate's answers that the contract does not
// have, ordered by path.
func (l *Limits) Unknown() []probe.UnknownKey {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.SortedFunc(maps.Keys(l.unknown), func(a, b probe.UnknownKey) int { return strings.Compare(a.Path, b.Path) })
}

// contract is that of a process of the candidate, which tells of unknown keys.
func (l *Limits) contract(h *probe.HelloReply, lines probe.Limits) *probe.Contract {
	c := probe.NewContract(h, lines)
	for _, key := range h.Unknown {
		l.unknownKey(key)
	}
	c.Unknown = l.unknownKey
	return c
}

func (l *Limits) unknownKey(k probe.UnknownKey) {
	if l == nil {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.unknown == nil {
		l.unknown = map[probe.UnknownKey]bool{}
	}
	if len(l.unknown) < mostUnknown {
		l.unknown[k] = true
	}
}

// introduced records a process's answer to hello. The error means that it differs
// from that of the first process.
func (l *Limits) introduced(h *probe.HelloReply) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.hello == nil {
		l.hello = h
	}
	if reflect.DeepEqual(l.hello, h) {
		return nil
	}
	return fmt.Errorf("it introduces itself otherwise than before\nnow:    %s\nbefore: %s", self(h), self(l.hello))
}

// self returns a candidate's answer to hello, in a line that is safe to print.
func self(h *probe.HelloReply) string {
	line, _ := probe.AppendLine(nil, h, probe.DefaultLimits())
	return excerpt(bytes.TrimSpace(line))
}

// NewLimits returns limits with the given floor, the defaults where zero.
func NewLimits(hello, floor time.Duration) *Limits {
	if hello <= 0 {
		hello = DefaultHello
	}
	if floor <= 0 {
		floor = DefaultFloor
	}
	return &Limits{Hello: hello, Floor: floor}
}

// answer returns the current time limit of an answer.
func (l *Limits) answer() time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	return max(l.Floor, slack*l.slowest)
}

// first is how long an answer is waited for the first time.
func (l *Limits) first() time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	floor := l.Floor
	if l.answers >= calibrating {
		floor = min(floor, suspecting)
	}
	return max(floor, slack*l.slowest)
}

// observe records how long an answer took.
func (l *Limits) observe(took time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.answers++; l.answers <= calibrating {
		l.slowest = max(l.slowest, took)
	}
}
