package host

import (
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/spbench/spbench/harness/internal/host/proc"
	"github.com/spbench/spbench/harness/internal/stage"
)

// turns returns the turn of each thread of this process and of the processes below it, by thread
// id; nil if the system does not count them. Threads that start or end meanwhile may be missing.
func turns() map[int]turn {
	all, counts := map[int]turn{}, false
	for _, pid := range append(stage.Descendants(os.Getpid()), os.Getpid()) {
		tasks := "/proc/" + strconv.Itoa(pid) + "/task/"
		threads, _ := os.ReadDir(tasks) // it may have ended
		for _, thread := range threads {
			dir := tasks + thread.Name()
			// ran, waited, number of turns
			fields := strings.Fields(proc.ReadFile(dir + "/schedstat"))
			if len(fields) < 2 {
				continue
			}
			id, _ := strconv.Atoi(thread.Name())
			ran, _ := strconv.ParseInt(fields[0], 10, 64)
			waited, _ := strconv.ParseInt(fields[1], 10, 64)
			// "id (comm) state …", and comm may have any characters
			stat := proc.ReadFile(dir + "/stat")
			state := stat[strings.LastIndexByte(stat, ')')+1:]
			all[id] = turn{time.Duration(ran), time.Duration(waited),
				strings.HasPrefix(state, " R")}
			counts = counts || ran > 0
		}
	}
	if !counts {
		return nil
	}
	return all
}
