package wire

import (
	"fmt"
	"io"
	"math"
	"net"
	"os"
	"path/filepath"

	"github.com/spbench/spbench/harness/internal/wire/pb"
	"google.golang.org/grpc"
)

// Constants of the handshake, the same on both sides.
const (
	// ProtocolVersion is the version of learner.proto's contract.
	ProtocolVersion = 2
	// CookieKey and CookieValue are the environment variable of a program started as a learner.
	CookieKey   = "SPBENCH_LEARNER"
	CookieValue = "structured-prediction-bench"
	// SocketKey is the environment variable with the folder for a learner's socket.
	SocketKey = "PLUGIN_UNIX_SOCKET_DIR"
)

// Serve serves the harness alone, on a Unix socket, and writes the handshake. It lifts gRPC's limit
// of 4 MiB for messages. The error says why it cannot serve, or no longer.
func Serve(l pb.LearnerServer, handshake io.Writer) error {
	path := filepath.Join(os.Getenv(SocketKey), "learner")
	listener, err := net.Listen("unix", path)
	if err != nil {
		return fmt.Errorf("wire: serve: %w", err)
	}
	server := grpc.NewServer(grpc.Creds(HarnessOnly()), grpc.MaxRecvMsgSize(math.MaxInt32),
		grpc.MaxSendMsgSize(math.MaxInt32))
	pb.RegisterLearnerServer(server, l)
	fmt.Fprintf(handshake, "1|%d|unix|%s|grpc|\n", ProtocolVersion, path)
	return server.Serve(listener)
}
