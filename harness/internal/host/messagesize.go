package host

import (
	"fmt"
	"math"
	"strings"

	"github.com/spbench/spbench/harness/sp"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// Limits on the length of a learner's messages: several times the largest useful message, which
// depends on the data. The harness holds a message in memory twice before it can check it.
const (
	mostHeaders    = 64 << 10 // bytes, headers and trailers, such as the text of a status
	mostAnswered   = 4 << 20  // bytes, descriptions and replies to Load
	mostOfAnyFit   = 64 << 20 // bytes, besides the parts that grow with the task
	statesOfMap    = 64       // arrays as long as the weights, in a state of L-BFGS or momentum
	atomsOfTrain   = 256      // labelings of each training instance, as dual variables
	marginalsOfOne = 16       // arrays as long as the marginals of each test instance
	// labelings of one test instance: learners send a few instances in one message
	atomsOfLargest = 4096
)

// most returns the limit of a message of the fit in bytes.
func (f *fitting) most() int {
	bytes := 0.0
	if f.asked.Map != nil {
		bytes = 8 * statesOfMap * float64(f.asked.Map.Dim())
	}
	for i := range f.train {
		bytes += atomsOfTrain * 8 * float64(f.train[i].N())
	}
	return int(min(mostOfAnyFit+bytes, math.MaxInt32))
}

// mostPredicted returns the limit of a message of predictions in bytes.
func mostPredicted(test []sp.Instance) int {
	bytes, largest := 0.0, 0
	for i := range test {
		bytes += marginalsOfOne * 8 * float64(test[i].N()*test[i].K)
		largest = max(largest, test[i].N())
	}
	return int(min(mostAnswered+bytes+atomsOfLargest*(4*float64(largest)+64), math.MaxInt32))
}

// atMost refuses longer messages, by the length before them.
func atMost(bytes int) grpc.CallOption { return grpc.MaxCallRecvMsgSize(bytes) }

// tooLong returns a protocol violation if err means that a message was too long; else nil.
func tooLong(err error) error {
	s, ok := status.FromError(err)
	if !ok || s.Code() != codes.ResourceExhausted ||
		!strings.HasPrefix(s.Message(), "grpc: received message larger than max") {
		return nil
	}
	return fmt.Errorf("%w: a message is too long: %s", sp.ErrProtocol,
		strings.TrimPrefix(s.Message(), "grpc: "))
}
