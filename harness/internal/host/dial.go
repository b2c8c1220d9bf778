package host

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"path/filepath"
	"strings"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/spbench/spbench/harness/internal/sandbox"
	"github.com/spbench/spbench/harness/sp"
)

// PluginToHost keeps the address of the handshake for dial. It fails with sp.ErrProtocol unless the
// address is a path in the learner's private folder.
func (p *process) PluginToHost(network, address string) (string, string, error) {
	for _, folder := range []string{p.tmp, sandbox.Resolved(p.tmp)} {
		name, err := filepath.Rel(folder, address)
		if err == nil && network == "unix" && filepath.IsLocal(name) {
			p.socket = name
			return network, address, nil
		}
	}
	const why = "its handshake names %s %q, which is no Unix socket in its private folder"
	return "", "", fmt.Errorf("%w: "+why, sp.ErrProtocol, network, address)
}

// HostToPlugin has no effect: the harness offers learners no address by go-plugin.
func (p *process) HostToPlugin(network, address string) (string, string, error) {
	return network, address, nil
}

// dial connects to the learner's socket. gRPC calls it for the first connection and for later ones.
// If another process listens there, it closes the connection before the first byte. The error then
// wraps sp.ErrProtocol and is kept in p.refused.
func (p *process) dial(ctx context.Context, _ string) (net.Conn, error) {
	conn, err := p.connect(ctx)
	if errors.Is(err, sp.ErrProtocol) {
		p.refused.Store(&err)
	}
	return conn, err
}

// beforeConnect is called once the socket was checked. A variable for tests.
var beforeConnect = func() {}

func (p *process) connect(ctx context.Context) (net.Conn, error) {
	path, socket, err := openSocket(p.folder, p.socket)
	switch {
	case errors.Is(err, fs.ErrNotExist), isScarce(err):
		return nil, err // a learner that crashes may have removed it
	case err != nil:
		return nil, fmt.Errorf("%w: the socket of its handshake: %w", sp.ErrProtocol, err)
	}
	defer socket.Close()
	beforeConnect()
	conn, err := new(net.Dialer).DialContext(ctx, "unix", path)
	if err != nil {
		return nil, err
	}
	if err := p.checkPeer(conn); err != nil {
		conn.Close()
		return nil, err
	}
	return conn, nil
}

// errNoSocket marks a link or a file in place of the socket.
var errNoSocket = errors.New("it is no socket")

// refuseBroker keeps go-plugin from opening its broker's stream: learners could flood it.
func refuseBroker(ctx context.Context, d *grpc.StreamDesc, c *grpc.ClientConn, method string,
	open grpc.Streamer, options ...grpc.CallOption) (grpc.ClientStream, error) {
	if strings.HasPrefix(method, "/plugin.GRPCBroker/") {
		return nil, status.Error(codes.Unimplemented, "the harness has no use for it")
	}
	return open(ctx, d, c, method, options...)
}
