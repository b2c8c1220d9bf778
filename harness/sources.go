// Package harness embeds the sources of the packages in its folders.
package harness

import "embed"

// Sources holds the files of the harness, for hashes.
//
//go:embed */*.go */*.s
//go:embed internal/audit/*.go internal/classify/*.go
//go:embed internal/run/plan/*.go internal/run/fit/*.go internal/run/score/*.go
//go:embed internal/data/*.go internal/data/*/*.go
//go:embed internal/host/*.go internal/host/*/*.go internal/jpeg/*.go internal/metric/*.go
//go:embed internal/stage/*.go internal/superpixel/*.go
//go:embed internal/wire/*.go internal/wire/pb/*.go
var Sources embed.FS
