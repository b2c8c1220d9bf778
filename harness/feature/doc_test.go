package feature_test

import (
	"reflect"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/feature"
)

// What spbench list says of the map names all of its options.
func TestDocNamesEveryOption(t *testing.T) {
	options := reflect.TypeFor[feature.Options]()
	for i := range options.NumField() {
		if name := options.Field(i).Tag.Get("json"); !strings.Contains(feature.Doc("linear"), `"`+name+`"`) {
			t.Errorf("%q is not in %q", name, feature.Doc("linear"))
		}
	}
}
