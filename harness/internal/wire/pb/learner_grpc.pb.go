// The contract between the harness and a learner process, in any language. In Go
// package learner keeps it; examples/python has a learner that is written from it.
//
// # Process
//
// A learner is a program that serves Learner over gRPC as hashicorp/go-plugin has
// it. The harness starts one process for each fit, as the leader of a process group
// of its own, and kills the group when it is done: there is nothing to clean up.
// SIGTERM comes before only where a call was cancelled and did not come back.
//
// The environment is built by the harness:
//
//   SPBENCH_LEARNER=structured-prediction-bench  without it, say what the program is
//                                                and end: someone started it by hand
//   PLUGIN_UNIX_SOCKET_DIR                       folder for the learner's socket
//   TMPDIR                                       private folder for all other files; the one above lies in it
//   GOMAXPROCS, OMP_NUM_THREADS, …               threads to use at once, mostly 1
//   PATH, HOME, LANG                             those of the harness
//
// The learner listens on a Unix socket and then writes the handshake to standard
// output, one line that ends in a line feed:
//
//   1|2|unix|/path/of/the/socket|grpc|
//
// (version of go-plugin, version of this contract, network, address, protocol). No
// TLS: the folder is private. The harness connects only to a socket in TMPDIR, and only
// if the learner or a process below it listens there. All other output, before the
// handshake or after, goes to the log of the fit, as standard error does; its last lines
// are quoted when the process fails. It must not share the handshake's line: let descriptor 1 be a copy of
// descriptor 2 for all but the handshake. Messages may be large: lift gRPC's limit of
// 4 MiB on what the server receives.
//
// Of go-plugin's own services the harness needs none. grpc.health.v1.Health,
// plugin.GRPCController, GRPCStdio and GRPCBroker may be UNIMPLEMENTED; other users of
// go-plugin ask the first for SERVING and end a plugin by Shutdown of the second.
//
// # Life
//
// Describe, Load of the training set, Fit, Load of the test set, Predict any number
// of times. Fit and Predict may come again, with other settings, on the same data, and
// so may Load. Calls do not overlap, except that one may arrive while a cancelled one
// is still on its way out: let it wait for its turn. A cancelled call should return
// soon; a process that still computes after the grace time is ended.
//
// A fit depends on its request and the training set alone, and so do predictions on
// theirs: same seed, same bits, in this process or another. Fit streams a Checkpoint
// whenever the Schedule says so, in passes (visits / training instances), and one at
// the end (the harness refuses more than 16 others), with weights of one number, then Done. Weights are what Predict gets back: whatever was learned.
//
// # Arrays
//
// Arrays travel as bytes in little-endian order, so that they are read at memory
// speed: float64 and float32 are IEEE 754, integers are int32. An empty field means
// the array is absent. Layouts are row-major: n×K node values at [t*K+k], pair values
// at [e*K*K+k*K+l], k the label of the edge's U.
//
// # Resuming
//
// A fit of a learner that is resumable, where the request has save_seconds, hands over
// its state from time to time, between two steps. What ends the fit before its end, a
// crash of the machine even, then costs no more than what came after: the same request
// with that Saved as resume, to a process of the same learner, goes on from there.
// It streams the checkpoints that are still due and Done, with the same bits as
// if nothing had happened: counts, budget and schedule go on where they were, a
// budget of ten passes is one of ten in all, and one of seconds is what is left. That states are handed over changes
// nothing else. A checkpoint that is due at a state comes after it.
//
// # Errors
//
// Errors are gRPC status codes, with a text for people: UNIMPLEMENTED, "this learner
// cannot do this task" (of a Fit only before its first checkpoint); INVALID_ARGUMENT,
// parameters that the schema does not admit, by name; CANCELLED and DEADLINE_EXCEEDED
// after a cancelled call; OUT_OF_RANGE, weights that are no longer finite;
// FAILED_PRECONDITION, an answer against this contract that the learner's own side
// noticed; ABORTED, a panic or exception that the process survived; NOT_FOUND, a state
// to go on from that it does not recognise; anything else is a failure.
//
// # Counts and budget
//
// One MAP, Marginals, clamped MAP or sum over a forest is one oracle call. One instance worked on, with
// calls, many or none, is a visit. One update of every variable of an instance by a
// sampler or local search of the learner's own is a sweep. The learner counts all that
// it does itself, and does nothing beyond the budget. Calls that it has the harness make
// (service Oracles) are counted there, and those that follow one another in a message
// about the same instance are one visit: checkpoints repeat the counts
// of the last answer before them, and the calls of Done must be the harness's to the
// call. A learner that meets the budget sends what it has as its last checkpoint, then
// Done.
//
// Counts never go backward, and none exceeds the budget. The harness measures the seconds
// of a fit from the request to the last checkpoint, and on Linux the CPU seconds of all
// processes of the learner. The learner reports no seconds. It keeps a clock only for a
// budget of seconds, which lets it stop in time. The harness compares the objective of
// checkpoints, if one is claimed, with the one that it finds. A checkpoint has at most 64 values, with names of at most 64 bytes; of warnings 100
// are kept, 1 kB of each, and more than some thousand are a flood.
//
// # Versions
//
// This is version 2. Within a version messages only gain fields and services only gain
// methods: ignore what you do not know, and leave absent what you do not have. Anything
// else makes a new version, and a harness says so to learners of another one.

// Code generated by protoc-gen-go-grpc. DO NOT EDIT.
// versions:
// - protoc-gen-go-grpc v1.6.2
// - protoc             v3.21.12
// source: learner.proto

package pb

import (
	context "context"
	grpc "google.golang.org/grpc"
	codes "google.golang.org/grpc/codes"
	status "google.golang.org/grpc/status"
)

// This is a compile-time assertion to ensure that this generated file
// is compatible with the grpc package it is being compiled against.
// Requires gRPC-Go v1.64.0 or later.
const _ = grpc.SupportPackageIsVersion9

const (
	Learner_Describe_FullMethodName = "/spbench.v2.Learner/Describe"
	Learner_Load_FullMethodName     = "/spbench.v2.Learner/Load"
	Learner_Fit_FullMethodName      = "/spbench.v2.Learner/Fit"
	Learner_Predict_FullMethodName  = "/spbench.v2.Learner/Predict"
)

// LearnerClient is the client API for Learner service.
//
// For semantics around ctx use and closing/ending streaming RPCs, please refer to https://pkg.go.dev/google.golang.org/grpc/?tab=doc#ClientConn.NewStream.
type LearnerClient interface {
	// Describe says what the learner is and which parameters and decoders it has.
	Describe(ctx context.Context, in *DescribeRequest, opts ...grpc.CallOption) (*Description, error)
	// Load hands over instances in batches. The first batch of a call replaces
	// the instances of its set; a call carries one set.
	Load(ctx context.Context, opts ...grpc.CallOption) (grpc.ClientStreamingClient[Batch, LoadReply], error)
	// Fit learns from the loaded training set and streams checkpoints; the last
	// event is Done.
	Fit(ctx context.Context, in *FitRequest, opts ...grpc.CallOption) (grpc.ServerStreamingClient[FitEvent], error)
	// Predict labels loaded test instances. The answer depends only on the
	// request and the instances; predictions come in the order of the indices.
	Predict(ctx context.Context, in *PredictRequest, opts ...grpc.CallOption) (grpc.ServerStreamingClient[Predictions], error)
}

type learnerClient struct {
	cc grpc.ClientConnInterface
}

func NewLearnerClient(cc grpc.ClientConnInterface) LearnerClient {
	return &learnerClient{cc}
}

func (c *learnerClient) Describe(ctx context.Context, in *DescribeRequest, opts ...grpc.CallOption) (*Description, error) {
	cOpts := append([]grpc.CallOption{grpc.StaticMethod()}, opts...)
	out := new(Description)
	err := c.cc.Invoke(ctx, Learner_Describe_FullMethodName, in, out, cOpts...)
	if err != nil {
		return nil, err
	}
	return out, nil
}

func (c *learnerClient) Load(ctx context.Context, opts ...grpc.CallOption) (grpc.ClientStreamingClient[Batch, LoadReply], error) {
	cOpts := append([]grpc.CallOption{grpc.StaticMethod()}, opts...)
	stream, err := c.cc.NewStream(ctx, &Learner_ServiceDesc.Streams[0], Learner_Load_FullMethodName, cOpts...)
	if err != nil {
		return nil, err
	}
	x := &grpc.GenericClientStream[Batch, LoadReply]{ClientStream: stream}
	return x, nil
}

// This type alias is provided for backwards compatibility with existing code that references the prior non-generic stream type by name.
type Learner_LoadClient = grpc.ClientStreamingClient[Batch, LoadReply]

func (c *learnerClient) Fit(ctx context.Context, in *FitRequest, opts ...grpc.CallOption) (grpc.ServerStreamingClient[FitEvent], error) {
	cOpts := append([]grpc.CallOption{grpc.StaticMethod()}, opts...)
	stream, err := c.cc.NewStream(ctx, &Learner_ServiceDesc.Streams[1], Learner_Fit_FullMethodName, cOpts...)
	if err != nil {
		return nil, err
	}
	x := &grpc.GenericClientStream[FitRequest, FitEvent]{ClientStream: stream}
	if err := x.ClientStream.SendMsg(in); err != nil {
		return nil, err
	}
	if err := x.ClientStream.CloseSend(); err != nil {
		return nil, err
	}
	return x, nil
}

// This type alias is provided for backwards compatibility with existing code that references the prior non-generic stream type by name.
type Learner_FitClient = grpc.ServerStreamingClient[FitEvent]

func (c *learnerClient) Predict(ctx context.Context, in *PredictRequest, opts ...grpc.CallOption) (grpc.ServerStreamingClient[Predictions], error) {
	cOpts := append([]grpc.CallOption{grpc.StaticMethod()}, opts...)
	stream, err := c.cc.NewStream(ctx, &Learner_ServiceDesc.Streams[2], Learner_Predict_FullMethodName, cOpts...)
	if err != nil {
		return nil, err
	}
	x := &grpc.GenericClientStream[PredictRequest, Predictions]{ClientStream: stream}
	if err := x.ClientStream.SendMsg(in); err != nil {
		return nil, err
	}
	if err := x.ClientStream.CloseSend(); err != nil {
		return nil, err
	}
	return x, nil
}

// This type alias is provided for backwards compatibility with existing code that references the prior non-generic stream type by name.
type Learner_PredictClient = grpc.ServerStreamingClient[Predictions]

// LearnerServer is the server API for Learner service.
// All implementations must embed UnimplementedLearnerServer
// for forward compatibility.
type LearnerServer interface {
	// Describe says what the learner is and which parameters and decoders it has.
	Describe(context.Context, *DescribeRequest) (*Description, error)
	// Load hands over instances in batches. The first batch of a call replaces
	// the instances of its set; a call carries one set.
	Load(grpc.ClientStreamingServer[Batch, LoadReply]) error
	// Fit learns from the loaded training set and streams checkpoints; the last
	// event is Done.
	Fit(*FitRequest, grpc.ServerStreamingServer[FitEvent]) error
	// Predict labels loaded test instances. The answer depends only on the
	// request and the instances; predictions come in the order of the indices.
	Predict(*PredictRequest, grpc.ServerStreamingServer[Predictions]) error
	mustEmbedUnimplementedLearnerServer()
}

// UnimplementedLearnerServer must be embedded to have
// forward compatible implementations.
//
// NOTE: this should be embedded by value instead of pointer to avoid a nil
// pointer dereference when methods are called.
type UnimplementedLearnerServer struct{}

func (UnimplementedLearnerServer) Describe(context.Context, *DescribeRequest) (*Description, error) {
	return nil, status.Error(codes.Unimplemented, "method Describe not implemented")
}
func (UnimplementedLearnerServer) Load(grpc.ClientStreamingServer[Batch, LoadReply]) error {
	return status.Error(codes.Unimplemented, "method Load not implemented")
}
func (UnimplementedLearnerServer) Fit(*FitRequest, grpc.ServerStreamingServer[FitEvent]) error {
	return status.Error(codes.Unimplemented, "method Fit not implemented")
}
func (UnimplementedLearnerServer) Predict(*PredictRequest, grpc.ServerStreamingServer[Predictions]) error {
	return status.Error(codes.Unimplemented, "method Predict not implemented")
}
func (UnimplementedLearnerServer) mustEmbedUnimplementedLearnerServer() {}
func (UnimplementedLearnerServer) testEmbeddedByValue()                 {}

// UnsafeLearnerServer may be embedded to opt out of forward compatibility for this service.
// Use of this interface is not recommended, as added methods to LearnerServer will
// result in compilation errors.
type UnsafeLearnerServer interface {
	mustEmbedUnimplementedLearnerServer()
}

func RegisterLearnerServer(s grpc.ServiceRegistrar, srv LearnerServer) {
	// If the following call panics, it indicates UnimplementedLearnerServer was
	// embedded by pointer and is nil.  This will cause panics if an
	// unimplemented method is ever invoked, so we test this at initialization
	// time to prevent it from happening at runtime later due to I/O.
	if t, ok := srv.(interface{ testEmbeddedByValue() }); ok {
		t.testEmbeddedByValue()
	}
	s.RegisterService(&Learner_ServiceDesc, srv)
}

func _Learner_Describe_Handler(srv interface{}, ctx context.Context, dec func(interface{}) error, interceptor grpc.UnaryServerInterceptor) (interface{}, error) {
	in := new(DescribeRequest)
	if err := dec(in); err != nil {
		return nil, err
	}
	if interceptor == nil {
		return srv.(LearnerServer).Describe(ctx, in)
	}
	info := &grpc.UnaryServerInfo{
		Server:     srv,
		FullMethod: Learner_Describe_FullMethodName,
	}
	handler := func(ctx context.Context, req interface{}) (interface{}, error) {
		return srv.(LearnerServer).Describe(ctx, req.(*DescribeRequest))
	}
	return interceptor(ctx, in, info, handler)
}

func _Learner_Load_Handler(srv interface{}, stream grpc.ServerStream) error {
	return srv.(LearnerServer).Load(&grpc.GenericServerStream[Batch, LoadReply]{ServerStream: stream})
}

// This type alias is provided for backwards compatibility with existing code that references the prior non-generic stream type by name.
type Learner_LoadServer = grpc.ClientStreamingServer[Batch, LoadReply]

func _Learner_Fit_Handler(srv interface{}, stream grpc.ServerStream) error {
	m := new(FitRequest)
	if err := stream.RecvMsg(m); err != nil {
		return err
	}
	return srv.(LearnerServer).Fit(m, &grpc.GenericServerStream[FitRequest, FitEvent]{ServerStream: stream})
}

// This type alias is provided for backwards compatibility with existing code that references the prior non-generic stream type by name.
type Learner_FitServer = grpc.ServerStreamingServer[FitEvent]

func _Learner_Predict_Handler(srv interface{}, stream grpc.ServerStream) error {
	m := new(PredictRequest)
	if err := stream.RecvMsg(m); err != nil {
		return err
	}
	return srv.(LearnerServer).Predict(m, &grpc.GenericServerStream[PredictRequest, Predictions]{ServerStream: stream})
}

// This type alias is provided for backwards compatibility with existing code that references the prior non-generic stream type by name.
type Learner_PredictServer = grpc.ServerStreamingServer[Predictions]

// Learner_ServiceDesc is the grpc.ServiceDesc for Learner service.
// It's only intended for direct use with grpc.RegisterService,
// and not to be introspected or modified (even as a copy)
var Learner_ServiceDesc = grpc.ServiceDesc{
	ServiceName: "spbench.v2.Learner",
	HandlerType: (*LearnerServer)(nil),
	Methods: []grpc.MethodDesc{
		{
			MethodName: "Describe",
			Handler:    _Learner_Describe_Handler,
		},
	},
	Streams: []grpc.StreamDesc{
		{
			StreamName:    "Load",
			Handler:       _Learner_Load_Handler,
			ClientStreams: true,
		},
		{
			StreamName:    "Fit",
			Handler:       _Learner_Fit_Handler,
			ServerStreams: true,
		},
		{
			StreamName:    "Predict",
			Handler:       _Learner_Predict_Handler,
			ServerStreams: true,
		},
	},
	Metadata: "learner.proto",
}

const (
	Oracles_Query_FullMethodName = "/spbench.v2.Oracles/Query"
)

// OraclesClient is the client API for Oracles service.
//
// For semantics around ctx use and closing/ending streaming RPCs, please refer to https://pkg.go.dev/google.golang.org/grpc/?tab=doc#ClientConn.NewStream.
//
// Oracles is served by the harness, at the address that a FitRequest or
// PredictRequest carries, until that call ends: oracle calls for learners that
// have no solvers, and need no feature map, of their own. In a Fit the queries are
// about training instances, and each is counted; in a Predict they are about test
// instances, whose labels are nobody's to ask for, and free.
type OraclesClient interface {
	// Query answers batches of queries in their order, one message of answers for
	// each message of queries; several may be under way. A message costs about as
	// much as ten chains of ten variables: ask for many at once where the method
	// lets you. There may be 64 streams at once; close those that are done. A stream
	// ends with the first query that cannot be answered, by
	// status code:
	// RESOURCE_EXHAUSTED, the budget is used up: the message before has the answers
	// within it, fewer than there were queries;
	// INVALID_ARGUMENT, a malformed message, of which nothing was answered; the text
	// names the field;
	// UNAUTHENTICATED, the call that the token was given for has ended, or no token;
	// PERMISSION_DENIED, a query for test instances that reads their labels;
	// UNIMPLEMENTED, no oracle can do it, or the loss does not sum over variables;
	// FAILED_PRECONDITION, the setting of the call has no feature map or loss.
	Query(ctx context.Context, opts ...grpc.CallOption) (grpc.BidiStreamingClient[Queries, Answers], error)
}

type oraclesClient struct {
	cc grpc.ClientConnInterface
}

func NewOraclesClient(cc grpc.ClientConnInterface) OraclesClient {
	return &oraclesClient{cc}
}

func (c *oraclesClient) Query(ctx context.Context, opts ...grpc.CallOption) (grpc.BidiStreamingClient[Queries, Answers], error) {
	cOpts := append([]grpc.CallOption{grpc.StaticMethod()}, opts...)
	stream, err := c.cc.NewStream(ctx, &Oracles_ServiceDesc.Streams[0], Oracles_Query_FullMethodName, cOpts...)
	if err != nil {
		return nil, err
	}
	x := &grpc.GenericClientStream[Queries, Answers]{ClientStream: stream}
	return x, nil
}

// This type alias is provided for backwards compatibility with existing code that references the prior non-generic stream type by name.
type Oracles_QueryClient = grpc.BidiStreamingClient[Queries, Answers]

// OraclesServer is the server API for Oracles service.
// All implementations must embed UnimplementedOraclesServer
// for forward compatibility.
//
// Oracles is served by the harness, at the address that a FitRequest or
// PredictRequest carries, until that call ends: oracle calls for learners that
// have no solvers, and need no feature map, of their own. In a Fit the queries are
// about training instances, and each is counted; in a Predict they are about test
// instances, whose labels are nobody's to ask for, and free.
type OraclesServer interface {
	// Query answers batches of queries in their order, one message of answers for
	// each message of queries; several may be under way. A message costs about as
	// much as ten chains of ten variables: ask for many at once where the method
	// lets you. There may be 64 streams at once; close those that are done. A stream
	// ends with the first query that cannot be answered, by
	// status code:
	// RESOURCE_EXHAUSTED, the budget is used up: the message before has the answers
	// within it, fewer than there were queries;
	// INVALID_ARGUMENT, a malformed message, of which nothing was answered; the text
	// names the field;
	// UNAUTHENTICATED, the call that the token was given for has ended, or no token;
	// PERMISSION_DENIED, a query for test instances that reads their labels;
	// UNIMPLEMENTED, no oracle can do it, or the loss does not sum over variables;
	// FAILED_PRECONDITION, the setting of the call has no feature map or loss.
	Query(grpc.BidiStreamingServer[Queries, Answers]) error
	mustEmbedUnimplementedOraclesServer()
}

// UnimplementedOraclesServer must be embedded to have
// forward compatible implementations.
//
// NOTE: this should be embedded by value instead of pointer to avoid a nil
// pointer dereference when methods are called.
type UnimplementedOraclesServer struct{}

func (UnimplementedOraclesServer) Query(grpc.BidiStreamingServer[Queries, Answers]) error {
	return status.Error(codes.Unimplemented, "method Query not implemented")
}
func (UnimplementedOraclesServer) mustEmbedUnimplementedOraclesServer() {}
func (UnimplementedOraclesServer) testEmbeddedByValue()                 {}

// UnsafeOraclesServer may be embedded to opt out of forward compatibility for this service.
// Use of this interface is not recommended, as added methods to OraclesServer will
// result in compilation errors.
type UnsafeOraclesServer interface {
	mustEmbedUnimplementedOraclesServer()
}

func RegisterOraclesServer(s grpc.ServiceRegistrar, srv OraclesServer) {
	// If the following call panics, it indicates UnimplementedOraclesServer was
	// embedded by pointer and is nil.  This will cause panics if an
	// unimplemented method is ever invoked, so we test this at initialization
	// time to prevent it from happening at runtime later due to I/O.
	if t, ok := srv.(interface{ testEmbeddedByValue() }); ok {
		t.testEmbeddedByValue()
	}
	s.RegisterService(&Oracles_ServiceDesc, srv)
}

func _Oracles_Query_Handler(srv interface{}, stream grpc.ServerStream) error {
	return srv.(OraclesServer).Query(&grpc.GenericServerStream[Queries, Answers]{ServerStream: stream})
}

// This type alias is provided for backwards compatibility with existing code that references the prior non-generic stream type by name.
type Oracles_QueryServer = grpc.BidiStreamingServer[Queries, Answers]

// Oracles_ServiceDesc is the grpc.ServiceDesc for Oracles service.
// It's only intended for direct use with grpc.RegisterService,
// and not to be introspected or modified (even as a copy)
var Oracles_ServiceDesc = grpc.ServiceDesc{
	ServiceName: "spbench.v2.Oracles",
	HandlerType: (*OraclesServer)(nil),
	Methods:     []grpc.MethodDesc{},
	Streams: []grpc.StreamDesc{
		{
			StreamName:    "Query",
			Handler:       _Oracles_Query_Handler,
			ServerStreams: true,
			ClientStreams: true,
		},
	},
	Metadata: "learner.proto",
}
