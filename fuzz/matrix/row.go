package matrix

import (
	"math"
	"slices"

	"github.com/quock-dev/quock/model/deviation"
	"github.com/quock-dev/quock/model/deviation/trial"
)

// A Row holds the results of one mutant.
type Row struct {
	Mutant deviation.Deviation
	// Tasks are the tasks on generated cases, by seed.
	Tasks []Task
	// Written is the result on the hand-written cases.
	Written trial.Outcome
}

// Never is the number of cases of a task that was not solved.
const Never = math.MaxInt

// A Moment returns the number of cases until something happened in a task.
type Moment func(*Task) int

// The moments.
func Killed(t *Task) int { return t.Killed }
func Family(t *Task) int { return t.Family }
func Rule(t *Task) int   { return t.Rule }

// Quantile returns the number of cases within which a share of the tasks, such
// as 0.5, reached a moment. It returns Never if fewer did.
func (r *Row) Quantile(m Moment, share float64) int {
	if len(r.Tasks) == 0 {
		return Never
	}
	all := make([]int, len(r.Tasks))
	for i := range r.Tasks {
		if all[i] = m(&r.Tasks[i]); all[i] == 0 {
			all[i] = Never
		}
	}
	slices.Sort(all)
	return all[max(0, int(math.Ceil(share*float64(len(all))))-1)]
}

// Within returns the number of tasks that reached a moment within so many
// cases.
func (r *Row) Within(m Moment, cases int) int {
	n := 0
	for i := range r.Tasks {
		if at := m(&r.Tasks[i]); at > 0 && at <= cases {
			n++
		}
	}
	return n
}

// Seen returns the sorted rules whose checks saw the mutant on any case.
func (r *Row) Seen() []string {
	seen := slices.Clone(r.Written.Seen)
	for i := range r.Tasks {
		seen = union(seen, r.Tasks[i].Seen)
	}
	return seen
}

// Survives reports whether no case killed the mutant, or no check saw that.
func (r *Row) Survives() bool {
	return r.Within(Killed, Never)+count(r.Written.Killed) == 0 || len(r.Seen()) == 0
}

// Foreign reports whether only checks of other families saw the mutant.
func (r *Row) Foreign() bool {
	return !r.Survives() && r.Within(Family, Never)+count(r.Written.Family) == 0
}

// Caught reports whether the check of the mutant's own rule saw it.
func (r *Row) Caught() bool { return r.Within(Rule, Never)+count(r.Written.Rule) > 0 }

// Counts counts, over all cases, how often the mutant's decision was asked and
// departed.
func (r *Row) Counts() deviation.Count {
	c := deviation.Count{Reached: r.Written.Reached, Triggered: r.Written.Triggered}
	for i := range r.Tasks {
		c.Reached += r.Tasks[i].Counts.Reached
		c.Triggered += r.Tasks[i].Counts.Triggered
	}
	return c
}

func count(so bool) int {
	if so {
		return 1
	}
	return 0
}

// Sort puts survivors first, then mutants that only foreign families saw, then
// the others by number of cases.
func Sort(rows []Row) {
	slices.SortStableFunc(rows, func(a, b Row) int {
		for _, by := range []func(*Row) int{
			func(r *Row) int { return count(!r.Survives()) },
			func(r *Row) int { return count(!r.Foreign()) },
			func(r *Row) int { return -r.Quantile(Killed, 0.5) },
			func(r *Row) int { return -r.Quantile(Killed, 0.9) },
			func(r *Row) int { return r.Within(Killed, Never) },
		} {
			if d := by(&a) - by(&b); d != 0 {
				return d
			}
		}
		return 0
	})
}
