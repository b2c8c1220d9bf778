package host

import (
	"fmt"
	"io/fs"
	"net"
	"os"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"

	"github.com/spbench/spbench/harness/sp"
	"github.com/spbench/spbench/internal/wire"
)

// openSocket returns a path that leads to the socket called name in folder, whatever takes its place
// there, until the file is closed. It follows no link out of the folder, nor one called name.
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

// checkPeer fails unless the learner, or a process below it, listens at the other end. The error wraps
// sp.ErrProtocol, unless that process has ended: then the learner has crashed.
func (p *process) checkPeer(conn net.Conn) error {
	peer := wire.Peer(conn)
	for pid := peer; pid != p.cmd.Process.Pid; {
		parent, lives := parentOf(pid)
		switch {
		case lives && parent > 0:
			pid = parent
		case peer == 0, lives: // it is of another namespace, or has no parent in this one
			return fmt.Errorf("%w: process %d listens at its socket, which it did not start", sp.ErrProtocol, peer)
		case pid == peer:
			return fmt.Errorf("process %d, which listens at its socket, has ended", peer)
		default:
			pid = peer // one between them ended, and left its children to another
		}
	}
	return nil
}

// parentOf returns the parent of a process; 0: it has none in this namespace.
func parentOf(pid int) (parent int, lives bool) {
	fields := stat(pid)
	if len(fields) < 2 {
		return 0, false
	}
	parent, _ = strconv.Atoi(fields[1])
	return parent, true
}

// stat returns what the system says of a process: its state, its parent and so on; nil if there is none.
func stat(pid int) []string {
	text := readFile(fmt.Sprintf("/proc/%d/stat", pid))
	// "pid (comm) state ppid …", in which comm may hold anything.
	return strings.Fields(text[strings.LastIndexByte(text, ')')+1:])
}
