// Package explain rewords errors of package json for authors of JSON lines: [Error].
package explain

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// Error rewords an error of package json. It gives the field, the places in its arrays, the
// column, the fault and the text there.
func Error(err error, line []byte) error {
	var meaning *json.SemanticError
	var syntax *jsontext.SyntacticError
	at, offset := jsontext.Pointer(""), int64(0)
	switch {
	case errors.As(err, &syntax):
		at, offset, err = syntax.JSONPointer, syntax.ByteOffset, syntax.Err
		switch {
		case errors.Is(err, jsontext.ErrDuplicateName):
			return fmt.Errorf("%s is there twice", at.LastToken())
		case errors.Is(err, io.ErrUnexpectedEOF):
			err = errors.New("the line ends too early")
		default:
			err = fmt.Errorf("%w: %s", err, textAt(line, offset))
		}
	case errors.As(err, &meaning):
		at, offset, err = meaning.JSONPointer, meaning.ByteOffset, meaning.Err
		if want, plain := types[meaning.GoType.Kind()]; plain && (err == nil ||
			errors.Is(err, strconv.ErrSyntax) || errors.Is(err, strconv.ErrRange)) {
			err = fmt.Errorf("want %s, got %.20s", want, textAt(line, offset))
		}
	}
	place := fmt.Sprintf("column %d", offset+1)
	if at != "" {
		place = fmt.Sprintf("%s: %s", strings.TrimPrefix(string(at), "/"), place)
	}
	return fmt.Errorf("%s: %w", place, err)
}

// textAt returns the beginning of the value at an offset.
func textAt(line []byte, offset int64) []byte {
	rest := line[min(offset, int64(len(line))):]
	if i := bytes.IndexAny(rest[min(1, len(rest)):], ",]}: \t"); i >= 0 {
		rest = rest[:i+1]
	}
	return bytes.ToValidUTF8(rest[:min(len(rest), 20)], []byte("?"))
}

// types are the values that types of Go read, in errors.
var types = map[reflect.Kind]string{reflect.Bool: "true or false", reflect.String: "a text",
	reflect.Float64: "a finite number", reflect.Struct: "an object, {…}", reflect.Slice: "an array"}
