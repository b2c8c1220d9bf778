package host

import (
	"fmt"
	"io/fs"
	"net"
	"os"

	"golang.org/x/sys/unix"

	"github.com/spbench/spbench/harness/internal/host/proc"
	"github.com/spbench/spbench/harness/internal/wire"
	"github.com/spbench/spbench/harness/sp"
)

// openSocket opens the socket called name in folder. The returned path leads to this socket until
// the file is closed, even if a link replaces it. It follows no link out of the folder, nor one
// called name.
func openSocket(folder *os.Root, name string) (path string, socket *os.File, err error) {
	if socket, err = folder.OpenFile(name, unix.O_PATH, 0); err != nil {
		return "", nil, err
	}
	info, err := socket.Stat()
	if err == nil && info.Mode()&fs.ModeSocket == 0 {
		err = errNoSocket
	}
	if err != nil {
		socket.Close()
		return "", nil, err
	}
	return fmt.Sprintf("/proc/self/fd/%d", socket.Fd()), socket, nil
}

// checkPeer fails unless the learner, or a process below it, listens at the other end. The error
// wraps sp.ErrProtocol. If the listening process has ended, it does not: that is a crash.
func (s *socket) checkPeer(conn net.Conn) error {
	peer, between := wire.Peer(conn), []int{s.supervisor}
	for pid, again := peer, 0; pid != s.supervisor; {
		parent, lives := proc.Parent(pid)
		switch {
		case lives && parent > 0:
			between = append(between, pid)
			pid = parent
		// in another namespace, without a parent in this one, or hidden
		case peer == 0, lives, again == 100:
			return fmt.Errorf("%w: a foreign process %d listens at its socket",
				sp.ErrProtocol, peer)
		case pid == peer:
			return fmt.Errorf("process %d at its socket has ended", peer)
		default:
			again++
			between = between[:1]
			pid = peer // a process between them ended, and its children have another parent
		}
	}
	s.serving.Store(&between)
	return nil
}
