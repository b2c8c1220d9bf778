package examine

import (
	"bytes"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
)

// canFind: processes can be found by their environment.
const canFind = true

// A found is a process with the mark.
type found struct {
	pid     int
	command string
	environ []string
}

// marked returns the processes with the mark. Zombies have no environment.
func marked(mark string) (list []found) {
	paths, _ := filepath.Glob("/proc/[0-9]*/environ")
	for _, path := range paths {
		env, err := os.ReadFile(path)
		if err != nil || !bytes.Contains(env, []byte(Marker+"="+mark)) {
			continue // it has ended, or belongs to another user
		}
		dir := filepath.Dir(path)
		pid, _ := strconv.Atoi(filepath.Base(dir))
		command, _ := os.ReadFile(filepath.Join(dir, "cmdline"))
		list = append(list, found{pid, strings.TrimSpace(strings.ReplaceAll(string(command), "\x00",
			" ")), strings.Split(string(env), "\x00")})
	}
	return list
}

// kill ends the process; it may have ended by itself.
func (p *found) kill() { _ = syscall.Kill(p.pid, syscall.SIGKILL) }

// temporary returns the private folders for temporary files of all processes with the mark.
func temporary(mark string) (folders []string) {
	for _, p := range marked(mark) {
		for _, v := range p.environ {
			if dir, ok := strings.CutPrefix(v, "TMPDIR="); ok {
				folders = append(folders, dir)
			}
		}
	}
	return folders
}
