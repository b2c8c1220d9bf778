package main

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/alecthomas/kong"

	"github.com/spbench/spbench/harness/internal/host/find"
	"github.com/spbench/spbench/suites"
)

// completionCommand prints a script for a shell. The script completes commands, flags and names.
type completionCommand struct {
	Shell string `arg:"" enum:"bash,zsh,fish" help:"One of bash, zsh, fish."`
}

// completionScripts are the scripts by shell. To complete a command line, the shell runs spbench
// with the line in the variable COMP_LINE.
var completionScripts = map[string]string{
	"bash": "complete -o default -C spbench spbench\n",
	"zsh": "autoload -U +X compinit bashcompinit && compinit && bashcompinit\n" +
		"complete -o default -C spbench spbench\n",
	"fish": "complete -c spbench -a '(COMP_LINE=(commandline -cp) spbench)'\n",
}

func (c *completionCommand) Run(t *terminal) error {
	_, err := fmt.Fprint(t.out, completionScripts[c.Shell])
	return err
}

// complete returns the words that can replace the last word of a command line. It may be empty.
// The commands are those below node.
func complete(node *kong.Node, line string) []string {
	if at, err := strconv.Atoi(os.Getenv("COMP_POINT")); err == nil && at < len(line) {
		line = line[:at] // up to the cursor
	}
	const end = "\x00"
	words := strings.Fields(line + end)
	last := strings.TrimSuffix(words[len(words)-1], end)
	if len(words) < 2 { // the cursor is in the name of the program
		return nil
	}
	words = append(words[:len(words)-1:len(words)-1], last)[1:]
	var flag *kong.Flag // the word before is this flag, without its value
	arguments := 0
	for i, word := range words[:len(words)-1] {
		child := slices.IndexFunc(node.Children, func(c *kong.Node) bool { return c.Name == word })
		switch {
		case flag != nil:
			flag = nil
		case word[0] == '-':
			flag = openFlag(node, word)
		case child >= 0:
			node, arguments = node.Children[child], 0
		case i > 0 || word != "help":
			arguments++
		}
	}
	var all []string
	switch {
	case flag != nil:
		all = flag.EnumSlice()
	case strings.HasPrefix(last, "-"):
		dashes := last[:len(last)-len(strings.TrimLeft(last, "-"))]
		for _, f := range slices.Concat(node.AllFlags(true)...) {
			all = append(all, dashes+f.Name)
		}
	default:
		for _, c := range node.Children {
			all = append(all, c.Name)
		}
		if n := len(node.Positional); n > 0 {
			all = append(all, argumentNames(node, node.Positional[min(arguments, n-1)])...)
		}
	}
	return slices.DeleteFunc(all, func(s string) bool {
		return s == "" || !strings.HasPrefix(s, last)
	})
}

// openFlag returns the flag that a word names, if the next word is its value. Otherwise it returns
// nil.
func openFlag(node *kong.Node, word string) *kong.Flag {
	flags := slices.Concat(node.AllFlags(true)...)
	i := slices.IndexFunc(flags, func(f *kong.Flag) bool {
		return f.Name == strings.TrimLeft(word, "-") && !f.IsBool()
	})
	if i < 0 {
		return nil
	}
	return flags[i]
}

// argumentNames returns the names that an argument of a command can be.
func argumentNames(command *kong.Node, argument *kong.Positional) []string {
	switch argument.Name {
	case "suite":
		return suites.Names()
	case "learner":
		return find.Names(find.Options{})
	case "dataset":
		return entryNames(datasets())
	case "name":
		if command.Name == "describe" {
			return nameable(new(options))
		}
	}
	return argument.EnumSlice()
}
