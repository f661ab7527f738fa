// Package ginkgosuite judges a reader in Go inside a Ginkgo suite, as package suite does
// inside go test.
//
// Goals: a container with a spec a rule. Known failures and rules that could not be judged
// are skipped specs. With a focus only the cases of the focused rules are run.
//
// Non-goals: other frameworks, and programs in other languages (the command quock).
package ginkgosuite

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/onsi/ginkgo/v2"

	"github.com/quock-dev/quock/runner/suite"
	"github.com/quock-dev/quock/runner/suite/internal/judging"
	"github.com/quock-dev/quock/spec/probe"
)

// Describe adds a container that judges a candidate by every rule that speaks of it. The
// options are those of suite.Run, and so is what newCandidate owes. The container is
// ordered and goes on after a failure; all its specs share one run. Its last spec fails
// for what charges no rule.
//
//	var _ = ginkgosuite.Describe("My reader", newCandidate, suite.Dialects("aisdk:v5"))
func Describe(text string, newCandidate func() probe.Candidate, options ...suite.Option) bool {
	return ginkgo.Describe(text, ginkgo.Ordered, ginkgo.ContinueOnFailure, func() {
		s, err := judging.Prepare(context.Background(), newCandidate, judging.Configured(testing.Short(), options))
		if err != nil {
			ginkgo.It("can be judged", func() { ginkgo.Fail(err.Error()) })
			return
		}
		c := &container{suite: s}
		for _, rule := range s.Rules() {
			ginkgo.It(rule, func(ctx ginkgo.SpecContext) { c.rule(ctx, rule) })
		}
		ginkgo.It(besides, func(ctx ginkgo.SpecContext) { c.conclude(ctx) })
	})
}

// besides is the text of the last spec.
const besides = "does nothing wrong that charges no rule"

// A container is the state that its specs share. They run one after the other.
type container struct {
	suite  *judging.Suite
	judged []string
	result *judging.SuiteRun
}

func (c *container) rule(ctx context.Context, rule string) {
	c.judge(ctx, rule)
	failure, skipped := c.result.Rule(ctx, rule)
	switch {
	case failure != "":
		ginkgo.Fail(strings.TrimSpace(failure))
	case skipped != "":
		ginkgo.Skip(skipped)
	}
}

// conclude reports the diagnosis and what charges no rule.
func (c *container) conclude(ctx context.Context) {
	if c.result == nil {
		ginkgo.Skip("no rule was judged")
	}
	ginkgo.GinkgoWriter.Println(c.result.Summary())
	ginkgo.GinkgoWriter.Println(c.result.Diagnosis())
	failed, text := c.result.Rest(ctx)
	if failed {
		ginkgo.Fail(strings.TrimSpace(text))
	}
	ginkgo.GinkgoWriter.Println(text)
}

// judge runs the cases of the focused rules when the first of them is asked for, and of
// all others if one of these is asked for all the same.
func (c *container) judge(ctx context.Context, rule string) {
	if slices.Contains(c.judged, rule) {
		return
	}
	before := strings.TrimSuffix(ginkgo.CurrentSpecReport().FullText(), rule)
	all := slices.Clone(c.suite.Rules())
	if c.result == nil {
		all = slices.DeleteFunc(all, func(r string) bool { return r != rule && !focused(before+r) })
	}
	result, err := c.suite.Judge(ctx, all, func(r string) string {
		focus := regexp.QuoteMeta(strings.TrimSpace(before + r))
		if r != "" {
			focus += "$"
		}
		return fmt.Sprintf("go test -ginkgo.focus '%s'", focus)
	})
	if err != nil {
		ginkgo.Fail(err.Error())
	}
	c.judged, c.result = all, result
}

// focused reports whether the focus of the command line has a spec of that text.
func focused(text string) bool {
	config, _ := ginkgo.GinkgoConfiguration()
	return len(config.FocusStrings) == 0 || slices.ContainsFunc(config.FocusStrings, func(focus string) bool {
		matched, err := regexp.MatchString(focus, text)
		return err == nil && matched
	})
}
