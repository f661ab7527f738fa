package figures

// A Figure is one promise, with what it is held against.
type Figure struct {
	Name, Baseline string
	// Bench is the benchmark that measures it, without "Benchmark".
	Bench    string
	Measures []Measure
}

// A Measure is one number of a figure.
type Measure struct {
	// What it is, in words; "" where the figure is one number.
	What string
	// Unit is the one that the benchmark reports it in.
	Unit string
	Aim  Aim
}

// An Aim bounds a number on one side. The zero value bounds nothing: the number
// is printed for what it tells of the others.
type Aim struct {
	Bound float64
	side  side
}

type side string

const (
	atLeast side = "≥"
	atMost  side = "≤"
)

func least(bound float64) Aim { return Aim{bound, atLeast} }
func most(bound float64) Aim  { return Aim{bound, atMost} }

// Met reports whether a number is within the aim.
func (a Aim) Met(v float64) bool {
	switch a.side {
	case atLeast:
		return v >= a.Bound
	case atMost:
		return v <= a.Bound
	}
	return true
}

// String is the aim as the table prints it.
func (a Aim) String() string {
	if a.side == "" {
		return ""
	}
	return string(a.side) + " " + number(a.Bound)
}

// All lists the figures in the table's order.
func All() []Figure {
	return []Figure{
		{"shrunk size / certified optimum", "breadth-first search", "ShrunkSize", []Measure{
			{"median", "median/optimum", most(1)},
			{"p95", "p95/optimum", most(1.15)},
			{"optimal, %", "optimal-%", least(90)},
		}},
		{"oracle runs a reduction", "rapid's best idiom on the same bug", "OracleRuns", []Measure{
			{"from 50 events", "runs-50", most(400)},
			{"from 10,000 events", "runs-10000", most(800)},
			{"rapid's / ours", "rapid/ours", least(50)},
		}},
		{"cases to kill on hard mutants", "uniform over enabled events; blind lists", "CasesToKill", []Measure{
			{"uniform / ours, geometric mean", "uniform/ours", least(5)},
			{"uniform / ours, the worst", "worst-uniform/ours", least(0.5)},
			{"blind / ours", "blind/ours", least(50)},
		}},
		{"model, events/s, streams of 50 events", "the model of commit b21c8fc, built beside it", "Since", []Measure{
			{"times that model's", "x-earlier", least(2)},
			{"Mevents/s of processor time", "Mevents/s", Aim{}},
		}},
		{"generate + perform + model, 50 events", "bare loop with the same model; gopter commands", "Whole", []Measure{
			{"of a bare loop", "of-bare", least(0.2)},
			{"times commands, drawn only", "x-commands-drawn", Aim{}},
			{"of a bare loop, drawn only", "of-bare-drawn", Aim{}},
			{"cases/s", "cases/s", Aim{}},
		}},
		{"subprocess cases/s, 2 CPUs", "bare pipe loop, same bytes; one process a case", "Ratios", []Measure{
			{"of a bare loop, answers checked", "checked/bare", least(0.75)},
			{"times one process a case", "checked/process", least(10)},
			{"of a bare loop, answers unread", "exchange/bare", Aim{}},
			{"of two bare loops, two children, checked", "pairs/bare", Aim{}},
			{"cases/s", "cases/s", Aim{}},
		}},
		{"native fuzzing, choice bytes", "raw NDJSON, from the same valid case", "NativeFuzzing", []Measure{
			{"easy mutants found in 5 s, %", "found-%", least(100)},
			{"slowest of them, s", "slowest-s", most(5)},
			{"found in 15 s from raw NDJSON, %", "raw-found-%", most(0)},
		}},
		{"parallel reduction, 1 ms oracle, 2 workers", "1 worker", "ParallelReduction", []Measure{
			{"times as fast", "x-1-worker", least(1.6)},
			{"runs of one worker / waits of two", "runs/wait", Aim{}},
			{"same bytes (1 is yes)", "same-bytes", least(1)},
		}},
		{"decode, neutral, 100-byte events", "general JSON libraries, lines cut already, same struct", "DecodeRatios", []Measure{
			{"times encoding/json", "x-encoding/json", least(5)},
			{"times the fastest library", "x-fastest", least(1.5)},
			{"times our strict way", "x-strict", Aim{}},
			{"MB/s", "MB/s", Aim{}},
		}},
		decoding("Claude Code", "DecodeStream"),
		decoding("session files of Claude Code", "DecodeSession"),
		decoding("Codex", "DecodeExec"),
		decoding("rollout files of Codex", "DecodeRollout"),
		decoding("AG-UI", "DecodeAGUI"),
		decoding("AI SDK, server-sent events", "DecodeAISDK"),
		decoding("OpenAI", "DecodeOpenAI"),
		decoding("LangGraph's protocol v3", "DecodeThread"),
		decoding("Anthropic", "DecodeAnthropic"),
		decoding("Agent Client Protocol", "DecodeACP"),
		{"decode + model + producers' rules", "decoding alone, same stream", "CheckPipeline", []Measure{
			{"of decoding", "of-decode", least(0.35)},
			{"Mevents/s", "Mevents/s", Aim{}},
		}},
		{"import, neutral, 10 million events", "decoding alone; a million events", "Import", []Measure{
			{"of decoding", "import/decode", least(0.95)},
			{"rate at 10 million / at one", "10M/1M", least(0.9)},
			{"memory, MB", "peak-MB", most(64)},
			{"memory more than of a million, MB", "growth-MB", most(8)},
			{"Mevents/s of processor time", "Mevents/s", Aim{}},
		}},
		{"distill 1 GB, 10 million events: cut, find and keep what is new", "decoding alone, same file; the same on 64 MB; processor time", "Distil1GB", []Measure{
			{"of decoding", "of-decode", least(0.5)},
			{"of the rate for 64 MB", "of-64-MB", least(0.9)},
			{"memory, MB", "peak-MB", most(64)},
			{"Mevents/s", "Mevents/s", Aim{}},
		}},
		{"events that a cover chooses, of 64 MB", "greedy set cover of all segments", "Cover", []Measure{
			{"of the greedy cover's", "of-greedy", most(1.1)},
			{"behaviours lost", "lost", most(0)},
		}},
		{"distill of a 1.2 MB recording, claudecode:partial", "none: processor time of the whole command", "Distill", []Measure{
			{"s of processor time", "processor-s", most(2)},
		}},
		{"check of a 20 MB recording in the page, the worst of three dialects", "quock check --html of the same file on one core; processor time", "Drop", []Measure{
			{"times the command", "page/command", most(3)},
			{"times the command, the program compiled before", "again/command", Aim{}},
			{"s of processor time of the command, all three", "command-s", Aim{}},
			{"s of processor time of the browser, all three", "page-s", Aim{}},
		}},
		{"distinct canonical interleavings", "1,000 cases", "DistinctInterleavings", []Measure{
			{"forms a case", "forms/case", least(0.9)},
			{"without texts and ids, forms a case", "shapes/case", Aim{}},
			{"of one scenario, forms an order told", "forms/order", Aim{}},
		}},
		{"rules charged for one wrong decision", "2.3 and 11, by the aspects that differ", "OneDecision", []Measure{
			{"mean", "rules/decision", most(1.2)},
			{"most", "most-rules", most(3)},
			{"the decision's own rule is among them", "own-rule", least(0.9)},
			{"wrong models that show", "decisions", Aim{}},
		}},
		{"programs made of deviations: named exactly, or with those that no case tells apart", "none: what a program is made of is known", "Named", []Measure{
			{"of one, %", "%exact-singles", least(99)},
			{"of two, %", "%exact-pairs", least(97)},
			{"of three, %", "%exact-triples", least(95)},
			{"programs with a foreign one named", "foreign", most(0)},
			{"failing cases kept out, predicted, %", "%predicted", least(99.5)},
			{"deviations that show on two cases", "shown", Aim{}},
			{"deviations", "deviations", Aim{}},
		}},
		{"a deviation withheld from the registry, a third of them", "none: what was withheld is known", "Withheld", []Measure{
			{"its decision first, %", "%first", least(90)},
			{"its decision in three, %", "%in-three", least(97)},
			{"the rule named is right, %", "%rule", least(90)},
			{"foreign deviation named, %", "%foreign", most(2)},
		}},
		{"a run that fails by a known mistake", "the same run passing, one job, candidate in the process", "FailingRun", []Measure{
			{"processor time / passing", "failing/passing", most(1.5)},
			{"search for deviations / run", "diagnosis/run", most(0.3)},
			{"cases that fail, %", "%fail", Aim{}},
		}},
		{"a run in which all fails and nothing explains it", "the whole run, one job, candidate in the process", "UnknownRun", []Measure{
			{"search for deviations / run", "diagnosis/run", most(0.5)},
			{"cases that fail, %", "%fail", Aim{}},
		}},
		{"programs that share no code with the model: bin/broken, bin/store, bin/bytes", "none: what each breaks is known", "Programs", []Measure{
			{"named right, by deviation or cluster, %", "%right", least(90)},
			{"programs", "programs", Aim{}},
		}},
		{"deviations that show on five of 2,000 cases of a dialect", "the registry; the rest shows on a written case", "Shown", []Measure{
			{"of the registry, without stores', %", "%shown", least(98)},
			{"deviations", "deviations", Aim{}},
		}},
		{"a rare mistake that nobody wrote down, behind a loud one", "none: what was withheld is known", "Rare", []Measure{
			{"its decision in three, the loud one known, %", "%loud-known", least(90)},
			{"its decision in three, the loud one unknown, too, %", "%loud-unknown", least(70)},
		}},
		{"rules behind a loud mistake", "the same candidate without it", "Hidden", []Measure{
			{"untestable of those that it passes, %", "%untestable", most(5)},
		}},
	}
}

// decoding is how fast a dialect's records are read.
func decoding(of, bench string) Figure {
	return Figure{"decode, " + of, "encoding/json, the same records into any values", bench, []Measure{
		{"times encoding/json", "x-encoding/json", least(3)},
		{"MB/s", "MB/s", Aim{}},
	}}
}
