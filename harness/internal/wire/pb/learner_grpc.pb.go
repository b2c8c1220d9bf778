// The contract between the harness and a learner's process, in any language. In Go,
// packages learner and serve implement it, in Python the package in folder python,
// written from this file alone.
//
// # Process
//
// A learner is a program that serves Learner over gRPC, as defined by
// hashicorp/go-plugin. The harness starts one process for each fit and kills it, with
// all processes that it started, when the fit is done: a learner need not clean up. If
// a learner does not return from a cancelled call, it gets SIGTERM first.
//
// The harness sets the environment:
//
//   SPBENCH_LEARNER=structured-prediction-bench  without it a person started the
//                                                program: print what it is, and end
//   PLUGIN_UNIX_SOCKET_DIR                       folder for the learner's socket, in TMPDIR
//   TMPDIR                                       private folder for all other files
//   HOME                                         private folder, the working directory
//   GOMAXPROCS, OMP_NUM_THREADS, …               threads to use at once, mostly 1
//   PATH, LANG                                   those of the harness
//
// The learner listens on a Unix socket. Then it writes the handshake to standard output,
// one line that ends in a line feed:
//
//   1|2|unix|/path/of/the/socket|grpc|
//
// The fields are: version of go-plugin, version of this contract, network, address,
// protocol. There is no TLS, since the folder is private. The harness connects only to
// a socket in TMPDIR, and only if the learner or a process below it listens there.
//
// All other output goes to the log of the fit, from standard output and from standard
// error. If the process fails, the error quotes the last lines. Other output must not
// be on the line of the handshake: keep a copy of descriptor 1 for the handshake, and
// make descriptor 1 a copy of descriptor 2. Messages may be large: remove gRPC's limit of
// 4 MiB for messages that the server receives.
//
// The harness needs no other service of go-plugin. grpc.health.v1.Health,
// plugin.GRPCController, GRPCStdio and GRPCBroker may be UNIMPLEMENTED. Other users of
// go-plugin ask the first for SERVING, and end a plugin by Shutdown of the second.
//
// # Order of calls
//
// Describe, Load of the training set, Fit, Load of the test set, and any number of
// Predict. Load, Fit and Predict may come again, with other data or settings.
//
// Calls do not overlap, with one exception: a call may arrive while a cancelled call is
// still returning. It must wait. A cancelled call should return soon; after a grace time
// the harness ends the process.
//
// A fit depends only on its request and the training set, and a prediction only on its
// request and the test instance. The same seed gives the same bits, in any process.
//
// Fit streams a Checkpoint whenever the Schedule says so, in passes (visits / training
// instances), one more at the end, and then Done. The harness refuses more than 16
// checkpoints beyond the due ones. All checkpoints have the same number of weights.
// Weights may be anything that Predict needs.
//
// # Arrays
//
// Arrays are bytes in little-endian order, so that they are read at memory speed:
// float64 and float32 are IEEE 754, integers are int32. An empty field means that the
// array is absent. Layouts are row-major: n×K node values at [t*K+k], pair values at
// [e*K*K+k*K+l] with k the label of the edge's U.
//
// # Resuming
//
// If a learner is resumable and the request has save_seconds, the fit sends its state
// from time to time, between two steps. An interrupted fit, even by a crash of the
// machine, then loses only the work after its last state. The harness sends the same
// request with that Saved as resume, to a process of the same learner.
//
// The resumed fit streams the checkpoints that are still due, and Done, with the same
// bits as an uninterrupted fit. Counts, budget and schedule continue: ten passes are ten
// in all. A budget of seconds has the seconds that are left. Sending states changes
// nothing else. If a checkpoint and a state are due together, the state comes first.
//
// # Errors
//
// Errors are gRPC status codes with a text for people:
//
//   UNIMPLEMENTED        the learner cannot do this task (Fit: before the first checkpoint)
//   INVALID_ARGUMENT     invalid parameters, by name
//   CANCELLED, DEADLINE_EXCEEDED  after a cancelled call
//   OUT_OF_RANGE         weights are no longer finite
//   FAILED_PRECONDITION  the learner's own side noticed a violation of this contract
//   ABORTED              a panic or exception; the process lives
//   NOT_FOUND            the state to resume is not one of this fit
//
// All other codes are failures.
//
// # Counts and budget
//
// One MAP, marginals, clamped MAP or sum over a forest is one oracle call. Work on one
// instance is one visit, with any number of calls. One update of all variables of an
// instance by the learner's own sampler or local search is one sweep. The learner counts
// everything that it does itself, and nothing may exceed the budget. If a learner
// reaches the budget, it sends its current state as the last checkpoint, then Done.
//
// The harness counts the calls that it makes for a learner (service Oracles).
// Consecutive queries of a message about the same instance are one visit. A checkpoint
// repeats the counts of the last answer before it, and the calls of Done must equal those
// of the harness.
//
// Counts never decrease. The learner reports no seconds: the harness measures the wall
// time from the request to the last checkpoint and, on Linux, the CPU time of all
// processes of the learner. A learner needs a clock only to stop at a budget of seconds.
//
// The harness checks the reported objective of checkpoints against its own. A checkpoint
// has at most 64 values, with names of at most 64 bytes. The harness keeps 100 warnings
// of 1 kB each, and refuses more than some thousand.
//
// # Versions
//
// This is version 2. Within a version, messages only gain fields, and services only gain
// methods: ignore unknown fields, and leave out what you do not have. Every other change
// makes a new version. The harness names both versions if they differ.

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
	// Describe returns the name, the parameters and the decoders of the learner.
	Describe(ctx context.Context, in *DescribeRequest, opts ...grpc.CallOption) (*Description, error)
	// Load receives instances in batches, all of one set. The first batch of a call
	// replaces the instances of the set.
	Load(ctx context.Context, opts ...grpc.CallOption) (grpc.ClientStreamingClient[Batch, LoadReply], error)
	// Fit learns from the loaded training set and streams checkpoints. The last event is
	// Done.
	Fit(ctx context.Context, in *FitRequest, opts ...grpc.CallOption) (grpc.ServerStreamingClient[FitEvent], error)
	// Predict labels loaded test instances, in the order of the indices.
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
	// Describe returns the name, the parameters and the decoders of the learner.
	Describe(context.Context, *DescribeRequest) (*Description, error)
	// Load receives instances in batches, all of one set. The first batch of a call
	// replaces the instances of the set.
	Load(grpc.ClientStreamingServer[Batch, LoadReply]) error
	// Fit learns from the loaded training set and streams checkpoints. The last event is
	// Done.
	Fit(*FitRequest, grpc.ServerStreamingServer[FitEvent]) error
	// Predict labels loaded test instances, in the order of the indices.
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
// Oracles offers oracle calls to learners without solvers and feature maps of their own.
// The harness serves it at the address in a FitRequest or PredictRequest, until that call
// ends. In a Fit, queries are about training instances, and each is counted. In a
// Predict, queries are about test instances, must not use their labels, and are free.
type OraclesClient interface {
	// Query answers batches of queries in their order, with one message of answers for
	// each message of queries. The client need not wait for answers before it sends the
	// next message. A message costs as much as about ten chains of ten variables, so send
	// many queries at once if the method allows it. There may be 64 streams at once: close
	// streams after use.
	//
	// A stream ends with the first query without an answer, by status code:
	//
	//	RESOURCE_EXHAUSTED   the budget is used up; the previous message has the answers
	//	                     within it, fewer than the queries
	//	INVALID_ARGUMENT     a malformed message, without any answer; the text names the field
	//	UNAUTHENTICATED      no token, or its call has ended
	//	PERMISSION_DENIED    a query about test instances that reads their labels
	//	UNIMPLEMENTED        no oracle can do it, or the loss does not sum over variables
	//	FAILED_PRECONDITION  the setting of the call has no feature map or loss
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
// Oracles offers oracle calls to learners without solvers and feature maps of their own.
// The harness serves it at the address in a FitRequest or PredictRequest, until that call
// ends. In a Fit, queries are about training instances, and each is counted. In a
// Predict, queries are about test instances, must not use their labels, and are free.
type OraclesServer interface {
	// Query answers batches of queries in their order, with one message of answers for
	// each message of queries. The client need not wait for answers before it sends the
	// next message. A message costs as much as about ten chains of ten variables, so send
	// many queries at once if the method allows it. There may be 64 streams at once: close
	// streams after use.
	//
	// A stream ends with the first query without an answer, by status code:
	//
	//	RESOURCE_EXHAUSTED   the budget is used up; the previous message has the answers
	//	                     within it, fewer than the queries
	//	INVALID_ARGUMENT     a malformed message, without any answer; the text names the field
	//	UNAUTHENTICATED      no token, or its call has ended
	//	PERMISSION_DENIED    a query about test instances that reads their labels
	//	UNIMPLEMENTED        no oracle can do it, or the loss does not sum over variables
	//	FAILED_PRECONDITION  the setting of the call has no feature map or loss
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
