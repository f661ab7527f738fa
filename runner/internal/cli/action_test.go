package cli_test

import (
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"
	"go.yaml.in/yaml/v3"
)

// actionFolder is the composite action, seen from this package.
const actionFolder = "../../../.github/actions/quock"

// A compositeAction is the part of an action's file that a runner of workflows reads.
type compositeAction struct {
	Inputs  map[string]struct{ Description, Default string }
	Outputs map[string]struct{ Value string }
	Runs    struct {
		Using string
		Steps []actionStep
	}
}

type actionStep struct {
	ID, Name, If, Uses, Shell, Run string
	WorkingDirectory               string `yaml:"working-directory"`
	Env, With                      map[string]string
}

// An actionRun runs the steps of the action one by one, as a runner of workflows does:
// expressions, conditions, environment, outputs. Steps that use another action are
// passed over.
type actionRun struct {
	script   *testscript.TestScript
	contexts map[string]string
	work     string
}

// action runs the composite action: action CODE [INPUT=VALUE]... What it prints is in
// action.out, the job summary in summary.md, the outputs in outputs.txt.
func action(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) == 0 {
		ts.Fatalf("usage: action CODE [INPUT=VALUE]...")
	}
	folder, err := filepath.Abs(actionFolder)
	ts.Check(err)
	text, err := os.ReadFile(filepath.Join(folder, "action.yml"))
	ts.Check(err)
	var a compositeAction
	ts.Check(yaml.Unmarshal(text, &a))
	r := &actionRun{ts, map[string]string{"github.action_path": folder, "runner.temp": filepath.Join(ts.Getenv("WORK"), "temp")}, ts.MkAbs(".")}
	for name, input := range a.Inputs {
		r.contexts["inputs."+name] = input.Default
	}
	for _, given := range args[1:] {
		name, value, ok := strings.Cut(given, "=")
		if _, known := a.Inputs[name]; !ok || !known {
			ts.Fatalf("the action has no input %q: it has %v", name, slices.Sorted(maps.Keys(a.Inputs)))
		}
		r.contexts["inputs."+name] = value
	}
	if a.Runs.Using != "composite" || len(a.Runs.Steps) == 0 {
		ts.Fatalf("this is no composite action")
	}
	for _, name := range []string{"action.out", "summary.md", "outputs.txt"} {
		ts.Check(os.WriteFile(filepath.Join(r.work, name), nil, 0o600))
	}
	code := 0
	for i := range a.Runs.Steps {
		if code = r.step(&a.Runs.Steps[i]); code != 0 {
			break // a step that fails ends the job
		}
	}
	if fmt.Sprint(code) != args[0] {
		printed, _ := os.ReadFile(filepath.Join(r.work, "action.out"))
		ts.Fatalf("the action ends with %d, not %s:\n%s", code, args[0], printed)
	}
}

// step runs one step and returns its exit code.
func (r *actionRun) step(s *actionStep) int {
	if s.If != "" && !r.holds(s.If) || s.Uses != "" {
		return 0
	}
	if s.Shell != "bash" || s.Run == "" {
		r.script.Fatalf("step %q has no shell or nothing to run", s.Name)
	}
	file := filepath.Join(r.work, "step.sh")
	r.script.Check(os.WriteFile(file, []byte(r.fill(s.Run)), 0o600))
	cmd := exec.Command("bash", "--noprofile", "--norc", "-eo", "pipefail", file)
	cmd.Dir = filepath.Join(r.work, r.fill(s.WorkingDirectory))
	cmd.Env = append(os.Environ(), "PATH="+r.script.Getenv("PATH"), "GITHUB_ACTIONS=true", "GITHUB_WORKSPACE="+r.work,
		"GITHUB_OUTPUT="+filepath.Join(r.work, "outputs.txt"), "GITHUB_STEP_SUMMARY="+filepath.Join(r.work, "summary.md"))
	for _, name := range slices.Sorted(maps.Keys(s.Env)) {
		cmd.Env = append(cmd.Env, name+"="+r.fill(s.Env[name]))
	}
	to, err := os.OpenFile(filepath.Join(r.work, "action.out"), os.O_APPEND|os.O_WRONLY, 0)
	r.script.Check(err)
	defer to.Close()
	cmd.Stdout, cmd.Stderr = to, to
	if err := cmd.Run(); err != nil {
		if cmd.ProcessState == nil {
			r.script.Fatalf("step %q: %v", s.Name, err)
		}
		return cmd.ProcessState.ExitCode()
	}
	return 0
}

var (
	expression = regexp.MustCompile(`\$\{\{\s*([a-z_.-]+)\s*\}\}`)
	isEmpty    = regexp.MustCompile(`^([a-z_.-]+) == ''$`)
)

// fill replaces the expressions in a text. One that stands for nothing is a mistake.
func (r *actionRun) fill(text string) string {
	return expression.ReplaceAllStringFunc(text, func(found string) string {
		return r.value(expression.FindStringSubmatch(found)[1])
	})
}

func (r *actionRun) value(name string) string {
	value, ok := r.contexts[name]
	if !ok {
		r.script.Fatalf("the action reads %s, which there is not", name)
	}
	return value
}

// holds evaluates a condition of the one form that the action needs.
func (r *actionRun) holds(condition string) bool {
	found := isEmpty.FindStringSubmatch(condition)
	if found == nil {
		r.script.Fatalf("a condition of another form: %s", condition)
	}
	return r.value(found[1]) == ""
}
