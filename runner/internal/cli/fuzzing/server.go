package fuzzing

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/quock-dev/quock/runner/internal/cli/console"
	"github.com/quock-dev/quock/runner/internal/fleet"
	"github.com/quock-dev/quock/spec/words"
)

// sharedFlags are the flags of a campaign that several processes share.
type sharedFlags struct {
	serverFlags
	serve, build string
}

// serverFlags say which campaign of which server is meant, and who we are there.
type serverFlags struct {
	nats, campaign     string
	token, nkey, creds string
	ca, cert, key      string
}

func (f *serverFlags) add(flags *pflag.FlagSet) {
	flags.StringVar(&f.campaign, "campaign", "", "the `name` of the campaign on the server (default: the only one there)")
	flags.StringVar(&f.token, "token", "", "the `file` with the token of the server")
	flags.StringVar(&f.nkey, "nkey", "", "the `file` with our NKey seed")
	flags.StringVar(&f.creds, "creds", "", "the `file` with our NATS credentials")
	flags.StringVar(&f.ca, "tls-ca", "", "the `file` with the certificates to trust")
	flags.StringVar(&f.cert, "tls-cert", "", "the `file` with our certificate")
	flags.StringVar(&f.key, "tls-key", "", "the `file` with the key of our certificate")
}

func (f *sharedFlags) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&f.nats, "nats", "", "work on a campaign of the NATS server at this `URL`, which has JetStream; begin one if there is none")
	flags.StringVar(&f.serve, "serve", "", "begin a campaign, and be the NATS server for others at this `address`, such as 127.0.0.1:4222")
	f.serverFlags.add(flags)
	flags.Lookup("campaign").Usage = "the `name` of the campaign on the server (default: the only one there, or fuzz-DIALECT-SEED)"
	flags.Lookup("nkey").Usage += "; with --serve, the public NKeys that may join, one a line"
	flags.Lookup("tls-ca").Usage += "; with --serve, those that sign workers' certificates"
	flags.StringVar(&f.build, "build", "", "a `text` that names the candidate's build, such as a commit or a checksum; all who share a campaign must give the same")
}

// check refuses flags that do not go together.
func (f *sharedFlags) check(cmd *cobra.Command) error {
	var given string
	cmd.Flags().Visit(func(flag *pflag.Flag) {
		switch flag.Name {
		case "campaign", "build", "token", "nkey", "creds", "tls-ca", "tls-cert", "tls-key":
			given = flag.Name
		}
	})
	switch {
	case f.nats != "" && f.serve != "":
		return console.Misuse(cmd, errors.New("give --nats, to join, or --serve, to begin"))
	case f.nats == "" && f.serve == "" && given != "":
		return console.Misuse(cmd, fmt.Errorf("--%s is for a campaign that is shared: give --nats or --serve", given))
	case f.serve != "" && f.creds != "":
		return console.Misuse(cmd, errors.New("--creds is for --nats"))
	case (f.cert == "") != (f.key == ""):
		return console.Misuse(cmd, errors.New("give --tls-cert and --tls-key, or neither"))
	}
	return nil
}

// dialing says how to reach the server of --nats.
func (c commands) dialing(f *serverFlags) (*fleet.Dialing, error) {
	token, err := secretIn("token", f.token)
	return &fleet.Dialing{
		URL: f.nats, Token: token, NKey: f.nkey, Credentials: f.creds, CA: f.ca, Cert: f.cert, Key: f.key,
		Note: c.note,
	}, err
}

// note says what is waited for.
func (c commands) note(sentence string) { fmt.Fprintln(c.Err, words.Line("quock: "+sentence)) }

// secretIn is the text of the file that a flag names; "" for no file.
func secretIn(flag, name string) (string, error) {
	if name == "" {
		return "", nil
	}
	text, err := os.ReadFile(name)
	if err == nil && len(bytes.TrimSpace(text)) == 0 {
		err = fmt.Errorf("file %s is empty", name)
	}
	if err != nil {
		return "", fmt.Errorf("--%s: %w", flag, err)
	}
	return string(bytes.TrimSpace(text)), nil
}

// serving begins the server of --serve, with its files below a campaign's folder.
func (f *sharedFlags) serving(dir string, note func(string)) (*fleet.Server, error) {
	token, err := secretIn("token", f.token)
	if err != nil {
		return nil, err
	}
	keys, err := secretIn("nkey", f.nkey)
	if err != nil {
		return nil, err
	}
	return fleet.Serve(&fleet.Serving{Address: f.serve, Dir: dir, Token: token, NKeys: strings.Fields(keys), Cert: f.cert, Key: f.key, CA: f.ca, Note: note})
}

// choose takes the only campaign of the server if none was named. There may be none.
func (f *serverFlags) choose(ctx context.Context, conn *fleet.Conn) error {
	if f.campaign != "" {
		return nil
	}
	names, err := conn.Campaigns(ctx)
	if len(names) > 1 {
		return console.Exit(console.Usage, fmt.Errorf("the server has several campaigns: name one with --campaign: %s", strings.Join(names, ", ")))
	}
	f.campaign = strings.Join(names, "")
	return err
}
