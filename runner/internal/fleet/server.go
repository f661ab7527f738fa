package fleet

import (
	"crypto/rand"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/nats-io/nats-server/v2/server"
)

// Serving says how to serve.
type Serving struct {
	// Address is a host and a port; port 0 draws one.
	Address string
	// Dir is the folder of the server's files. A server that was killed goes on from them.
	Dir string
	// Token, or NKeys (public keys of users), say who may connect. A server that others than
	// this machine can reach needs one of them.
	Token string
	NKeys []string
	// Cert and Key are the files of the server's certificate. CA is the file of those that
	// workers' certificates must be signed with; "" asks for none.
	Cert, Key, CA string
	// Store is the most bytes that the server stores; 0 for what the disk has.
	Store int64
	// Note, if not nil, is told in a sentence what the server waits for.
	Note func(sentence string)
}

// A Server is a NATS server in this process. Where its disk was full it starts again once there
// is space.
type Server struct {
	options *server.Options
	note    func(string)
	// How this process itself gets in.
	user, password, token string

	// full is sent to when nothing could be written; closing ends who waits for that.
	full, closing chan struct{}
	waits         sync.WaitGroup
	mu            sync.Mutex // guards nats
	nats          *server.Server
}

// ErrOpen means that a server would let everybody in.
var ErrOpen = errors.New("whoever reaches this address could change the campaign: serve on 127.0.0.1, or give a token or keys")

// Serve starts a server with JetStream. The error is ErrOpen if its address is not of
// this machine alone and neither token nor keys are given. Close ends it.
func Serve(s *Serving) (*Server, error) {
	o, err := s.options()
	if err != nil {
		return nil, fmt.Errorf("serving on %s: %w", s.Address, err)
	}
	r := &Server{options: o, note: s.Note, token: s.Token, full: make(chan struct{}, 1), closing: make(chan struct{})}
	if r.note == nil {
		r.note = func(string) {}
	}
	if len(o.Users) > 0 {
		r.user, r.password = o.Users[0].Username, o.Users[0].Password
	}
	if err := r.start(); err != nil {
		return nil, fmt.Errorf("serving on %s: %w", s.Address, err)
	}
	o.Port = r.nats.Addr().(*net.TCPAddr).Port
	r.waits.Go(r.revive)
	return r, nil
}

// start starts the server.
func (s *Server) start() error {
	started, err := server.NewServer(s.options)
	if err != nil {
		return err
	}
	s.nats = started
	s.nats.SetLogger(listener{full: s.full}, false, false)
	at := net.JoinHostPort(s.options.Host, strconv.Itoa(max(0, s.options.Port)))
	if free, err := net.Listen("tcp", at); err != nil { // the server itself would end the process
		return err
	} else if err := free.Close(); err != nil {
		return err
	}
	s.nats.Start()
	if !s.nats.ReadyForConnections(30 * time.Second) {
		s.stop()
		return errors.New("the server did not begin within 30s")
	}
	return nil
}

func (s *Server) stop() {
	s.nats.Shutdown()
	s.nats.WaitForShutdown()
}

// URL is the address for workers, without secrets.
func (s *Server) URL() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.nats.ClientURL()
}

// InProcessConn is a connection to the server, for nats.InProcessServer.
func (s *Server) InProcessConn() (net.Conn, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.nats.InProcessConn()
}

// Close ends the server and waits for its end.
func (s *Server) Close() {
	close(s.closing)
	s.waits.Wait()
	s.stop()
}

// revive starts the server again whenever its disk was full and has space.
func (s *Server) revive() {
	for {
		select {
		case <-s.full:
		case <-s.closing:
			return
		}
		s.note(fmt.Sprintf("the server's disk (%s) has no space left; give it some, and the campaign goes on", s.options.StoreDir))
		for running := false; !running; {
			select {
			case <-time.After(time.Second):
			case <-s.closing:
				return
			}
			running = s.space() && s.again()
		}
	}
}

// again starts the server again.
func (s *Server) again() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.stop()
	select {
	case <-s.full:
	default:
	}
	err := s.start()
	if err != nil {
		s.note(fmt.Sprintf("the server does not start again: %v", err))
	}
	return err == nil
}

// space reports whether the server's disk has a mebibyte.
func (s *Server) space() bool {
	probe := filepath.Join(s.options.StoreDir, "space")
	err := os.WriteFile(probe, make([]byte, 1<<20), 0o600)
	return errors.Join(err, os.Remove(probe)) == nil
}

// A listener hears in the server's log that the disk is full. A stream that could not be written
// takes nothing more, and gives no answer (fileStore.setWriteErr of nats-server 2.15).
type listener struct{ full chan<- struct{} }

// Errorf is what the server says of what failed.
func (l listener) Errorf(format string, v ...any) {
	if strings.Contains(fmt.Sprintf(format, v...), syscall.ENOSPC.Error()) {
		select {
		case l.full <- struct{}{}:
		default:
		}
	}
}

// The rest of what the server says is not heard.
func (listener) Noticef(string, ...any) {}
func (listener) Warnf(string, ...any)   {}
func (listener) Fatalf(string, ...any)  {}
func (listener) Debugf(string, ...any)  {}
func (listener) Tracef(string, ...any)  {}

func (s *Serving) options() (*server.Options, error) {
	host, text, err := net.SplitHostPort(s.Address)
	if err != nil {
		return nil, err
	}
	port, err := strconv.Atoi(text)
	if err != nil || port < 0 || port > 1<<16-1 {
		return nil, fmt.Errorf("%q is no port", text)
	}
	if port == 0 {
		port = server.RANDOM_PORT
	}
	if s.Token != "" && len(s.NKeys) > 0 {
		return nil, errors.New("give a token or keys, not both")
	}
	if !loopback(host) && s.Token == "" && len(s.NKeys) == 0 {
		return nil, ErrOpen
	}
	if err := os.MkdirAll(s.Dir, 0o700); err != nil {
		return nil, err
	}
	o := &server.Options{
		ServerName: "quock", Host: host, Port: port, NoSigs: true, NoLog: true, DisableJetStreamBanner: true,
		JetStream: true, StoreDir: s.Dir, JetStreamMaxStore: s.Store, PingInterval: 10 * time.Second, MaxPingsOut: 2,
	}
	return o, s.secure(o)
}

// secure sets who may connect. Where keys are asked for, this process is a user of its own.
func (s *Serving) secure(o *server.Options) (err error) {
	o.Authorization = s.Token
	for _, key := range s.NKeys {
		o.Nkeys = append(o.Nkeys, &server.NkeyUser{Nkey: key})
	}
	if len(s.NKeys) > 0 {
		o.Users = []*server.User{{Username: "quock", Password: rand.Text()}}
	}
	if s.Cert == "" && s.Key == "" && s.CA == "" {
		return nil
	}
	o.TLS, o.TLSTimeout = true, 5
	o.TLSConfig, err = server.GenTLSConfig(&server.TLSConfigOpts{CertFile: s.Cert, KeyFile: s.Key, CaFile: s.CA, Verify: s.CA != ""})
	return err
}

// loopback reports whether a host is this machine alone.
func loopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}
