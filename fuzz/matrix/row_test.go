package matrix_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/fuzz/matrix"
	"github.com/quock-dev/quock/model/deviation"
	"github.com/quock-dev/quock/model/deviation/trial"
)

// killed is a row whose tasks took so many cases, 0 for never.
func killed(name string, cases ...int) matrix.Row {
	GinkgoHelper()
	m, ok := deviation.ByName(name)
	Expect(ok).To(BeTrue(), name)
	r := matrix.Row{Mutant: m}
	for _, n := range cases {
		t := matrix.Task{Cases: 1000, Killed: n, Family: n, Rule: n}
		if n > 0 {
			t.Seen = []string{m.Rule()}
		}
		r.Tasks = append(r.Tasks, t)
	}
	return r
}

// only keeps what cannot be said in one line of a row.
func only(r matrix.Row, change func(*matrix.Row)) matrix.Row {
	change(&r)
	return r
}

var _ = Describe("A row", func() {
	It("gives the number of cases within which a share of its tasks was solved", func() {
		r := killed("attach/by-name", 30, 10, 20, 40)
		Expect(r.Quantile(matrix.Killed, 0.5)).To(Equal(20))
		Expect(r.Quantile(matrix.Killed, 0.9)).To(Equal(40))
		Expect(r.Quantile(matrix.Killed, 0)).To(Equal(10))
	})

	// Leaving unsolved tasks out would make the hardest look easy.
	It("counts a task that was not solved as taking longer than any", func() {
		r := killed("attach/by-name", 5, 0, 0)
		Expect(r.Quantile(matrix.Killed, 0.5)).To(Equal(matrix.Never))
		Expect(r.Quantile(matrix.Killed, 0.3)).To(Equal(5))
		Expect(r.Within(matrix.Killed, matrix.Never)).To(Equal(1))
	})

	It("has no quantile without tasks", func() {
		r := killed("attach/by-name")
		Expect(r.Quantile(matrix.Killed, 0.5)).To(Equal(matrix.Never))
	})

	It("counts the tasks that were solved within some cases, the last included", func() {
		r := killed("attach/by-name", 10, 11, 0)
		Expect(r.Within(matrix.Killed, 10)).To(Equal(1))
		Expect(r.Within(matrix.Killed, 11)).To(Equal(2))
	})

	DescribeTable("survives where nothing killed it, or nobody saw that",
		func(r func() matrix.Row, survives, foreign, caught bool) {
			row := r()
			Expect(row.Survives()).To(Equal(survives), "survives")
			Expect(row.Foreign()).To(Equal(foreign), "foreign")
			Expect(row.Caught()).To(Equal(caught), "caught")
		},
		Entry("never killed", func() matrix.Row { return killed("attach/by-name", 0, 0) }, true, false, false),
		Entry("killed under one seed, and seen", func() matrix.Row { return killed("attach/by-name", 0, 7) }, false, false, true),
		Entry("killed on a written case alone", func() matrix.Row {
			return only(killed("attach/by-name", 0), func(r *matrix.Row) {
				r.Written = trial.Outcome{Killed: true, Family: true, Rule: true, Seen: []string{"attach/by-id"}}
			})
		}, false, false, true),
		Entry("killed, but no check looks there", func() matrix.Row {
			return only(killed("attach/by-name", 0), func(r *matrix.Row) { r.Tasks[0].Killed = 3 })
		}, true, false, false),
		Entry("seen by another family alone", func() matrix.Row {
			return only(killed("attach/by-name", 0), func(r *matrix.Row) {
				r.Tasks[0].Killed, r.Tasks[0].Seen = 3, []string{"missing/no-loss"}
			})
		}, false, true, false),
		Entry("seen by its family, not by its rule", func() matrix.Row {
			return only(killed("attach/by-name", 4), func(r *matrix.Row) {
				r.Tasks[0].Rule, r.Tasks[0].Seen = 0, []string{"attach/backward"}
			})
		}, false, false, false),
	)

	It("adds up whose checks saw it, and how often it departed", func() {
		r := killed("attach/by-name", 1, 2)
		r.Tasks[1].Seen = []string{"attach/backward", "attach/by-id"}
		r.Written = trial.Outcome{Reached: 5, Triggered: 1, Seen: []string{"missing/no-loss"}}
		r.Tasks[0].Counts = deviation.Count{Reached: 2, Triggered: 2}
		Expect(r.Seen()).To(Equal([]string{"attach/backward", "attach/by-id", "missing/no-loss"}))
		Expect(r.Counts()).To(Equal(deviation.Count{Reached: 7, Triggered: 3}))
	})
})

var _ = Describe("Rows in order", func() {
	It("have survivors first, then what foreign families saw alone, then what took longest", func() {
		foreign := killed("attach/first-message", 1)
		foreign.Tasks[0].Family, foreign.Tasks[0].Rule, foreign.Tasks[0].Seen = 0, 0, []string{"missing/no-loss"}
		rows := []matrix.Row{
			killed("attach/always-next", 3, 3), foreign, killed("attach/by-name", 9, 2), killed("attach/twice", 9, 3),
			killed("attach/replaces", 0, 0), killed("attach/prepends", 0, 5, 5),
		}
		matrix.Sort(rows)
		var names []string
		for _, r := range rows {
			names = append(names, r.Mutant.Path())
		}
		Expect(names).To(Equal([]string{
			"attach/replaces", "attach/first-message", "attach/prepends", "attach/twice", "attach/always-next", "attach/by-name",
		}))
	})
})
