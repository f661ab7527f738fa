package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/quock-dev/quock/runner/internal/fleet"
	"github.com/quock-dev/quock/runner/internal/hunt"
	"github.com/quock-dev/quock/runner/internal/sharing"
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
		return misuse(cmd, errors.New("give --nats, to join, or --serve, to begin"))
	case f.nats == "" && f.serve == "" && given != "":
		return misuse(cmd, fmt.Errorf("--%s is for a campaign that is shared: give --nats or --serve", given))
	case f.serve != "" && f.creds != "":
		return misuse(cmd, errors.New("--creds is for --nats"))
	case (f.cert == "") != (f.key == ""):
		return misuse(cmd, errors.New("give --tls-cert and --tls-key, or neither"))
	}
	return nil
}

// dialing says how to reach the server of --nats.
func (c console) dialing(f *serverFlags) (*fleet.Dialing, error) {
	token, err := secretIn(f.token)
	return &fleet.Dialing{
		URL: f.nats, Token: token, NKey: f.nkey, Credentials: f.creds, CA: f.ca, Cert: f.cert, Key: f.key,
		Note: c.note,
	}, err
}

// note says what is waited for.
func (c console) note(sentence string) { fmt.Fprintln(c.err, words.Line("quock: "+sentence)) }

// secretIn is the text of a file; "" for no file.
func secretIn(name string) (string, error) {
	if name == "" {
		return "", nil
	}
	text, err := os.ReadFile(name)
	if err == nil && len(bytes.TrimSpace(text)) == 0 {
		err = fmt.Errorf("file %s is empty", name)
	}
	return string(bytes.TrimSpace(text)), err
}

// serving begins the server of --serve, with its files below a campaign's folder.
func (f *sharedFlags) serving(dir string, note func(string)) (*fleet.Server, error) {
	token, err := secretIn(f.token)
	if err != nil {
		return nil, err
	}
	keys, err := secretIn(f.nkey)
	if err != nil {
		return nil, err
	}
	return fleet.Serve(&fleet.Serving{Address: f.serve, Dir: dir, Token: token, NKeys: strings.Fields(keys), Cert: f.cert, Key: f.key, CA: f.ca, Note: note})
}

// serverFolder is where a server has its files, below the campaign's folder, until the
// campaign ends.
const serverFolder = "server"

// share works on a campaign that others work on as well.
func (c console) share(cmd *cobra.Command, f *fuzzFlags, args []string) (err error) {
	s := &sharedSearch{search: search{console: c, flags: f, args: args}, cmd: cmd}
	defer func() { err = errors.Join(err, s.close()) }()
	if err := s.begin(cmd.Context()); err != nil {
		return exitOfHunt(err)
	}
	terms := s.member.Terms
	fmt.Fprintf(c.out, "seed %d, dialect %s, level %s\ncampaign %s\n", terms.Params.Seed, terms.Params.Dialect, terms.Params.Level, s.member.Campaign.Name())
	if s.server != nil {
		f.nats = s.server.URL()
		fmt.Fprintf(c.out, "join with: quock fuzz --nats %s -- COMMAND\n", f.nats)
	}
	fmt.Fprintf(c.out, "watch with: quock fuzz status %s --campaign %s\n", fleet.Bare(f.nats), s.member.Campaign.Name())
	if f.dir != "" {
		fmt.Fprintf(c.out, "folder %s\n", words.Line(f.dir))
	}
	s.progress = newProgressView(c, s.folder, f.quiet)
	s.member.Progress = s.progress.show
	out, err := s.member.Run(cmd.Context())
	s.progress.bar.End()
	if err != nil && cmd.Context().Err() != nil {
		fmt.Fprintln(c.out, "interrupted; the campaign goes on where others work on it, and with the same command")
		return exit(exitInterrupted, nil)
	}
	if err != nil {
		return exitOfHunt(err)
	}
	s.ended = true
	if f.dir != "" {
		return s.conclude(cmd.Context(), out)
	}
	fmt.Fprintf(c.out, "\n%d cases in %d rounds: %s\nfound: %s; the folder is with those who gave --dir\n",
		out.Report.Tried, out.Report.Rounds, verdictWords(out.Report.Verdicts), words.Counted(len(out.Report.Findings), "stream"))
	return exit(codeOfHunt(cmd.Context(), out), nil)
}

// A sharedSearch is one process of a shared campaign.
type sharedSearch struct {
	search
	cmd    *cobra.Command
	server *fleet.Server
	conn   *fleet.Conn
	member *sharing.Member
	// scratch is a folder for as long as this process lives; "" where the user named one.
	scratch string
	ended   bool
}

// close ends what begin began. A server waits a while for those who still read from it.
func (s *sharedSearch) close() (err error) {
	if s.server != nil && s.ended && s.member != nil {
		s.await()
	}
	if s.conn != nil {
		s.conn.Close()
	}
	if s.server != nil {
		s.server.Close()
		if s.ended {
			err = os.RemoveAll(filepath.Join(s.flags.dir, serverFolder))
		}
	}
	if s.folder != nil {
		err = errors.Join(err, s.folder.Close())
	}
	if s.scratch != "" {
		err = errors.Join(err, os.RemoveAll(s.scratch))
	}
	return err
}

// lastWords is how long a server stays for those who have not left yet.
const lastWords = 20 * time.Second

func (s *sharedSearch) await() {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(s.cmd.Context()), lastWords)
	defer cancel()
	for ctx.Err() == nil {
		if present, err := s.member.Campaign.Present(ctx); err != nil || len(present) == 0 {
			return
		}
		time.Sleep(100 * time.Millisecond)
	}
}

// begin joins the campaign, or begins it.
func (s *sharedSearch) begin(ctx context.Context) error {
	f := s.flags
	if f.serve != "" {
		return s.serve(ctx)
	}
	dial, err := s.dialing(&f.serverFlags)
	if err != nil {
		return exit(exitUsage, err)
	}
	if s.conn, err = fleet.Dial(ctx, dial); err != nil {
		return exit(exitUsage, err)
	}
	if err := f.choose(ctx, s.conn); err != nil {
		return err
	}
	if f.campaign != "" {
		joined, err := s.conn.Join(ctx, f.campaign)
		if err == nil {
			return s.join(ctx, joined)
		} else if !errors.Is(err, fleet.ErrNone) {
			return err
		}
	}
	flags := s.cmd.Flags()
	if f.dir == "" || !flags.Changed("cases") && !flags.Changed("time") {
		return exit(exitUsage, errors.New("the server has no such campaign: begin one with --dir and --cases or --time, or wait until somebody has"))
	}
	return s.found(ctx)
}

// choose takes the only campaign of the server if none was named. There may be none.
func (f *serverFlags) choose(ctx context.Context, conn *fleet.Conn) error {
	if f.campaign != "" {
		return nil
	}
	names, err := conn.Campaigns(ctx)
	if len(names) > 1 {
		return exit(exitUsage, fmt.Errorf("the server has several campaigns: name one with --campaign: %s", strings.Join(names, ", ")))
	}
	f.campaign = strings.Join(names, "")
	return err
}

// serve begins a server, and the campaign on it unless it has it.
func (s *sharedSearch) serve(ctx context.Context) error {
	f := s.flags
	if err := s.candidateOf(ctx); err != nil {
		return err
	}
	if f.dir == "" {
		f.dir = hunt.Name(&s.params)
	}
	if err := s.open(); err != nil {
		return err
	}
	var err error
	if s.server, err = f.serving(filepath.Join(f.dir, serverFolder), s.note); err != nil {
		return exit(exitUsage, err)
	}
	if s.conn, err = fleet.Dial(ctx, &fleet.Dialing{URL: s.server.URL(), Server: s.server}); err != nil {
		return err
	}
	return s.found(ctx)
}

// candidateOf starts the candidate once, and makes the plan.
func (s *sharedSearch) candidateOf(ctx context.Context) (err error) {
	if s.member != nil {
		return nil
	}
	s.member = &sharing.Member{Limits: s.flags.limits(), Jobs: s.flags.jobs, Metrics: s.flags.metrics}
	if s.member.Starter, err = s.prepare(ctx, s.member.Limits); err == nil {
		s.member.Plan, s.member.Policies = s.plan, s.policies
	}
	return err
}

// open opens the folder: the user's, or one that is removed at the end.
func (s *sharedSearch) open() (err error) {
	dir := s.flags.dir
	if dir == "" {
		if s.scratch, err = os.MkdirTemp("", "quock-fuzz-"); err != nil {
			return err
		}
		dir = s.scratch
	}
	if s.folder == nil {
		if s.folder, err = hunt.Open(dir); err != nil {
			return exit(exitUsage, err)
		}
	}
	s.member.Folder = s.folder
	return nil
}

// found begins a campaign with the flags as its terms, or joins it if somebody was quicker.
func (s *sharedSearch) found(ctx context.Context) error {
	if err := s.candidateOf(ctx); err != nil {
		return err
	}
	if err := s.open(); err != nil {
		return err
	}
	if err := s.folder.Fits(s.params); err != nil {
		return err
	}
	from, err := s.folder.Mark()
	if err != nil {
		return err
	}
	f := s.flags
	t := &sharing.Terms{Params: s.params, Program: s.program, Build: f.build, Cases: uint64(f.cases), Budget: f.budget, Timeouts: f.maxTimeouts, From: from}
	t.Here()
	text, err := t.Text()
	if err != nil {
		return err
	}
	if f.campaign == "" {
		f.campaign = filepath.Base(hunt.Name(&s.params))
	}
	joined, begun, err := s.conn.Begin(ctx, f.campaign, text)
	if err != nil {
		return err
	}
	if begun {
		s.admit(joined, t)
		return nil
	}
	return s.join(ctx, joined)
}

// join works on a campaign on its terms.
func (s *sharedSearch) join(ctx context.Context, joined *fleet.Campaign) error {
	f := s.flags
	t, err := sharing.ReadTerms(joined.Terms())
	if err == nil {
		err = t.Refuses(s.asked())
	}
	if err != nil {
		return fmt.Errorf("campaign %s: %w", joined.Name(), err)
	}
	f.seed, f.level, f.cases, f.round = fmt.Sprint(t.Params.Seed), t.Params.Level.String(), int(t.Cases), t.Params.Round
	if len(f.in) == 0 {
		f.dialects = []string{t.Params.Dialect}
	}
	if err := s.candidateOf(ctx); err != nil {
		return err
	}
	if err := t.Admits(s.program, f.build); err != nil {
		return fmt.Errorf("campaign %s: %w", joined.Name(), err)
	}
	s.admit(joined, t)
	return s.open()
}

func (s *sharedSearch) admit(joined *fleet.Campaign, t *sharing.Terms) {
	host, err := os.Hostname()
	if err != nil {
		host = "somewhere"
	}
	joined.Describe(fmt.Sprintf("%s-%d", host, os.Getpid()))
	s.member.Campaign, s.member.Terms = joined, t
}

// asked are the terms that were named on the command line.
func (s *sharedSearch) asked() *sharing.Asked {
	f, a := s.flags, &sharing.Asked{}
	changed := s.cmd.Flags().Changed
	selection, err := f.selection()
	if err != nil { // prepare says so
		return a
	}
	if changed("seed") {
		a.Seed = &selection.Seed
	}
	if changed("level") {
		a.Level = &selection.Level
	}
	if len(f.dialects) > 0 {
		a.Dialect = &f.dialects[0]
	}
	if changed("cases") {
		cases := uint64(f.cases)
		a.Cases = &cases
	}
	if changed("round") {
		a.Round = &f.round
	}
	if changed("time") {
		a.Budget = &f.budget
	}
	if changed("max-timeouts") {
		a.Timeouts = &f.maxTimeouts
	}
	return a
}
