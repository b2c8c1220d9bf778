package stage

import (
	"strconv"
	"syscall"
)

// Descendants returns the process ids of all processes below pid, parents first. It may miss
// processes that start or end meanwhile.
func Descendants(pid int) (found []int) {
	below := lister()
	for next := below(pid); len(next) > 0; {
		found = append(found, next...)
		var deeper []int
		for _, pid := range next {
			deeper = append(deeper, below(pid)...)
		}
		next = deeper
	}
	return found
}

// children returns the process ids of the children of pid.
func children(pid int) []int { return lister()(pid) }

// lister returns a function that returns the children of a process. If the kernel has no list of
// children (CONFIG_PROC_CHILDREN), the function reads the parents of all processes once.
func lister() func(pid int) []int {
	if syscall.Access("/proc/1/task/1/children", 0) == nil { // init never ends
		return list
	}
	all := byParent()
	return func(pid int) []int { return all[pid] }
}

func list(pid int) (found []int) {
	dir := "/proc/" + strconv.Itoa(pid) + "/task/"
	for _, thread := range numbers(dir) {
		for _, field := range split(readFile(dir+strconv.Itoa(thread)+"/children"), ' ') {
			if pid, err := strconv.Atoi(field); err == nil {
				found = append(found, pid)
			}
		}
	}
	return found
}

func byParent() map[int][]int {
	all := map[int][]int{}
	for _, pid := range numbers("/proc") {
		// "pid (comm) state ppid …", in which comm may hold anything.
		parts := split(readFile("/proc/"+strconv.Itoa(pid)+"/stat"), ')')
		if fields := split(parts[len(parts)-1], ' '); len(fields) > 2 {
			parent, _ := strconv.Atoi(fields[2])
			all[parent] = append(all[parent], pid)
		}
	}
	return all
}

// numbers returns the numbers among the names in a folder; none if the folder cannot be read.
func numbers(dir string) (found []int) {
	fd, err := syscall.Open(dir, syscall.O_RDONLY|syscall.O_DIRECTORY|syscall.O_CLOEXEC, 0)
	if err != nil {
		return nil
	}
	defer syscall.Close(fd)
	b := make([]byte, 8<<10)
	for {
		n, err := syscall.ReadDirent(fd, b)
		if err != nil || n <= 0 {
			return found
		}
		_, _, names := syscall.ParseDirent(b[:n], -1, nil)
		for _, name := range names {
			if n, err := strconv.Atoi(name); err == nil {
				found = append(found, n)
			}
		}
	}
}

// readFile returns the content of a file; "" if it cannot be read.
func readFile(path string) string {
	fd, err := syscall.Open(path, syscall.O_RDONLY|syscall.O_CLOEXEC, 0)
	if err != nil {
		return ""
	}
	defer syscall.Close(fd)
	return read(fd)
}
