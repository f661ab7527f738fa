package catalogue

import (
	"encoding/json"
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"

	"github.com/quock-dev/quock/runner"
	"github.com/quock-dev/quock/runner/internal/cli/console"
	"github.com/quock-dev/quock/runner/plan"
	"github.com/quock-dev/quock/runner/report"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/probe"
	"github.com/quock-dev/quock/spec/wire/dialects"
)

// A versions is what a bug report says about the program.
type versions struct {
	Version  string `json:"version"`
	Commit   string `json:"commit"` // with "+" if the checkout was changed; "" if unknown
	Go       string `json:"go"`
	Platform string `json:"platform"`
	Probe    int    `json:"probe"`
	Log      int    `json:"log"`
	Corpus   string `json:"corpus"`
	Cases    int    `json:"cases"` // the cases of the corpus
	Rules    int    `json:"rules"`
	Dialects int    `json:"dialects"` // every variant counts
}

func (c commands) version() *cobra.Command {
	asJSON := false
	cmd := &cobra.Command{
		Use:   "version",
		Short: "Print the versions of the harness, the probe contract and the log",
		Long: `Print the versions of the harness, the probe contract and the log.

--json adds what a bug report needs: the commit, Go's version, the platform, the corpus with its
number of written cases, and the numbers of rules and dialects.`,
		Example: "  quock version\n  quock version --json",
		Args:    console.Arguments(cobra.NoArgs),
		RunE: func(*cobra.Command, []string) error {
			if asJSON {
				return c.versionJSON()
			}
			_, err := fmt.Fprintf(c.Out, "%s (probe %d, log %d)\n", runner.Harness, probe.Version, report.Version)
			return err
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON object, for bug reports")
	return cmd
}

func (c commands) versionJSON() error {
	corpus, err := plan.LoadCorpus()
	if err != nil {
		return err
	}
	v := versions{
		Version: runner.Version, Commit: built(), Go: runtime.Version(),
		Platform: runtime.GOOS + "/" + runtime.GOARCH, Probe: probe.Version, Log: report.Version,
		Corpus: corpus.Hash, Cases: len(corpus.Cases), Rules: len(spec.Rules()),
	}
	for _, codec := range dialects.All() {
		v.Dialects += len(variantsOf(codec))
	}
	text, err := json.MarshalIndent(v, "", "  ")
	if err == nil {
		_, err = fmt.Fprintf(c.Out, "%s\n", text)
	}
	return err
}

// built returns the commit that Go wrote into the binary: none in a linked worktree,
// and the module's version where the source was not a checkout.
func built() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	revision, changed := "", ""
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision":
			revision = s.Value
		case s.Key == "vcs.modified" && s.Value == "true":
			changed = "+"
		}
	}
	if revision == "" {
		return info.Main.Version
	}
	return revision + changed
}
