// Package plugins embeds the sources of the learners in its folders.
package plugins

import "embed"

// Sources holds the Go files of each learner in a folder with the learner's name.
//
//go:embed */*.go
var Sources embed.FS
