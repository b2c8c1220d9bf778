package wire

import (
	"fmt"
	"net"
	"os"
	"strconv"

	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/credentials/insecure"
)

// HarnessKey is the variable of a learner's environment that has the process id of its harness.
const HarnessKey = "SPBENCH_HARNESS"

// HarnessOnly returns the credentials of a learner's server that takes connections of its harness alone: other learners of
// the same user reach its socket, too, where no sandbox hides it. Without [HarnessKey], on other systems than Linux, and where a harness
// lies outside of the learner's namespace of processes, which then has no number for it, all are taken.
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
		return nil, nil, fmt.Errorf("wire: process %d connects, which is not the harness", pid)
	}
	return h.TransportCredentials.ServerHandshake(c)
}

func (h *harnessOnly) Clone() credentials.TransportCredentials {
	return &harnessOnly{h.TransportCredentials.Clone(), h.pid}
}
