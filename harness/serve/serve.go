package serve

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"

	"github.com/hashicorp/go-hclog"
	"github.com/hashicorp/go-plugin"
	"github.com/spbench/spbench/harness/internal/wire"
	"github.com/spbench/spbench/harness/internal/wire/pb"
	"github.com/spbench/spbench/harness/learner"
	"google.golang.org/grpc"
)

// started reports whether the harness started this process.
var started = os.Getenv(wire.CookieKey) == wire.CookieValue

// handshake is the stream for the address of the service. All other output goes to standard error,
// also from init functions of other packages: one foreign line would break the handshake.
var handshake = os.Stdout

func init() {
	if started {
		os.Stdout = os.Stderr
	}
}

// Main is the main function of a learner. It serves the harness until the harness ends the process.
// new returns a new learner with default hyper-parameters at each call.
//
// Started by hand, the program introduces itself. With the argument "describe" it prints its
// description as JSON.
func Main(info learner.Info, new func() learner.Learner) {
	if !started {
		os.Exit(byHand(info, new, os.Args[1:]))
	}
	stderr := os.Stderr
	// plugin.Serve redirects both streams over RPC after the handshake. The last words of a
	// crash would get lost there, so the session restores the streams before any call.
	s := newSession(info, new, func() { os.Stdout, os.Stderr = stderr, stderr })
	os.Stdout = handshake
	plugin.Serve(&plugin.ServeConfig{
		HandshakeConfig: plugin.HandshakeConfig{
			ProtocolVersion: wire.ProtocolVersion, MagicCookieKey: wire.CookieKey,
			MagicCookieValue: wire.CookieValue,
		},
		Plugins:    plugin.PluginSet{wire.PluginName: &service{session: s}},
		GRPCServer: newServer,
		Logger:     hclog.New(&hclog.LoggerOptions{Level: hclog.Error, Output: stderr}),
	})
}

// newServer lifts gRPC's limit of 4 MiB for messages, and serves the harness only.
func newServer(options []grpc.ServerOption) *grpc.Server {
	options = append([]grpc.ServerOption{grpc.Creds(wire.HarnessOnly())}, options...)
	return grpc.NewServer(append(options, grpc.MaxRecvMsgSize(math.MaxInt32),
		grpc.MaxSendMsgSize(math.MaxInt32))...)
}

// A service registers a session with go-plugin.
type service struct {
	plugin.NetRPCUnsupportedPlugin
	session *session
}

func (p *service) GRPCServer(_ *plugin.GRPCBroker, server *grpc.Server) error {
	pb.RegisterLearnerServer(server, p.session)
	return nil
}

func (p *service) GRPCClient(context.Context, *plugin.GRPCBroker, *grpc.ClientConn) (any, error) {
	return nil, errors.New("learner: a learner only serves")
}

// byHand answers a person and returns the exit code.
func byHand(info learner.Info, new func() learner.Learner, args []string) int {
	if len(args) == 1 && args[0] == "describe" {
		out := json.NewEncoder(os.Stdout)
		out.SetIndent("", "  ")
		out.SetEscapeHTML(false)
		if err := out.Encode(describe(info, new())); err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
		return 0
	}
	fmt.Fprintf(os.Stderr, "%s is a learner of spbench: %s\n"+
		"spbench starts it by itself. To see its parameters and decoders: %s describe\n", info.Name,
		info.Doc, os.Args[0])
	return 2
}
