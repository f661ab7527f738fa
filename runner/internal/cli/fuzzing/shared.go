package fuzzing

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"github.com/quock-dev/quock/runner/internal/campaigning"
	"github.com/quock-dev/quock/runner/internal/cli/console"
	"github.com/quock-dev/quock/runner/internal/fleet"
	"github.com/quock-dev/quock/runner/internal/sharing"
	"github.com/quock-dev/quock/spec/words"
)

// serverFolder is where a server has its files, below the campaign's folder, until the
// campaign ends.
const serverFolder = "server"

// share works on a campaign that others work on as well.
func (c commands) share(cmd *cobra.Command, f *fuzzFlags, args []string) (err error) {
	s := &sharedSearch{search: search{commands: c, flags: f, args: args}, cmd: cmd}
	defer func() { err = errors.Join(err, s.close()) }()
	if err := s.begin(cmd.Context()); err != nil {
		return exitOfCampaign(err)
	}
	terms := s.member.Terms
	fmt.Fprintf(c.Out, "seed %d, dialect %s, level %s\ncampaign %s\n", terms.Params.Seed, terms.Params.Dialect, terms.Params.Level, s.member.Campaign.Name())
	if s.server != nil {
		f.nats = s.server.URL()
		fmt.Fprintf(c.Out, "join with: quock fuzz --nats %s -- COMMAND\n", f.nats)
	}
	fmt.Fprintf(c.Out, "watch with: quock fuzz status %s --campaign %s\n", fleet.Bare(f.nats), s.member.Campaign.Name())
	if f.dir != "" {
		fmt.Fprintf(c.Out, "folder %s\n", words.Line(f.dir))
	}
	s.progress = newProgressView(c, s.kept(), f.quiet)
	s.member.Progress = s.progress.show
	out, err := s.member.Run(cmd.Context())
	s.progress.bar.End()
	if err != nil && cmd.Context().Err() != nil {
		fmt.Fprintln(c.Out, "interrupted; the campaign goes on where others work on it, and with the same command")
		return console.Exit(console.Interrupted, nil)
	}
	if err != nil {
		return exitOfCampaign(err)
	}
	s.ended = true
	if f.dir != "" {
		return s.conclude(cmd.Context(), out)
	}
	fmt.Fprintf(c.Out, "\n%s in %s: %s\nfound: %s; the folder is with those who gave --dir\n",
		words.Counted(int(out.Report.Tried), "case"), words.Counted(out.Report.Rounds, "round"), verdictWords(out.Report.Verdicts), words.Counted(len(out.Report.Findings), "stream"))
	return console.Exit(codeOfCampaign(cmd.Context(), out), nil)
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

// kept is the user's folder, nil if there is none.
func (s *sharedSearch) kept() *campaigning.Folder {
	if s.scratch != "" {
		return nil
	}
	return s.folder
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

// lastWords is how long a server stays at most for those who have not left yet. Who died is no
// longer among them after some seconds.
const lastWords = 2 * time.Minute

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
		return console.Exit(console.Usage, err)
	}
	if s.conn, err = fleet.Dial(ctx, dial); err != nil {
		return console.Exit(console.Usage, err)
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
		return console.Exit(console.Usage, errors.New("the server has no such campaign: begin one with --dir and --cases or --time, or wait until somebody has"))
	}
	return s.found(ctx)
}

// serve begins a server, and the campaign on it unless it has it.
func (s *sharedSearch) serve(ctx context.Context) error {
	f := s.flags
	if err := s.candidateOf(ctx); err != nil {
		return err
	}
	if f.dir == "" {
		f.dir = campaigning.Name(&s.params)
	}
	if err := s.open(); err != nil {
		return err
	}
	var err error
	if s.server, err = f.serving(filepath.Join(f.dir, serverFolder), s.note); err != nil {
		return console.Exit(console.Usage, err)
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
	s.member = &sharing.Member{Limits: s.flags.Limits(), Jobs: s.flags.Jobs, Metrics: s.flags.metrics}
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
		if s.folder, err = campaigning.Open(dir); err != nil {
			return console.Exit(console.Usage, err)
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
	t := &sharing.Terms{Params: s.params, Program: s.program, Build: f.build, Cases: uint64(f.Cases), Budget: f.Budget, Timeouts: f.MaxTimeouts, From: from}
	t.Here()
	text, err := t.Text()
	if err != nil {
		return err
	}
	if f.campaign == "" {
		f.campaign = filepath.Base(campaigning.Name(&s.params))
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
	f.Seed, f.Level, f.Cases, f.round = fmt.Sprint(t.Params.Seed), t.Params.Level.String(), int(t.Cases), t.Params.Round
	if len(f.In) == 0 {
		f.Dialects = []string{t.Params.Dialect}
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
	selection, err := f.Selection()
	if err != nil { // prepare says so
		return a
	}
	if changed("seed") {
		a.Seed = &selection.Seed
	}
	if changed("level") {
		a.Level = &selection.Level
	}
	if len(f.Dialects) > 0 {
		a.Dialect = &f.Dialects[0]
	}
	if changed("cases") {
		cases := uint64(f.Cases)
		a.Cases = &cases
	}
	if changed("round") {
		a.Round = &f.round
	}
	if changed("time") {
		a.Budget = &f.Budget
	}
	if changed("max-timeouts") {
		a.Timeouts = &f.MaxTimeouts
	}
	return a
}
