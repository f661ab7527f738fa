package matrix

import (
	"slices"

	"github.com/quock-dev/quock/fuzz/scenario/generator"
	"github.com/quock-dev/quock/model/deviation"
	"github.com/quock-dev/quock/model/deviation/trial"
	"github.com/quock-dev/quock/spec"
)

// Options say what to run.
type Options struct {
	Mutants []deviation.Deviation
	Shapes  []spec.Features
	// Written are hand-written cases. Each mutant is run on them too.
	Written []*trial.Subject
	// Seeds is the number of tasks per mutant, with the seeds 1, 2, 3, …. Cases
	// is the maximum number of cases per task.
	Seeds, Cases int
	// Source returns the source of cases for a seed; nil means
	// Generated(Mixed).
	Source func(seed uint64) Source
	// Without reports whether the check of a rule is switched off; nil switches
	// none off.
	Without func(rule string) bool
	// Map calls work for each number below n, in any order, possibly in
	// parallel; nil calls it in sequence.
	Map func(n int, work func(i int))
	// Stop reports whether to give up; nil means never.
	Stop func() bool
}

// Run runs every mutant. Rows are in the order of the mutants.
func Run(o Options) []Row {
	o = o.complete()
	tasks := make([][]Task, o.Seeds)
	o.Map(o.Seeds, func(i int) { tasks[i] = o.seed(uint64(i) + 1) })
	rows := o.written()
	for i := range rows {
		for _, of := range tasks {
			rows[i].Tasks = append(rows[i].Tasks, of[i])
		}
	}
	return rows
}

func (o Options) complete() Options {
	if o.Source == nil {
		o.Source = Generated(generator.Mixed)
	}
	if o.Without == nil {
		o.Without = func(string) bool { return false }
	}
	if o.Map == nil {
		o.Map = func(n int, work func(int)) {
			for i := range n {
				work(i)
			}
		}
	}
	if o.Stop == nil {
		o.Stop = func() bool { return false }
	}
	return o
}

// seed runs the tasks of one seed. Tasks share their cases.
func (o *Options) seed(seed uint64) []Task {
	searches := o.searches()
	from := o.Source(seed)
	open := make([][]*search, len(o.Shapes))
	for i := range searches {
		for shape := range o.Shapes {
			if s := &searches[i]; s.rule.Applies(&o.Shapes[shape]) {
				open[shape] = append(open[shape], s)
			}
		}
	}
	for number := uint64(0); o.round(from, open, number) && !o.Stop(); number++ {
	}
	tasks := make([]Task, len(searches))
	for i := range searches {
		tasks[i] = searches[i].Task
	}
	return tasks
}

// round makes the case of a number in each shape with an open search. It
// reports whether there was any.
func (o *Options) round(from Source, open [][]*search, number uint64) bool {
	any := false
	for shape := range open {
		open[shape] = slices.DeleteFunc(open[shape], (*search).over)
		if len(open[shape]) == 0 {
			continue
		}
		any = true
		c := from.Case(&o.Shapes[shape], shape, number)
		c.Off = o.Without
		for _, s := range open[shape] {
			s.try(c)
		}
	}
	return any
}

func (o *Options) searches() []search {
	all := make([]search, len(o.Mutants))
	for i, m := range o.Mutants {
		all[i] = search{mutant: m, limit: o.Cases, off: o.Without}
		all[i].rule, _ = spec.RuleByID(m.Rule())
	}
	return all
}

// written runs every mutant on the hand-written cases, until the check of its
// rule sees it.
func (o *Options) written() []Row {
	rows := make([]Row, len(o.Mutants))
	for i := range o.Written {
		o.Written[i].Off = o.Without
	}
	for i, m := range o.Mutants {
		rows[i].Mutant = m
		rule, _ := spec.RuleByID(m.Rule())
		for _, s := range o.Written {
			if s.Applies(&rule) && !rows[i].Written.Rule {
				rows[i].Written.Add(s.Try(m))
			}
		}
	}
	return rows
}
