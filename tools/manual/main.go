// Manual writes the Markdown files of the repository as a static site: README.md, docs/,
// suites/*/README.md and all files that they link to. The pages work from a folder, without a
// server and without a network. The groups and links of docs/README.md are the navigation.
//
//	go run ./manual ROOT DIR
//
// Every link is checked. A link to a missing file or heading is printed as file:line, nothing is
// written, and the exit code is 1.
package main

import (
	"fmt"
	"os"
)

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: manual ROOT DIR (a new or an empty folder)")
		os.Exit(2)
	}
	root, dir := os.Args[1], os.Args[2]
	if entries, err := os.ReadDir(dir); err == nil && len(entries) > 0 {
		fmt.Fprintf(os.Stderr, "site: %s is not empty\nhint: give a new folder\n", dir)
		os.Exit(2)
	}
	s, err := read(root)
	if err != nil {
		fmt.Fprintln(os.Stderr, "site:", err)
		os.Exit(2)
	}
	if broken := s.check(); len(broken) > 0 {
		for _, line := range broken {
			fmt.Fprintln(os.Stderr, line)
		}
		fmt.Fprintf(os.Stderr, "site: %d of %d links are broken\n", len(broken), s.links())
		os.Exit(1)
	}
	if err := s.write(dir); err != nil {
		fmt.Fprintln(os.Stderr, "site:", err)
		os.Exit(2)
	}
	fmt.Printf("%d pages, %d links, 0 broken: %s/index.html\n", len(s.pages), s.links(), dir)
}
