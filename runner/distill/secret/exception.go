package secret

import (
	"fmt"
	"regexp"
	"strings"

	ahocorasick "github.com/BobuSumisu/aho-corasick"
)

// An allowlist is an exception as gitleaks' file has it.
type allowlist struct {
	Condition   string
	RegexTarget string
	Regexes     []string
	StopWords   []string
	Paths       []string
	Commits     []string
}

// An exception says which matches of a rule are no secrets.
type exception struct {
	all    bool   // every condition must hold, not one
	target string // what the expressions are tried on: "", "match" or "line"
	regex  *regexp.Regexp
	words  *ahocorasick.Trie
}

// exceptions compiles the lists. It leaves out a list that cannot hold here: one
// about files and commits alone, or one that asks for those besides.
func exceptions(lists []allowlist) ([]*exception, error) {
	var all []*exception
	for _, l := range lists {
		e := &exception{all: strings.EqualFold(l.Condition, "AND"), target: l.RegexTarget}
		none := len(l.Regexes)+len(l.StopWords) == 0
		if none || e.all && len(l.Paths)+len(l.Commits) > 0 {
			continue
		}
		if err := e.compile(l); err != nil {
			return nil, err
		}
		all = append(all, e)
	}
	return all, nil
}

func (e *exception) compile(l allowlist) (err error) {
	if len(l.Regexes) > 0 {
		e.regex, err = regexp.Compile("(?:" + strings.Join(l.Regexes, ")|(?:") + ")")
		if err != nil {
			return fmt.Errorf("an exception: %w", err)
		}
	}
	if len(l.StopWords) > 0 {
		e.words = ahocorasick.NewTrieBuilder().AddStrings(lowerAll(l.StopWords)).Build()
	}
	return nil
}

func lowerAll(words []string) []string {
	low := make([]string, len(words))
	for i, word := range words {
		low[i] = strings.ToLower(word)
	}
	return low
}

func anyAllows(list []*exception, secret, match, line string) bool {
	for _, e := range list {
		if e.allows(secret, match, line) {
			return true
		}
	}
	return false
}

func (e *exception) allows(secret, match, line string) bool {
	target := secret
	switch e.target {
	case "match":
		target = match
	case "line":
		target = line
	}
	known := e.regex != nil && e.regex.MatchString(target)
	stopped := e.words != nil && e.words.MatchFirstString(strings.ToLower(secret)) != nil
	if e.all {
		return (known || e.regex == nil) && (stopped || e.words == nil)
	}
	return known || stopped
}
