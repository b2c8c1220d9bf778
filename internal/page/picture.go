package page

import (
	"encoding/base64"
	"html/template"
)

// A Picture shows one test instance.
type Picture struct {
	Title string
	Alt   string
	PNG   []byte
	None  string // why there is nothing to show; the rest is empty then
}

// Source is the picture as the address of itself.
func (p Picture) Source() template.URL {
	return template.URL("data:image/png;base64," + base64.StdEncoding.EncodeToString(p.PNG))
}
