package damage

import (
	"fmt"
	"strings"
)

// Story describes the edits, a sentence each.
func (es Edits) Story() string {
	var b strings.Builder
	for i := range es {
		fmt.Fprintf(&b, "Damage: %s (bears %s).\n", es[i].Sentence(), es[i].Rule)
	}
	return b.String()
}

// Sentence says what the edit does.
func (e *Edit) Sentence() string {
	if e.Op == 0 || e.Op >= ops {
		return "nothing is done"
	}
	return table[e.Op].say(e)
}

func sayRename(e *Edit) string {
	var all []string
	for _, n := range e.Names {
		all = append(all, fmt.Sprintf("%s is called %s", quoted(n.From), quoted(n.To.String())))
	}
	return strings.Join(all, ", ") + ", everywhere"
}

func sayDrop(e *Edit) string { return "the record of the " + e.At.String() + " is lost" }

func sayDouble(e *Edit) string {
	return "the record of the " + e.At.String() + " comes twice" + e.asNew()
}

// asNew says of a copy that it cannot be distinguished from something new.
func (e *Edit) asNew() string {
	if e.Fresh {
		return ", under an event id of its own"
	}
	return ""
}

func saySwap(e *Edit) string {
	return "the record of the " + e.At.String() + " comes behind the one that follows it"
}

func sayStray(e *Edit) string {
	name := ""
	if len(e.Names) > 0 {
		name = quoted(e.Names[0].To.String())
	}
	return fmt.Sprintf("another %s comes, of the %s %s, which there never was", e.At.Kind, e.Class, name)
}

func sayReplay(e *Edit) string {
	return fmt.Sprintf("behind the %s the last %d records come again%s", e.At, e.N, e.asNew())
}

func sayTruncate(e *Edit) string {
	how := "the transport breaks"
	if e.N == 1 {
		how = "the input ends"
	}
	return how + " behind the record of the " + e.At.String()
}

func sayDrift(e *Edit) string { return "the " + e.At.String() + " bears slot " + quoted(e.To) }

func sayCollide(e *Edit) string {
	return fmt.Sprintf("the call of the %s has slot %s instead of %s, which another of its message has", e.At, quoted(e.To), quoted(e.From))
}

func sayMerge(e *Edit) string {
	return fmt.Sprintf("the %s %s is called %s, as another one is", e.Class, quoted(e.From), quoted(e.To))
}

func sayConstant(e *Edit) string { return fmt.Sprintf("every %s is called %s", e.Class, quoted(e.To)) }

func sayBlank(e *Edit) string {
	return fmt.Sprintf("the %s bears the call's id %s", e.At, quoted(e.To))
}

func sayAstray(e *Edit) string { return "the " + e.At.String() + " bears session " + quoted(e.To) }

func sayParent(e *Edit) string {
	of := e.At.Session
	if e.From != "" {
		of = e.From
	}
	if of == e.To {
		return fmt.Sprintf("session %s is its own parent", quoted(of))
	}
	return fmt.Sprintf("the parent of session %s is %s", quoted(of), quoted(e.To))
}

func sayNest(e *Edit) string {
	return fmt.Sprintf("behind the %s come %d sessions, each in the one before", e.At, e.N)
}

func sayValue(e *Edit) string {
	what := [values]string{"an object with hostile keys", "the empty text", "a text like an error", "arrays in arrays", "a very long text"}
	if e.N < 0 || e.N >= values {
		return "the result of the " + e.At.String() + " is another"
	}
	return fmt.Sprintf("the result of the %s is %s", e.At, what[e.N])
}

func sayFlood(e *Edit) string {
	return fmt.Sprintf("behind the %s come %d like it, each with one character or none", e.At, e.N)
}
