package fleet

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Timing says how long a process waits for others. The zero value means the defaults.
type Timing struct {
	// Alive is how long a worker, or the coordinator's lease, counts after its last word.
	Alive time.Duration
	// Silence is how long the server waits for a word on a unit before it gives the unit
	// to another worker. It is fixed by who begins the campaign.
	Silence time.Duration
	// Idle is how long a step may stand still, with no unit in the queue, before the units
	// that are not done are given to idle workers as well.
	Idle time.Duration
	// Request is the time limit of one request, Patience that of all attempts to have it
	// answered.
	Request, Patience time.Duration
}

func (t *Timing) fill() {
	for at, usual := range map[*time.Duration]time.Duration{
		&t.Alive: 10 * time.Second, &t.Silence: 10 * time.Second, &t.Idle: 2 * time.Second,
		&t.Request: 10 * time.Second, &t.Patience: 5 * time.Minute,
	} {
		if *at <= 0 {
			*at = usual
		}
	}
}

// Dialing says how to reach a server.
type Dialing struct {
	// URL is the server's address: nats://host:4222, tls://…, with a token or a user before
	// an @, or several of one cluster with commas.
	URL string
	// Token, NKey (a file with a seed) or Credentials (a file) say who we are, if the
	// server asks.
	Token, NKey, Credentials string
	// CA is a file with the certificates to trust. Cert and Key are files with our own.
	CA, Cert, Key string
	// Server, if not nil, is reached within this process, and URL is only its name.
	Server *Server
	Timing Timing
	// Note, if not nil, is told in a sentence what is waited for. It may be called from several
	// goroutines.
	Note func(sentence string)
}

// A Conn is a connection to a server. It connects again by itself.
type Conn struct {
	nc     *nats.Conn
	js     jetstream.JetStream
	timing Timing
	note   func(string)
}

// ErrUnreachable means that a server gave no answer for as long as Timing.Patience.
var ErrUnreachable = errors.New("the server has not answered")

// ErrFull means that a server had no space for as long as Timing.Patience.
var ErrFull = errors.New("the server has no space left to store in")

// Dial connects to a server. It fails at once if nobody answers there, if the server
// refuses us, or if it has no JetStream. Close ends the connection.
func Dial(ctx context.Context, d *Dialing) (*Conn, error) {
	options, err := d.options()
	if err != nil {
		return nil, fmt.Errorf("connecting to %s: %w", Bare(d.URL), err)
	}
	c := &Conn{timing: d.Timing, note: d.Note}
	c.timing.fill()
	if c.note == nil {
		c.note = func(string) {}
	}
	if c.nc, err = nats.Connect(d.URL, options...); err != nil {
		return nil, fmt.Errorf("connecting to %s: %w", Bare(d.URL), err)
	}
	if c.js, err = jetstream.New(c.nc, jetstream.WithPublishAsyncTimeout(c.timing.Request)); err == nil {
		err = c.begin(ctx)
	}
	if err != nil {
		c.Close()
		return nil, fmt.Errorf("server %s: %w", Bare(d.URL), err)
	}
	return c, nil
}

// begin asks whether the server has JetStream.
func (c *Conn) begin(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, c.timing.Request)
	defer cancel()
	_, err := c.js.AccountInfo(ctx)
	if errors.Is(err, jetstream.ErrJetStreamNotEnabled) || errors.Is(err, jetstream.ErrJetStreamNotEnabledForAccount) {
		return errors.New("it has no JetStream: start nats-server with -js")
	}
	return err
}

// Close ends the connection.
func (c *Conn) Close() { c.nc.Close() }

func (d *Dialing) options() ([]nats.Option, error) {
	all := []nats.Option{
		nats.Name("quock"), nats.MaxReconnects(-1), nats.ReconnectWait(250 * time.Millisecond), nats.IgnoreAuthErrorAbort(),
		nats.ReconnectBufSize(-1), // what is sent while nobody listens fails, and is sent again by us
		nats.PingInterval(5 * time.Second), nats.MaxPingsOutstanding(2),
	}
	if d.Server != nil {
		all = append(all, nats.InProcessServer(d.Server))
		if d.Server.user != "" {
			all = append(all, nats.UserInfo(d.Server.user, d.Server.password))
		}
		if d.Server.token != "" {
			all = append(all, nats.Token(d.Server.token))
		}
	}
	if d.Token != "" {
		all = append(all, nats.Token(d.Token))
	}
	if d.NKey != "" {
		key, err := nats.NkeyOptionFromSeed(d.NKey)
		if err != nil {
			return nil, err
		}
		all = append(all, key)
	}
	if d.Credentials != "" {
		all = append(all, nats.UserCredentials(d.Credentials))
	}
	if d.CA != "" {
		all = append(all, nats.RootCAs(d.CA))
	}
	if d.Cert != "" || d.Key != "" {
		all = append(all, nats.ClientCert(d.Cert, d.Key))
	}
	return all, nil
}

// Bare is the address of a server without the secrets in it.
func Bare(address string) string {
	var all []string
	for one := range strings.SplitSeq(address, ",") {
		if u, err := url.Parse(one); err == nil && u.Host != "" {
			u.User = nil
			one = u.String()
		} else if _, host, secret := strings.Cut(one, "@"); secret {
			one = host
		}
		all = append(all, one)
	}
	return strings.Join(all, ",")
}

// final reports whether another attempt would end in the same way. What the server
// refuses for its own sake (it is full, or not ready) may end otherwise.
func final(err error) bool {
	for _, f := range []error{
		jetstream.ErrKeyNotFound, jetstream.ErrKeyExists, jetstream.ErrKeyRevisionMismatch, jetstream.ErrObjectNotFound,
		jetstream.ErrBucketNotFound, jetstream.ErrBucketExists, jetstream.ErrInvalidKey, jetstream.ErrInvalidStreamName, jetstream.ErrInvalidBucketName,
		jetstream.ErrNoKeysFound, nats.ErrConnectionClosed, nats.ErrMaxPayload,
	} {
		if errors.Is(err, f) {
			return true
		}
	}
	refused := refusal(err)
	return refused != nil && refused.Code/100 == 4 && !full(err)
}

// refusal is what the server said; nil if it said nothing.
func refusal(err error) *jetstream.APIError {
	var refused jetstream.JetStreamError
	if errors.As(err, &refused) {
		return refused.APIError()
	}
	return nil
}

// full reports whether the server, or our account there, has no space left.
func full(err error) bool {
	refused := refusal(err)
	return refused != nil && slices.Contains([]jetstream.ErrorCode{
		10002, // JSAccountResourcesExceededErr in nats-server's server/errors.json
		10023, // JSInsufficientResourcesErr
		10047, // JSStorageResourcesExceededErr
	}, refused.ErrorCode)
}

// taken reports whether a message was refused because its subject has one already.
func taken(err error) bool {
	refused := refusal(err)
	return refused != nil && (refused.ErrorCode == jetstream.JSErrCodeStreamWrongLastSequence || refused.ErrorCode == jetstream.JSErrCodeStreamWrongLastSequenceConstant)
}

// noted is the part of the patience after which a note says what is waited for.
const noted = 60

// persist makes attempts until one succeeds or its error is final. The error is
// ErrUnreachable or ErrFull once Timing.Patience is over.
func (c *Conn) persist(ctx context.Context, what string, do func(ctx context.Context) error) error {
	began, reported, wait := time.Now(), false, 20*time.Millisecond
	for {
		attempt, cancel := context.WithTimeout(ctx, c.timing.Request)
		err := do(attempt)
		cancel()
		switch waited := time.Since(began); {
		case err == nil:
			return nil
		case ctx.Err() != nil:
			return ctx.Err()
		case final(err):
			return fmt.Errorf("%s: %w", what, err)
		case waited > c.timing.Patience && full(err):
			return fmt.Errorf("%s: %w, for %s: %w", what, ErrFull, waited.Round(time.Second), err)
		case waited > c.timing.Patience:
			return fmt.Errorf("%s: %w for %s: %w", what, ErrUnreachable, waited.Round(time.Second), err)
		case waited > c.timing.Patience/noted && !reported && full(err):
			reported = true
			c.note(fmt.Sprintf("%s fails: %v; give it some within %s, and the campaign goes on", what, ErrFull, c.timing.Patience))
		case waited > c.timing.Patience/noted && !reported:
			reported = true
			c.note(fmt.Sprintf("%s fails: %v; trying again for %s", what, err, c.timing.Patience))
		}
		if err := pause(ctx, wait); err != nil {
			return err
		}
		wait = min(2*wait, time.Second)
	}
}

// pause waits, unless ctx is done before.
func pause(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
