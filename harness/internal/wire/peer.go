package wire

import (
	"fmt"
	"net"
	"os"
	"strconv"

	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/credentials/insecure"
)

// HarnessKey is the environment variable with the process id of a learner's harness.
const HarnessKey = "SPBENCH_HARNESS"

// HarnessOnly returns the credentials of a learner's server that accepts connections from its
// harness only. Without a sandbox, other learners of the same user can reach the server's socket.
//
// It accepts all connections without [HarnessKey], on systems other than Linux, and if the harness
// is outside the learner's process namespace and so has no process id there.
func HarnessOnly() credentials.TransportCredentials {
	pid, err := strconv.Atoi(os.Getenv(HarnessKey))
	if err != nil {
		pid = 0
	}
	return &harnessOnly{insecure.NewCredentials(), pid}
}

type harnessOnly struct {
	credentials.TransportCredentials
	pid int // 0: any
}

func (h *harnessOnly) ServerHandshake(c net.Conn) (net.Conn, credentials.AuthInfo, error) {
	if pid := Peer(c); h.pid != 0 && pid != 0 && pid != h.pid {
		return nil, nil, fmt.Errorf("wire: process %d is not the harness and must not connect", pid)
	}
	return h.TransportCredentials.ServerHandshake(c)
}

func (h *harnessOnly) Clone() credentials.TransportCredentials {
	return &harnessOnly{h.TransportCredentials.Clone(), h.pid}
}
