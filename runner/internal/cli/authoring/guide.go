package authoring

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/quock-dev/quock/runner/internal/cli/completion"
	"github.com/quock-dev/quock/runner/internal/cli/console"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/probe/contract"
	"github.com/quock-dev/quock/spec/wire/dialects"
)

// guideColumns is the width of a guide, wherever it is printed.
const guideColumns = 80

func (c commands) guide() *cobra.Command {
	var topics []string
	var format string
	cmd := &cobra.Command{
		Use:   "guide DIALECT",
		Short: "Print what an author of a reader of one dialect needs of the contract",
		Long: `Print what an author of a reader of one dialect needs of the contract, with the words that it
uses and an example. A bare name means the default variant. Every sentence is of the contract.

"quock smoke --guide" prints the whole contract.`,
		Example: `  quock guide aisdk:v5
  quock guide cagent --with store,rare`,
		Args:              console.Arguments(cobra.ExactArgs(1)),
		ValidArgsFunction: completion.From(dialects.GeneratedNames),
		RunE: func(_ *cobra.Command, args []string) error {
			codec, variant, err := dialects.Lookup(args[0])
			if err != nil {
				return console.Exit(console.Usage, err)
			}
			if unknown := slices.DeleteFunc(slices.Clone(topics), func(topic string) bool { return slices.Contains(contract.Topics(), topic) }); len(unknown) > 0 {
				return console.Exit(console.Usage, fmt.Errorf("no topic %q; there are %s", unknown[0], strings.Join(contract.Topics(), ", ")))
			}
			guide := contract.Audience{Variants: []spec.Features{codec.Features(variant)}, Topics: topics}.Guide()
			switch format {
			case "text":
				guide = contract.PlainText(guide, guideColumns)
			case "markdown":
			default:
				return console.Exit(console.Usage, fmt.Errorf("--format is text or markdown, not %q", format))
			}
			_, err = fmt.Fprint(c.Out, guide)
			return err
		},
	}
	cmd.Flags().StringSliceVar(&topics, "with", nil, "add these `topics`: "+strings.Join(contract.Topics(), ", "))
	cmd.Flags().StringVar(&format, "format", "text", "text or markdown")
	return cmd
}
