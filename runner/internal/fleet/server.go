package fleet

import (
	"crypto/rand"
	"errors"
	"fmt"
	"net"
	"os"
	"strconv"
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
}

// A Server is a NATS server in this process.
type Server struct {
	nats *server.Server
	// How this process itself gets in.
	user, password, token string
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
	r := &Server{token: s.Token}
	if len(o.Users) > 0 {
		r.user, r.password = o.Users[0].Username, o.Users[0].Password
	}
	if r.nats, err = server.NewServer(o); err != nil {
		return nil, fmt.Errorf("serving on %s: %w", s.Address, err)
	}
	if free, err := net.Listen("tcp", s.Address); err != nil { // the server itself would end the process
		return nil, fmt.Errorf("serving on %s: %w", s.Address, err)
	} else if err := free.Close(); err != nil {
		return nil, fmt.Errorf("serving on %s: %w", s.Address, err)
	}
	r.nats.Start()
	if !r.nats.ReadyForConnections(30 * time.Second) {
		r.Close()
		return nil, fmt.Errorf("serving on %s: the server did not begin within 30s", s.Address)
	}
	return r, nil
}

// URL is the address for workers, without secrets.
func (s *Server) URL() string { return s.nats.ClientURL() }

// Close ends the server and waits for its end.
func (s *Server) Close() {
	s.nats.Shutdown()
	s.nats.WaitForShutdown()
}

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
