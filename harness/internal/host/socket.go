package host

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/spbench/spbench/harness/internal/host/fault"
	"github.com/spbench/spbench/harness/internal/sandbox"
	"github.com/spbench/spbench/harness/sp"
)

// A socket is the learner's Unix socket. gRPC may connect to it several times.
type socket struct {
	tmp        string                // private folder of the learner
	folder     *os.Root              // the same folder, even after a learner has replaced it
	name       string                // in folder; after the handshake
	supervisor int                   // its process id
	serving    atomic.Pointer[[]int] // the process that listens, and the processes above it
	refused    atomic.Pointer[error] // why a connection was closed
}

// keep keeps the address of a handshake for dial. It fails with sp.ErrProtocol unless the address
// is a path in the learner's private folder.
func (s *socket) keep(network, address string) error {
	for _, folder := range []string{s.tmp, sandbox.Resolved(s.tmp)} {
		name, err := filepath.Rel(folder, address)
		if err == nil && network == "unix" && filepath.IsLocal(name) {
			s.name = name
			return nil
		}
	}
	const why = "its handshake names %s %q, which is no Unix socket in its private folder"
	return fmt.Errorf("%w: "+why, sp.ErrProtocol, network, address)
}

// known returns the process that listens and the processes above it; none before it listens.
func (s *socket) known() []int {
	if serving := s.serving.Load(); serving != nil {
		return *serving
	}
	return nil
}

// dial connects to the learner's socket. gRPC calls it for the first connection and for later ones.
// If a foreign process listens there, dial closes the connection before the first byte. The error
// then wraps sp.ErrProtocol, and s.refused keeps it.
func (s *socket) dial(ctx context.Context, _ string) (net.Conn, error) {
	conn, err := s.connect(ctx)
	if errors.Is(err, sp.ErrProtocol) {
		s.refused.Store(&err)
	}
	return conn, err
}

// beforeConnect runs after the check of the socket. A variable for tests.
var beforeConnect = func() {}

func (s *socket) connect(ctx context.Context) (net.Conn, error) {
	path, file, err := openSocket(s.folder, s.name)
	switch {
	case errors.Is(err, fs.ErrNotExist), fault.IsScarce(err):
		return nil, err // a crashed learner may have removed it
	case err != nil:
		return nil, fmt.Errorf("%w: the socket of its handshake: %w", sp.ErrProtocol, err)
	}
	defer file.Close()
	beforeConnect()
	conn, err := new(net.Dialer).DialContext(ctx, "unix", path)
	if err != nil {
		return nil, err
	}
	if err := s.checkPeer(conn); err != nil {
		conn.Close()
		return nil, err
	}
	return conn, nil
}

// errNoSocket marks a link or a file in place of the socket.
var errNoSocket = errors.New("it is not a socket")

// refuseBroker keeps go-plugin from opening the stream of its broker: learners could flood it.
func refuseBroker(ctx context.Context, d *grpc.StreamDesc, c *grpc.ClientConn, method string,
	open grpc.Streamer, options ...grpc.CallOption) (grpc.ClientStream, error) {
	if strings.HasPrefix(method, "/plugin.GRPCBroker/") {
		return nil, status.Error(codes.Unimplemented, "the harness has no use for it")
	}
	return open(ctx, d, c, method, options...)
}
