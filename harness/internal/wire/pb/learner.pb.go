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

// Code generated by protoc-gen-go. DO NOT EDIT.
// versions:
// 	protoc-gen-go v1.36.12
// 	protoc        v3.21.12
// source: learner.proto

package pb

import (
	protoreflect "google.golang.org/protobuf/reflect/protoreflect"
	protoimpl "google.golang.org/protobuf/runtime/protoimpl"
	reflect "reflect"
	sync "sync"
	unsafe "unsafe"
)

const (
	// Verify that this generated code is sufficiently up-to-date.
	_ = protoimpl.EnforceVersion(20 - protoimpl.MinVersion)
	// Verify that runtime/protoimpl is sufficiently up-to-date.
	_ = protoimpl.EnforceVersion(protoimpl.MaxVersion - 20)
)

type Batch_Set int32

const (
	Batch_TRAIN Batch_Set = 0
	Batch_TEST  Batch_Set = 1
)

// Enum value maps for Batch_Set.
var (
	Batch_Set_name = map[int32]string{
		0: "TRAIN",
		1: "TEST",
	}
	Batch_Set_value = map[string]int32{
		"TRAIN": 0,
		"TEST":  1,
	}
)

func (x Batch_Set) Enum() *Batch_Set {
	p := new(Batch_Set)
	*p = x
	return p
}

func (x Batch_Set) String() string {
	return protoimpl.X.EnumStringOf(x.Descriptor(), protoreflect.EnumNumber(x))
}

func (Batch_Set) Descriptor() protoreflect.EnumDescriptor {
	return file_learner_proto_enumTypes[0].Descriptor()
}

func (Batch_Set) Type() protoreflect.EnumType {
	return &file_learner_proto_enumTypes[0]
}

func (x Batch_Set) Number() protoreflect.EnumNumber {
	return protoreflect.EnumNumber(x)
}

// Deprecated: Use Batch_Set.Descriptor instead.
func (Batch_Set) EnumDescriptor() ([]byte, []int) {
	return file_learner_proto_rawDescGZIP(), []int{9, 0}
}

type Done_End int32

const (
	Done_CONVERGED Done_End = 0 // the method met its own tolerance
	Done_LIMIT     Done_End = 1 // a limit of the learner, such as its passes
	Done_BUDGET    Done_End = 2 // the budget of the request
	Done_STALLED   Done_End = 3 // no step makes progress, but the tolerance was not met
)

// Enum value maps for Done_End.
var (
	Done_End_name = map[int32]string{
		0: "CONVERGED",
		1: "LIMIT",
		2: "BUDGET",
		3: "STALLED",
	}
	Done_End_value = map[string]int32{
		"CONVERGED": 0,
		"LIMIT":     1,
		"BUDGET":    2,
		"STALLED":   3,
	}
)

func (x Done_End) Enum() *Done_End {
	p := new(Done_End)
	*p = x
	return p
}

func (x Done_End) String() string {
	return protoimpl.X.EnumStringOf(x.Descriptor(), protoreflect.EnumNumber(x))
}

func (Done_End) Descriptor() protoreflect.EnumDescriptor {
	return file_learner_proto_enumTypes[1].Descriptor()
}

func (Done_End) Type() protoreflect.EnumType {
	return &file_learner_proto_enumTypes[1]
}

func (x Done_End) Number() protoreflect.EnumNumber {
	return protoreflect.EnumNumber(x)
}

// Deprecated: Use Done_End.Descriptor instead.
func (Done_End) EnumDescriptor() ([]byte, []int) {
	return file_learner_proto_rawDescGZIP(), []int{22, 0}
}

type Queries_Kind int32

const (
	Queries_MAP         Queries_Kind = 0 // a labeling with maximal score, and its score
	Queries_MARGINALS   Queries_Kind = 1 // probabilities under p(y) ∝ exp(score(y)), and log Z
	Queries_CONDITIONAL Queries_Kind = 2 // the same over the labelings that agree with given
)

// Enum value maps for Queries_Kind.
var (
	Queries_Kind_name = map[int32]string{
		0: "MAP",
		1: "MARGINALS",
		2: "CONDITIONAL",
	}
	Queries_Kind_value = map[string]int32{
		"MAP":         0,
		"MARGINALS":   1,
		"CONDITIONAL": 2,
	}
)

func (x Queries_Kind) Enum() *Queries_Kind {
	p := new(Queries_Kind)
	*p = x
	return p
}

func (x Queries_Kind) String() string {
	return protoimpl.X.EnumStringOf(x.Descriptor(), protoreflect.EnumNumber(x))
}

func (Queries_Kind) Descriptor() protoreflect.EnumDescriptor {
	return file_learner_proto_enumTypes[2].Descriptor()
}

func (Queries_Kind) Type() protoreflect.EnumType {
	return &file_learner_proto_enumTypes[2]
}

func (x Queries_Kind) Number() protoreflect.EnumNumber {
	return protoreflect.EnumNumber(x)
}

// Deprecated: Use Queries_Kind.Descriptor instead.
func (Queries_Kind) EnumDescriptor() ([]byte, []int) {
	return file_learner_proto_rawDescGZIP(), []int{30, 0}
}

type DescribeRequest struct {
	state         protoimpl.MessageState `protogen:"open.v1"`
	unknownFields protoimpl.UnknownFields
	sizeCache     protoimpl.SizeCache
}

func (x *DescribeRequest) Reset() {
	*x = DescribeRequest{}
	mi := &file_learner_proto_msgTypes[0]
	ms := protoimpl.X.MessageStateOf(protoimpl.Pointer(x))
	ms.StoreMessageInfo(mi)
}

func (x *DescribeRequest) String() string {
	return protoimpl.X.MessageStringOf(x)
}

func (*DescribeRequest) ProtoMessage() {}

func (x *DescribeRequest) ProtoReflect() protoreflect.Message {
	mi := &file_learner_proto_msgTypes[0]
	if x != nil {
		ms := protoimpl.X.MessageStateOf(protoimpl.Pointer(x))
		if ms.LoadMessageInfo() == nil {
			ms.StoreMessageInfo(mi)
		}
		return ms
	}
	return mi.MessageOf(x)
}

// Deprecated: Use DescribeRequest.ProtoReflect.Descriptor instead.
func (*DescribeRequest) Descriptor() ([]byte, []int) {
	return file_learner_proto_rawDescGZIP(), []int{0}
}

type Description struct {
	state      protoimpl.MessageState `protogen:"open.v1"`
	Name       string                 `protobuf:"bytes,1,opt,name=name,proto3" json:"name,omitempty"`
	Doc        string                 `protobuf:"bytes,2,opt,name=doc,proto3" json:"doc,omitempty"`       // one sentence
	Source     string                 `protobuf:"bytes,3,opt,name=source,proto3" json:"source,omitempty"` // the publication
	Parameters []*Parameter           `protobuf:"bytes,4,rep,name=parameters,proto3" json:"parameters,omitempty"`
	Decoders   []*Decoder             `protobuf:"bytes,5,rep,name=decoders,proto3" json:"decoders,omitempty"`   // all decoders of Predict
	Resumable  string                 `protobuf:"bytes,6,opt,name=resumable,proto3" json:"resumable,omitempty"` // when its fits can resume: "always", or in the form of a
	// Parameter's when, such as "solver=sgd"; empty: never
	Probabilities string `protobuf:"bytes,7,opt,name=probabilities,proto3" json:"probabilities,omitempty"` // in the same form: when exp(score) has the scale of a
	// probability; empty: never, as after a hinge loss
	Texts         bool `protobuf:"varint,8,opt,name=texts,proto3" json:"texts,omitempty"` // the learner reads texts and names, so that they count as its data
	unknownFields protoimpl.UnknownFields
	sizeCache     protoimpl.SizeCache
}

func (x *Description) Reset() {
	*x = Description{}
	mi := &file_learner_proto_msgTypes[1]
	ms := protoimpl.X.MessageStateOf(protoimpl.Pointer(x))
	ms.StoreMessageInfo(mi)
}

func (x *Description) String() string {
	return protoimpl.X.MessageStringOf(x)
}

func (*Description) ProtoMessage() {}

func (x *Description) ProtoReflect() protoreflect.Message {
	mi := &file_learner_proto_msgTypes[1]
	if x != nil {
		ms := protoimpl.X.MessageStateOf(protoimpl.Pointer(x))
		if ms.LoadMessageInfo() == nil {
			ms.StoreMessageInfo(mi)
		}
		return ms
	}
	return mi.MessageOf(x)
}

// Deprecated: Use Description.ProtoReflect.Descriptor instead.
func (*Description) Descriptor() ([]byte, []int) {
	return file_learner_proto_rawDescGZIP(), []int{1}
}

func (x *Description) GetName() string {
	if x != nil {
		return x.Name
	}
	return ""
}

func (x *Description) GetDoc() string {
	if x != nil {
		return x.Doc
	}
	return ""
}

func (x *Description) GetSource() string {
	if x != nil {
		return x.Source
	}
	return ""
}

func (x *Description) GetParameters() []*Parameter {
	if x != nil {
		return x.Parameters
	}
	return nil
}

func (x *Description) GetDecoders() []*Decoder {
	if x != nil {
		return x.Decoders
	}
	return nil
}

func (x *Description) GetResumable() string {
	if x != nil {
		return x.Resumable
	}
	return ""
}

func (x *Description) GetProbabilities() string {
	if x != nil {
		return x.Probabilities
	}
	return ""
}

func (x *Description) GetTexts() bool {
	if x != nil {
		return x.Texts
	}
	return false
}

type Parameter struct {
	state         protoimpl.MessageState `protogen:"open.v1"`
	Name          string                 `protobuf:"bytes,1,opt,name=name,proto3" json:"name,omitempty"`
	Type          string                 `protobuf:"bytes,2,opt,name=type,proto3" json:"type,omitempty"` // "number", "integer", "boolean" or "string"
	DefaultJson   string                 `protobuf:"bytes,3,opt,name=default_json,json=defaultJson,proto3" json:"default_json,omitempty"`
	Help          string                 `protobuf:"bytes,4,opt,name=help,proto3" json:"help,omitempty"`
	Range         string                 `protobuf:"bytes,5,opt,name=range,proto3" json:"range,omitempty"` // an interval such as "(0,inf)"; empty: any
	Enum          []string               `protobuf:"bytes,6,rep,name=enum,proto3" json:"enum,omitempty"`   // the allowed values of a string
	When          string                 `protobuf:"bytes,7,opt,name=when,proto3" json:"when,omitempty"`   // "name=value" or "name=value,value": has an effect only then
	unknownFields protoimpl.UnknownFields
	sizeCache     protoimpl.SizeCache
}

func (x *Parameter) Reset() {
	*x = Parameter{}
	mi := &file_learner_proto_msgTypes[2]
	ms := protoimpl.X.MessageStateOf(protoimpl.Pointer(x))
	ms.StoreMessageInfo(mi)
}

func (x *Parameter) String() string {
	return protoimpl.X.MessageStringOf(x)
}

func (*Parameter) ProtoMessage() {}

func (x *Parameter) ProtoReflect() protoreflect.Message {
	mi := &file_learner_proto_msgTypes[2]
	if x != nil {
		ms := protoimpl.X.MessageStateOf(protoimpl.Pointer(x))
		if ms.LoadMessageInfo() == nil {
			ms.StoreMessageInfo(mi)
		}
		return ms
	}
	return mi.MessageOf(x)
}

// Deprecated: Use Parameter.ProtoReflect.Descriptor instead.
func (*Parameter) Descriptor() ([]byte, []int) {
	return file_learner_proto_rawDescGZIP(), []int{2}
}

func (x *Parameter) GetName() string {
	if x != nil {
		return x.Name
	}
	return ""
}

func (x *Parameter) GetType() string {
	if x != nil {
		return x.Type
	}
	return ""
}

func (x *Parameter) GetDefaultJson() string {
	if x != nil {
		return x.DefaultJson
	}
	return ""
}

func (x *Parameter) GetHelp() string {
	if x != nil {
		return x.Help
	}
	return ""
}

func (x *Parameter) GetRange() string {
	if x != nil {
		return x.Range
	}
	return ""
}

func (x *Parameter) GetEnum() []string {
	if x != nil {
		return x.Enum
	}
	return nil
}

func (x *Parameter) GetWhen() string {
	if x != nil {
		return x.When
	}
	return ""
}

type Decoder struct {
	state         protoimpl.MessageState `protogen:"open.v1"`
	Name          string                 `protobuf:"bytes,1,opt,name=name,proto3" json:"name,omitempty"`
	Doc           string                 `protobuf:"bytes,2,opt,name=doc,proto3" json:"doc,omitempty"`
	Parameters    []*Parameter           `protobuf:"bytes,3,rep,name=parameters,proto3" json:"parameters,omitempty"` // its arguments
	unknownFields protoimpl.UnknownFields
	sizeCache     protoimpl.SizeCache
}

func (x *Decoder) Reset() {
	*x = Decoder{}
	mi := &file_learner_proto_msgTypes[3]
	ms := protoimpl.X.MessageStateOf(protoimpl.Pointer(x))
	ms.StoreMessageInfo(mi)
}

func (x *Decoder) String() string {
	return protoimpl.X.MessageStringOf(x)
}

func (*Decoder) ProtoMessage() {}

func (x *Decoder) ProtoReflect() protoreflect.Message {
	mi := &file_learner_proto_msgTypes[3]
	if x != nil {
		ms := protoimpl.X.MessageStateOf(protoimpl.Pointer(x))
		if ms.LoadMessageInfo() == nil {
			ms.StoreMessageInfo(mi)
		}
		return ms
	}
	return mi.MessageOf(x)
}

// Deprecated: Use Decoder.ProtoReflect.Descriptor instead.
func (*Decoder) Descriptor() ([]byte, []int) {
	return file_learner_proto_rawDescGZIP(), []int{3}
}

func (x *Decoder) GetName() string {
	if x != nil {
		return x.Name
	}
	return ""
}

func (x *Decoder) GetDoc() string {
	if x != nil {
		return x.Doc
	}
	return ""
}

func (x *Decoder) GetParameters() []*Parameter {
	if x != nil {
		return x.Parameters
	}
	return nil
}

type Rows struct {
	state         protoimpl.MessageState `protogen:"open.v1"`
	N             int32                  `protobuf:"varint,1,opt,name=n,proto3" json:"n,omitempty"`
	D             int32                  `protobuf:"varint,2,opt,name=d,proto3" json:"d,omitempty"`
	Dense         []byte                 `protobuf:"bytes,3,opt,name=dense,proto3" json:"dense,omitempty"` // float32, n×d; or
	Start         []byte                 `protobuf:"bytes,4,opt,name=start,proto3" json:"start,omitempty"` // int32, n+1 (compressed sparse rows)
	Index         []byte                 `protobuf:"bytes,5,opt,name=index,proto3" json:"index,omitempty"` // int32
	Value         []byte                 `protobuf:"bytes,6,opt,name=value,proto3" json:"value,omitempty"` // float32; absent: all ones
	Sparse        bool                   `protobuf:"varint,7,opt,name=sparse,proto3" json:"sparse,omitempty"`
	unknownFields protoimpl.UnknownFields
	sizeCache     protoimpl.SizeCache
}

func (x *Rows) Reset() {
	*x = Rows{}
	mi := &file_learner_proto_msgTypes[4]
	ms := protoimpl.X.MessageStateOf(protoimpl.Pointer(x))
	ms.StoreMessageInfo(mi)
}

func (x *Rows) String() string {
	return protoimpl.X.MessageStringOf(x)
}

func (*Rows) ProtoMessage() {}

func (x *Rows) ProtoReflect() protoreflect.Message {
	mi := &file_learner_proto_msgTypes[4]
	if x != nil {
		ms := protoimpl.X.MessageStateOf(protoimpl.Pointer(x))
		if ms.LoadMessageInfo() == nil {
			ms.StoreMessageInfo(mi)
		}
		return ms
	}
	return mi.MessageOf(x)
}

// Deprecated: Use Rows.ProtoReflect.Descriptor instead.
func (*Rows) Descriptor() ([]byte, []int) {
	return file_learner_proto_rawDescGZIP(), []int{4}
}

func (x *Rows) GetN() int32 {
	if x != nil {
		return x.N
	}
	return 0
}

func (x *Rows) GetD() int32 {
	if x != nil {
		return x.D
	}
	return 0
}

func (x *Rows) GetDense() []byte {
	if x != nil {
		return x.Dense
	}
	return nil
}

func (x *Rows) GetStart() []byte {
	if x != nil {
		return x.Start
	}
	return nil
}

func (x *Rows) GetIndex() []byte {
	if x != nil {
		return x.Index
	}
	return nil
}

func (x *Rows) GetValue() []byte {
	if x != nil {
		return x.Value
	}
	return nil
}

func (x *Rows) GetSparse() bool {
	if x != nil {
		return x.Sparse
	}
	return false
}

type Instance struct {
	state        protoimpl.MessageState `protogen:"open.v1"`
	Id           string                 `protobuf:"bytes,1,opt,name=id,proto3" json:"id,omitempty"`
	Weight       float64                `protobuf:"fixed64,2,opt,name=weight,proto3" json:"weight,omitempty"`
	K            int32                  `protobuf:"varint,3,opt,name=k,proto3" json:"k,omitempty"`
	Node         *Rows                  `protobuf:"bytes,4,opt,name=node,proto3" json:"node,omitempty"`
	Chain        bool                   `protobuf:"varint,5,opt,name=chain,proto3" json:"chain,omitempty"`                                   // the edges are {t,t+1}
	Edges        []byte                 `protobuf:"bytes,6,opt,name=edges,proto3" json:"edges,omitempty"`                                    // int32, m pairs U < V; absent for a chain
	Edge         *Rows                  `protobuf:"bytes,7,opt,name=edge,proto3" json:"edge,omitempty"`                                      // d = 0: one constant feature
	Gold         []byte                 `protobuf:"bytes,8,opt,name=gold,proto3" json:"gold,omitempty"`                                      // int32, n; -1 unknown
	Constrained  bool                   `protobuf:"varint,9,opt,name=constrained,proto3" json:"constrained,omitempty"`                       // candidates are listed
	AllowedStart []byte                 `protobuf:"bytes,10,opt,name=allowed_start,json=allowedStart,proto3" json:"allowed_start,omitempty"` // int32, n+1
	Allowed      []byte                 `protobuf:"bytes,11,opt,name=allowed,proto3" json:"allowed,omitempty"`                               // int32; an empty list allows all
	Size         []byte                 `protobuf:"bytes,12,opt,name=size,proto3" json:"size,omitempty"`                                     // float64, n; absent: 1
	Rows         int32                  `protobuf:"varint,13,opt,name=rows,proto3" json:"rows,omitempty"`                                    // an image grid, else 0
	Columns      int32                  `protobuf:"varint,14,opt,name=columns,proto3" json:"columns,omitempty"`
	Frame        *Frame                 `protobuf:"bytes,15,opt,name=frame,proto3" json:"frame,omitempty"`         // absent: the instance is whole
	Structure    *Structure             `protobuf:"bytes,16,opt,name=structure,proto3" json:"structure,omitempty"` // absent: all labelings are allowed
	Label        *Rows                  `protobuf:"bytes,17,opt,name=label,proto3" json:"label,omitempty"`         // k rows, features of labels; d = 0: none
	Factors      *Factors               `protobuf:"bytes,18,opt,name=factors,proto3" json:"factors,omitempty"`     // absent: none
	Costs        []byte                 `protobuf:"bytes,19,opt,name=costs,proto3" json:"costs,omitempty"`         // float64, n×K: true costs of labels, of training instances with all
	// labels; absent: not known
	Texts []string `protobuf:"bytes,20,rep,name=texts,proto3" json:"texts,omitempty"` // n words behind the variables, for a learner that asks for them
	// by texts of its Description; none: there are none
	ConstrainedPairs bool `protobuf:"varint,21,opt,name=constrained_pairs,json=constrainedPairs,proto3" json:"constrained_pairs,omitempty"` // the transitions of the batch hold for this chain. The harness
	unknownFields    protoimpl.UnknownFields
	sizeCache        protoimpl.SizeCache
}

func (x *Instance) Reset() {
	*x = Instance{}
	mi := &file_learner_proto_msgTypes[5]
	ms := protoimpl.X.MessageStateOf(protoimpl.Pointer(x))
	ms.StoreMessageInfo(mi)
}

func (x *Instance) String() string {
	return protoimpl.X.MessageStringOf(x)
}

func (*Instance) ProtoMessage() {}

func (x *Instance) ProtoReflect() protoreflect.Message {
	mi := &file_learner_proto_msgTypes[5]
	if x != nil {
		ms := protoimpl.X.MessageStateOf(protoimpl.Pointer(x))
		if ms.LoadMessageInfo() == nil {
			ms.StoreMessageInfo(mi)
		}
		return ms
	}
	return mi.MessageOf(x)
}

// Deprecated: Use Instance.ProtoReflect.Descriptor instead.
func (*Instance) Descriptor() ([]byte, []int) {
	return file_learner_proto_rawDescGZIP(), []int{5}
}

func (x *Instance) GetId() string {
	if x != nil {
		return x.Id
	}
	return ""
}

func (x *Instance) GetWeight() float64 {
	if x != nil {
		return x.Weight
	}
	return 0
}

func (x *Instance) GetK() int32 {
	if x != nil {
		return x.K
	}
	return 0
}

func (x *Instance) GetNode() *Rows {
	if x != nil {
		return x.Node
	}
	return nil
}

func (x *Instance) GetChain() bool {
	if x != nil {
		return x.Chain
	}
	return false
}

func (x *Instance) GetEdges() []byte {
	if x != nil {
		return x.Edges
	}
	return nil
}

func (x *Instance) GetEdge() *Rows {
	if x != nil {
		return x.Edge
	}
	return nil
}

func (x *Instance) GetGold() []byte {
	if x != nil {
		return x.Gold
	}
	return nil
}

func (x *Instance) GetConstrained() bool {
	if x != nil {
		return x.Constrained
	}
	return false
}

func (x *Instance) GetAllowedStart() []byte {
	if x != nil {
		return x.AllowedStart
	}
	return nil
}

func (x *Instance) GetAllowed() []byte {
	if x != nil {
		return x.Allowed
	}
	return nil
}

func (x *Instance) GetSize() []byte {
	if x != nil {
		return x.Size
	}
	return nil
}

func (x *Instance) GetRows() int32 {
	if x != nil {
		return x.Rows
	}
	return 0
}

func (x *Instance) GetColumns() int32 {
	if x != nil {
		return x.Columns
	}
	return 0
}

func (x *Instance) GetFrame() *Frame {
	if x != nil {
		return x.Frame
	}
	return nil
}

func (x *Instance) GetStructure() *Structure {
	if x != nil {
		return x.Structure
	}
	return nil
}

func (x *Instance) GetLabel() *Rows {
	if x != nil {
		return x.Label
	}
	return nil
}

func (x *Instance) GetFactors() *Factors {
	if x != nil {
		return x.Factors
	}
	return nil
}

func (x *Instance) GetCosts() []byte {
	if x != nil {
		return x.Costs
	}
	return nil
}

func (x *Instance) GetTexts() []string {
	if x != nil {
		return x.Texts
	}
	return nil
}

func (x *Instance) GetConstrainedPairs() bool {
	if x != nil {
		return x.ConstrainedPairs
	}
	return false
}

// Factors join three variables each, or four each, beside the edges. A learner that asks the harness
// for maxima and sums by weights need not know them.
type Factors struct {
	state         protoimpl.MessageState `protogen:"open.v1"`
	Arity         int32                  `protobuf:"varint,1,opt,name=arity,proto3" json:"arity,omitempty"`        // 3 or 4
	Variables     []byte                 `protobuf:"bytes,2,opt,name=variables,proto3" json:"variables,omitempty"` // int32, arity for each factor, ascending
	Rows          *Rows                  `protobuf:"bytes,3,opt,name=rows,proto3" json:"rows,omitempty"`           // features; absent: the constant feature
	unknownFields protoimpl.UnknownFields
	sizeCache     protoimpl.SizeCache
}

func (x *Factors) Reset() {
	*x = Factors{}
	mi := &file_learner_proto_msgTypes[6]
	ms := protoimpl.X.MessageStateOf(protoimpl.Pointer(x))
	ms.StoreMessageInfo(mi)
}

func (x *Factors) String() string {
	return protoimpl.X.MessageStringOf(x)
}

func (*Factors) ProtoMessage() {}

func (x *Factors) ProtoReflect() protoreflect.Message {
	mi := &file_learner_proto_msgTypes[6]
	if x != nil {
		ms := protoimpl.X.MessageStateOf(protoimpl.Pointer(x))
		if ms.LoadMessageInfo() == nil {
			ms.StoreMessageInfo(mi)
		}
		return ms
	}
	return mi.MessageOf(x)
}

// Deprecated: Use Factors.ProtoReflect.Descriptor instead.
func (*Factors) Descriptor() ([]byte, []int) {
	return file_learner_proto_rawDescGZIP(), []int{6}
}

func (x *Factors) GetArity() int32 {
	if x != nil {
		return x.Arity
	}
	return 0
}

func (x *Factors) GetVariables() []byte {
	if x != nil {
		return x.Variables
	}
	return nil
}

func (x *Factors) GetRows() *Rows {
	if x != nil {
		return x.Rows
	}
	return nil
}

// A Structure is the set of allowed labelings of an instance without edges. A learner that asks the
// harness for maxima and sums need not know it.
type Structure struct {
	state         protoimpl.MessageState `protogen:"open.v1"`
	Kind          string                 `protobuf:"bytes,1,opt,name=kind,proto3" json:"kind,omitempty"`      // assignment, arborescence, path, cardinality or command
	None          int32                  `protobuf:"varint,2,opt,name=none,proto3" json:"none,omitempty"`     // of an assignment: the label without a limit; -1: there is none
	Single        bool                   `protobuf:"varint,3,opt,name=single,proto3" json:"single,omitempty"` // of an arborescence: the root has one child
	Arcs          []byte                 `protobuf:"bytes,4,opt,name=arcs,proto3" json:"arcs,omitempty"`      // of a path: int32, n pairs U < V
	Source        int32                  `protobuf:"varint,5,opt,name=source,proto3" json:"source,omitempty"` // of a path
	Sink          int32                  `protobuf:"varint,6,opt,name=sink,proto3" json:"sink,omitempty"`
	Least         int32                  `protobuf:"varint,7,opt,name=least,proto3" json:"least,omitempty"` // of a cardinality: variables with label 1
	Most          int32                  `protobuf:"varint,8,opt,name=most,proto3" json:"most,omitempty"`
	Command       []string               `protobuf:"bytes,9,rep,name=command,proto3" json:"command,omitempty"`    // the program that solves it, in the learner's sandbox
	Seconds       float64                `protobuf:"fixed64,10,opt,name=seconds,proto3" json:"seconds,omitempty"` // that its answer may take
	Sums          bool                   `protobuf:"varint,11,opt,name=sums,proto3" json:"sums,omitempty"`        // it sums, too
	Id            string                 `protobuf:"bytes,12,opt,name=id,proto3" json:"id,omitempty"`             // of the instance, for it
	unknownFields protoimpl.UnknownFields
	sizeCache     protoimpl.SizeCache
}

func (x *Structure) Reset() {
	*x = Structure{}
	mi := &file_learner_proto_msgTypes[7]
	ms := protoimpl.X.MessageStateOf(protoimpl.Pointer(x))
	ms.StoreMessageInfo(mi)
}

func (x *Structure) String() string {
	return protoimpl.X.MessageStringOf(x)
}

func (*Structure) ProtoMessage() {}

func (x *Structure) ProtoReflect() protoreflect.Message {
	mi := &file_learner_proto_msgTypes[7]
	if x != nil {
		ms := protoimpl.X.MessageStateOf(protoimpl.Pointer(x))
		if ms.LoadMessageInfo() == nil {
			ms.StoreMessageInfo(mi)
		}
		return ms
	}
	return mi.MessageOf(x)
}

// Deprecated: Use Structure.ProtoReflect.Descriptor instead.
func (*Structure) Descriptor() ([]byte, []int) {
	return file_learner_proto_rawDescGZIP(), []int{7}
}

func (x *Structure) GetKind() string {
	if x != nil {
		return x.Kind
	}
	return ""
}

func (x *Structure) GetNone() int32 {
	if x != nil {
		return x.None
	}
	return 0
}

func (x *Structure) GetSingle() bool {
	if x != nil {
		return x.Single
	}
	return false
}

func (x *Structure) GetArcs() []byte {
	if x != nil {
		return x.Arcs
	}
	return nil
}

func (x *Structure) GetSource() int32 {
	if x != nil {
		return x.Source
	}
	return 0
}

func (x *Structure) GetSink() int32 {
	if x != nil {
		return x.Sink
	}
	return 0
}

func (x *Structure) GetLeast() int32 {
	if x != nil {
		return x.Least
	}
	return 0
}

func (x *Structure) GetMost() int32 {
	if x != nil {
		return x.Most
	}
	return 0
}

func (x *Structure) GetCommand() []string {
	if x != nil {
		return x.Command
	}
	return nil
}

func (x *Structure) GetSeconds() float64 {
	if x != nil {
		return x.Seconds
	}
	return 0
}

func (x *Structure) GetSums() bool {
	if x != nil {
		return x.Sums
	}
	return false
}

func (x *Structure) GetId() string {
	if x != nil {
		return x.Id
	}
	return ""
}

// A Frame is the grid or chain whose void variables were cut out of a training instance. A
// network can see all of its features; the graph and all else are those of the instance.
type Frame struct {
	state         protoimpl.MessageState `protogen:"open.v1"`
	Rows          int32                  `protobuf:"varint,1,opt,name=rows,proto3" json:"rows,omitempty"` // an image grid, else 0
	Columns       int32                  `protobuf:"varint,2,opt,name=columns,proto3" json:"columns,omitempty"`
	Node          *Rows                  `protobuf:"bytes,3,opt,name=node,proto3" json:"node,omitempty"` // of all variables
	At            []byte                 `protobuf:"bytes,4,opt,name=at,proto3" json:"at,omitempty"`     // int32, n, ascending: the place of each variable
	unknownFields protoimpl.UnknownFields
	sizeCache     protoimpl.SizeCache
}

func (x *Frame) Reset() {
	*x = Frame{}
	mi := &file_learner_proto_msgTypes[8]
	ms := protoimpl.X.MessageStateOf(protoimpl.Pointer(x))
	ms.StoreMessageInfo(mi)
}

func (x *Frame) String() string {
	return protoimpl.X.MessageStringOf(x)
}

func (*Frame) ProtoMessage() {}

func (x *Frame) ProtoReflect() protoreflect.Message {
	mi := &file_learner_proto_msgTypes[8]
	if x != nil {
		ms := protoimpl.X.MessageStateOf(protoimpl.Pointer(x))
		if ms.LoadMessageInfo() == nil {
			ms.StoreMessageInfo(mi)
		}
		return ms
	}
	return mi.MessageOf(x)
}

// Deprecated: Use Frame.ProtoReflect.Descriptor instead.
func (*Frame) Descriptor() ([]byte, []int) {
	return file_learner_proto_rawDescGZIP(), []int{8}
}

func (x *Frame) GetRows() int32 {
	if x != nil {
		return x.Rows
	}
	return 0
}

func (x *Frame) GetColumns() int32 {
	if x != nil {
		return x.Columns
	}
	return 0
}

func (x *Frame) GetNode() *Rows {
	if x != nil {
		return x.Node
	}
	return nil
}

func (x *Frame) GetAt() []byte {
	if x != nil {
		return x.At
	}
	return nil
}

type Batch struct {
	state         protoimpl.MessageState `protogen:"open.v1"`
	Set           Batch_Set              `protobuf:"varint,1,opt,name=set,proto3,enum=spbench.v2.Batch_Set" json:"set,omitempty"`
	Instances     []*Instance            `protobuf:"bytes,2,rep,name=instances,proto3" json:"instances,omitempty"`
	Names         *Names                 `protobuf:"bytes,3,opt,name=names,proto3" json:"names,omitempty"`             // in the first batch, for a learner that asks for texts
	Transitions   []byte                 `protobuf:"bytes,4,opt,name=transitions,proto3" json:"transitions,omitempty"` // in each batch, 1 if allowed: K labels that may be first, K that may
	unknownFields protoimpl.UnknownFields
	sizeCache     protoimpl.SizeCache
}

func (x *Batch) Reset() {
	*x = Batch{}
	mi := &file_learner_proto_msgTypes[9]
	ms := protoimpl.X.MessageStateOf(protoimpl.Pointer(x))
	ms.StoreMessageInfo(mi)
}

func (x *Batch) String() string {
	return protoimpl.X.MessageStringOf(x)
}

func (*Batch) ProtoMessage() {}

func (x *Batch) ProtoReflect() protoreflect.Message {
	mi := &file_learner_proto_msgTypes[9]
	if x != nil {
		ms := protoimpl.X.MessageStateOf(protoimpl.Pointer(x))
		if ms.LoadMessageInfo() == nil {
			ms.StoreMessageInfo(mi)
		}
		return ms
	}
	return mi.MessageOf(x)
}

// Deprecated: Use Batch.ProtoReflect.Descriptor instead.
func (*Batch) Descriptor() ([]byte, []int) {
	return file_learner_proto_rawDescGZIP(), []int{9}
}

func (x *Batch) GetSet() Batch_Set {
	if x != nil {
		return x.Set
	}
	return Batch_TRAIN
}

func (x *Batch) GetInstances() []*Instance {
	if x != nil {
		return x.Instances
	}
	return nil
}

func (x *Batch) GetNames() *Names {
	if x != nil {
		return x.Names
	}
	return nil
}

func (x *Batch) GetTransitions() []byte {
	if x != nil {
		return x.Transitions
	}
	return nil
}

// Names are the names of labels, and of the columns of features of variables if they have names.
type Names struct {
	state         protoimpl.MessageState `protogen:"open.v1"`
	Labels        []string               `protobuf:"bytes,1,rep,name=labels,proto3" json:"labels,omitempty"`
	Features      []string               `protobuf:"bytes,2,rep,name=features,proto3" json:"features,omitempty"`
	unknownFields protoimpl.UnknownFields
	sizeCache     protoimpl.SizeCache
}

func (x *Names) Reset() {
	*x = Names{}
	mi := &file_learner_proto_msgTypes[10]
	ms := protoimpl.X.MessageStateOf(protoimpl.Pointer(x))
	ms.StoreMessageInfo(mi)
}

func (x *Names) String() string {
	return protoimpl.X.MessageStringOf(x)
}

func (*Names) ProtoMessage() {}

func (x *Names) ProtoReflect() protoreflect.Message {
	mi := &file_learner_proto_msgTypes[10]
	if x != nil {
		ms := protoimpl.X.MessageStateOf(protoimpl.Pointer(x))
		if ms.LoadMessageInfo() == nil {
			ms.StoreMessageInfo(mi)
		}
		return ms
	}
	return mi.MessageOf(x)
}

// Deprecated: Use Names.ProtoReflect.Descriptor instead.
func (*Names) Descriptor() ([]byte, []int) {
	return file_learner_proto_rawDescGZIP(), []int{10}
}

func (x *Names) GetLabels() []string {
	if x != nil {
		return x.Labels
	}
	return nil
}

func (x *Names) GetFeatures() []string {
	if x != nil {
		return x.Features
	}
	return nil
}

type LoadReply struct {
	state         protoimpl.MessageState `protogen:"open.v1"`
	Instances     int32                  `protobuf:"varint,1,opt,name=instances,proto3" json:"instances,omitempty"`
	unknownFields protoimpl.UnknownFields
	sizeCache     protoimpl.SizeCache
}

func (x *LoadReply) Reset() {
	*x = LoadReply{}
	mi := &file_learner_proto_msgTypes[11]
	ms := protoimpl.X.MessageStateOf(protoimpl.Pointer(x))
	ms.StoreMessageInfo(mi)
}

func (x *LoadReply) String() string {
	return protoimpl.X.MessageStringOf(x)
}

func (*LoadReply) ProtoMessage() {}

func (x *LoadReply) ProtoReflect() protoreflect.Message {
	mi := &file_learner_proto_msgTypes[11]
	if x != nil {
		ms := protoimpl.X.MessageStateOf(protoimpl.Pointer(x))
		if ms.LoadMessageInfo() == nil {
			ms.StoreMessageInfo(mi)
		}
		return ms
	}
	return mi.MessageOf(x)
}

// Deprecated: Use LoadReply.ProtoReflect.Descriptor instead.
func (*LoadReply) Descriptor() ([]byte, []int) {
	return file_learner_proto_rawDescGZIP(), []int{11}
}

func (x *LoadReply) GetInstances() int32 {
	if x != nil {
		return x.Instances
	}
	return 0
}

// A Spec names a feature map or loss of the common registry.
type Spec struct {
	state         protoimpl.MessageState `protogen:"open.v1"`
	Name          string                 `protobuf:"bytes,1,opt,name=name,proto3" json:"name,omitempty"`
	ArgsJson      string                 `protobuf:"bytes,2,opt,name=args_json,json=argsJson,proto3" json:"args_json,omitempty"`
	unknownFields protoimpl.UnknownFields
	sizeCache     protoimpl.SizeCache
}

func (x *Spec) Reset() {
	*x = Spec{}
	mi := &file_learner_proto_msgTypes[12]
	ms := protoimpl.X.MessageStateOf(protoimpl.Pointer(x))
	ms.StoreMessageInfo(mi)
}

func (x *Spec) String() string {
	return protoimpl.X.MessageStringOf(x)
}

func (*Spec) ProtoMessage() {}

func (x *Spec) ProtoReflect() protoreflect.Message {
	mi := &file_learner_proto_msgTypes[12]
	if x != nil {
		ms := protoimpl.X.MessageStateOf(protoimpl.Pointer(x))
		if ms.LoadMessageInfo() == nil {
			ms.StoreMessageInfo(mi)
		}
		return ms
	}
	return mi.MessageOf(x)
}

// Deprecated: Use Spec.ProtoReflect.Descriptor instead.
func (*Spec) Descriptor() ([]byte, []int) {
	return file_learner_proto_rawDescGZIP(), []int{12}
}

func (x *Spec) GetName() string {
	if x != nil {
		return x.Name
	}
	return ""
}

func (x *Spec) GetArgsJson() string {
	if x != nil {
		return x.ArgsJson
	}
	return ""
}

// A Setting is the common part of a fit and its predictions.
type Setting struct {
	state      protoimpl.MessageState `protogen:"open.v1"`
	Map        *Spec                  `protobuf:"bytes,1,opt,name=map,proto3" json:"map,omitempty"`
	K          int32                  `protobuf:"varint,2,opt,name=k,proto3" json:"k,omitempty"`                                  // labels
	NodeWidth  int32                  `protobuf:"varint,3,opt,name=node_width,json=nodeWidth,proto3" json:"node_width,omitempty"` // Dn
	EdgeWidth  int32                  `protobuf:"varint,4,opt,name=edge_width,json=edgeWidth,proto3" json:"edge_width,omitempty"` // De
	Loss       *Spec                  `protobuf:"bytes,5,opt,name=loss,proto3" json:"loss,omitempty"`
	ParamsJson string                 `protobuf:"bytes,6,opt,name=params_json,json=paramsJson,proto3" json:"params_json,omitempty"` // the learner's own parameters
	Seed       uint64                 `protobuf:"varint,7,opt,name=seed,proto3" json:"seed,omitempty"`
	// The oracle of a fit's solvers and queries. No name, or exact: exact maxima and sums.
	// Other names (lbp, icm, …) are approximate: maxima may be missed and sums inexact, so
	// that gaps may be negative and objectives wrong. Predictions do not depend on it.
	Oracle *Spec `protobuf:"bytes,8,opt,name=oracle,proto3" json:"oracle,omitempty"`
	// Weights of the feature map that exist, ascending; a fit has no others. Empty: all of them.
	Seen          []int32 `protobuf:"varint,9,rep,packed,name=seen,proto3" json:"seen,omitempty"`
	unknownFields protoimpl.UnknownFields
	sizeCache     protoimpl.SizeCache
}

func (x *Setting) Reset() {
	*x = Setting{}
	mi := &file_learner_proto_msgTypes[13]
	ms := protoimpl.X.MessageStateOf(protoimpl.Pointer(x))
	ms.StoreMessageInfo(mi)
}

func (x *Setting) String() string {
	return protoimpl.X.MessageStringOf(x)
}

func (*Setting) ProtoMessage() {}

func (x *Setting) ProtoReflect() protoreflect.Message {
	mi := &file_learner_proto_msgTypes[13]
	if x != nil {
		ms := protoimpl.X.MessageStateOf(protoimpl.Pointer(x))
		if ms.LoadMessageInfo() == nil {
			ms.StoreMessageInfo(mi)
		}
		return ms
	}
	return mi.MessageOf(x)
}

// Deprecated: Use Setting.ProtoReflect.Descriptor instead.
func (*Setting) Descriptor() ([]byte, []int) {
	return file_learner_proto_rawDescGZIP(), []int{13}
}

func (x *Setting) GetMap() *Spec {
	if x != nil {
		return x.Map
	}
	return nil
}

func (x *Setting) GetK() int32 {
	if x != nil {
		return x.K
	}
	return 0
}

func (x *Setting) GetNodeWidth() int32 {
	if x != nil {
		return x.NodeWidth
	}
	return 0
}

func (x *Setting) GetEdgeWidth() int32 {
	if x != nil {
		return x.EdgeWidth
	}
	return 0
}

func (x *Setting) GetLoss() *Spec {
	if x != nil {
		return x.Loss
	}
	return nil
}

func (x *Setting) GetParamsJson() string {
	if x != nil {
		return x.ParamsJson
	}
	return ""
}

func (x *Setting) GetSeed() uint64 {
	if x != nil {
		return x.Seed
	}
	return 0
}

func (x *Setting) GetOracle() *Spec {
	if x != nil {
		return x.Oracle
	}
	return nil
}

func (x *Setting) GetSeen() []int32 {
	if x != nil {
		return x.Seen
	}
	return nil
}

type Schedule struct {
	state         protoimpl.MessageState `protogen:"open.v1"`
	First         float64                `protobuf:"fixed64,1,opt,name=first,proto3" json:"first,omitempty"`   // passes at the first checkpoint; 0: only the last
	Factor        float64                `protobuf:"fixed64,2,opt,name=factor,proto3" json:"factor,omitempty"` // from one checkpoint to the next, > 1
	unknownFields protoimpl.UnknownFields
	sizeCache     protoimpl.SizeCache
}

func (x *Schedule) Reset() {
	*x = Schedule{}
	mi := &file_learner_proto_msgTypes[14]
	ms := protoimpl.X.MessageStateOf(protoimpl.Pointer(x))
	ms.StoreMessageInfo(mi)
}

func (x *Schedule) String() string {
	return protoimpl.X.MessageStringOf(x)
}

func (*Schedule) ProtoMessage() {}

func (x *Schedule) ProtoReflect() protoreflect.Message {
	mi := &file_learner_proto_msgTypes[14]
	if x != nil {
		ms := protoimpl.X.MessageStateOf(protoimpl.Pointer(x))
		if ms.LoadMessageInfo() == nil {
			ms.StoreMessageInfo(mi)
		}
		return ms
	}
	return mi.MessageOf(x)
}

// Deprecated: Use Schedule.ProtoReflect.Descriptor instead.
func (*Schedule) Descriptor() ([]byte, []int) {
	return file_learner_proto_rawDescGZIP(), []int{14}
}

func (x *Schedule) GetFirst() float64 {
	if x != nil {
		return x.First
	}
	return 0
}

func (x *Schedule) GetFactor() float64 {
	if x != nil {
		return x.Factor
	}
	return 0
}

type FitRequest struct {
	state         protoimpl.MessageState `protogen:"open.v1"`
	Setting       *Setting               `protobuf:"bytes,1,opt,name=setting,proto3" json:"setting,omitempty"`
	Budget        *Budget                `protobuf:"bytes,2,opt,name=budget,proto3" json:"budget,omitempty"`
	Schedule      *Schedule              `protobuf:"bytes,3,opt,name=schedule,proto3" json:"schedule,omitempty"`
	Oracles       *Access                `protobuf:"bytes,4,opt,name=oracles,proto3" json:"oracles,omitempty"`                                    // to the training instances
	SaveSeconds   float64                `protobuf:"fixed64,5,opt,name=save_seconds,json=saveSeconds,proto3" json:"save_seconds,omitempty"`       // time between two Saved, approximate; 0: never
	Resume        *Saved                 `protobuf:"bytes,6,opt,name=resume,proto3" json:"resume,omitempty"`                                      // the state to resume; absent: a new fit
	ReportSeconds float64                `protobuf:"fixed64,7,opt,name=report_seconds,json=reportSeconds,proto3" json:"report_seconds,omitempty"` // no longer set
	unknownFields protoimpl.UnknownFields
	sizeCache     protoimpl.SizeCache
}

func (x *FitRequest) Reset() {
	*x = FitRequest{}
	mi := &file_learner_proto_msgTypes[15]
	ms := protoimpl.X.MessageStateOf(protoimpl.Pointer(x))
	ms.StoreMessageInfo(mi)
}

func (x *FitRequest) String() string {
	return protoimpl.X.MessageStringOf(x)
}

func (*FitRequest) ProtoMessage() {}

func (x *FitRequest) ProtoReflect() protoreflect.Message {
	mi := &file_learner_proto_msgTypes[15]
	if x != nil {
		ms := protoimpl.X.MessageStateOf(protoimpl.Pointer(x))
		if ms.LoadMessageInfo() == nil {
			ms.StoreMessageInfo(mi)
		}
		return ms
	}
	return mi.MessageOf(x)
}

// Deprecated: Use FitRequest.ProtoReflect.Descriptor instead.
func (*FitRequest) Descriptor() ([]byte, []int) {
	return file_learner_proto_rawDescGZIP(), []int{15}
}

func (x *FitRequest) GetSetting() *Setting {
	if x != nil {
		return x.Setting
	}
	return nil
}

func (x *FitRequest) GetBudget() *Budget {
	if x != nil {
		return x.Budget
	}
	return nil
}

func (x *FitRequest) GetSchedule() *Schedule {
	if x != nil {
		return x.Schedule
	}
	return nil
}

func (x *FitRequest) GetOracles() *Access {
	if x != nil {
		return x.Oracles
	}
	return nil
}

func (x *FitRequest) GetSaveSeconds() float64 {
	if x != nil {
		return x.SaveSeconds
	}
	return 0
}

func (x *FitRequest) GetResume() *Saved {
	if x != nil {
		return x.Resume
	}
	return nil
}

func (x *FitRequest) GetReportSeconds() float64 {
	if x != nil {
		return x.ReportSeconds
	}
	return 0
}

// A Saved is the state of a fit between two steps, and the counts so far.
type Saved struct {
	state         protoimpl.MessageState `protogen:"open.v1"`
	State         []byte                 `protobuf:"bytes,1,opt,name=state,proto3" json:"state,omitempty"`   // everything that the learner needs to resume, at most 1 GiB
	Counts        *Counts                `protobuf:"bytes,2,opt,name=counts,proto3" json:"counts,omitempty"` // so far
	unknownFields protoimpl.UnknownFields
	sizeCache     protoimpl.SizeCache
}

func (x *Saved) Reset() {
	*x = Saved{}
	mi := &file_learner_proto_msgTypes[16]
	ms := protoimpl.X.MessageStateOf(protoimpl.Pointer(x))
	ms.StoreMessageInfo(mi)
}

func (x *Saved) String() string {
	return protoimpl.X.MessageStringOf(x)
}

func (*Saved) ProtoMessage() {}

func (x *Saved) ProtoReflect() protoreflect.Message {
	mi := &file_learner_proto_msgTypes[16]
	if x != nil {
		ms := protoimpl.X.MessageStateOf(protoimpl.Pointer(x))
		if ms.LoadMessageInfo() == nil {
			ms.StoreMessageInfo(mi)
		}
		return ms
	}
	return mi.MessageOf(x)
}

// Deprecated: Use Saved.ProtoReflect.Descriptor instead.
func (*Saved) Descriptor() ([]byte, []int) {
	return file_learner_proto_rawDescGZIP(), []int{16}
}

func (x *Saved) GetState() []byte {
	if x != nil {
		return x.State
	}
	return nil
}

func (x *Saved) GetCounts() *Counts {
	if x != nil {
		return x.Counts
	}
	return nil
}

// A Budget ends a fit at the first bound that it reaches; 0: no bound.
type Budget struct {
	state         protoimpl.MessageState `protogen:"open.v1"`
	Passes        float64                `protobuf:"fixed64,1,opt,name=passes,proto3" json:"passes,omitempty"` // visits / training instances
	Visits        int64                  `protobuf:"varint,2,opt,name=visits,proto3" json:"visits,omitempty"`
	Calls         int64                  `protobuf:"varint,3,opt,name=calls,proto3" json:"calls,omitempty"` // oracle calls of all kinds
	Map           int64                  `protobuf:"varint,4,opt,name=map,proto3" json:"map,omitempty"`     // of one kind
	Marginals     int64                  `protobuf:"varint,5,opt,name=marginals,proto3" json:"marginals,omitempty"`
	Clamped       int64                  `protobuf:"varint,6,opt,name=clamped,proto3" json:"clamped,omitempty"`
	CpuSeconds    float64                `protobuf:"fixed64,7,opt,name=cpu_seconds,json=cpuSeconds,proto3" json:"cpu_seconds,omitempty"` // of the learner's process, which stops by itself; in a resumed fit, the rest
	Seconds       float64                `protobuf:"fixed64,8,opt,name=seconds,proto3" json:"seconds,omitempty"`                         // wall time, in the same way
	Conditional   int64                  `protobuf:"varint,9,opt,name=conditional,proto3" json:"conditional,omitempty"`
	Sweeps        int64                  `protobuf:"varint,10,opt,name=sweeps,proto3" json:"sweeps,omitempty"`
	unknownFields protoimpl.UnknownFields
	sizeCache     protoimpl.SizeCache
}

func (x *Budget) Reset() {
	*x = Budget{}
	mi := &file_learner_proto_msgTypes[17]
	ms := protoimpl.X.MessageStateOf(protoimpl.Pointer(x))
	ms.StoreMessageInfo(mi)
}

func (x *Budget) String() string {
	return protoimpl.X.MessageStringOf(x)
}

func (*Budget) ProtoMessage() {}

func (x *Budget) ProtoReflect() protoreflect.Message {
	mi := &file_learner_proto_msgTypes[17]
	if x != nil {
		ms := protoimpl.X.MessageStateOf(protoimpl.Pointer(x))
		if ms.LoadMessageInfo() == nil {
			ms.StoreMessageInfo(mi)
		}
		return ms
	}
	return mi.MessageOf(x)
}

// Deprecated: Use Budget.ProtoReflect.Descriptor instead.
func (*Budget) Descriptor() ([]byte, []int) {
	return file_learner_proto_rawDescGZIP(), []int{17}
}

func (x *Budget) GetPasses() float64 {
	if x != nil {
		return x.Passes
	}
	return 0
}

func (x *Budget) GetVisits() int64 {
	if x != nil {
		return x.Visits
	}
	return 0
}

func (x *Budget) GetCalls() int64 {
	if x != nil {
		return x.Calls
	}
	return 0
}

func (x *Budget) GetMap() int64 {
	if x != nil {
		return x.Map
	}
	return 0
}

func (x *Budget) GetMarginals() int64 {
	if x != nil {
		return x.Marginals
	}
	return 0
}

func (x *Budget) GetClamped() int64 {
	if x != nil {
		return x.Clamped
	}
	return 0
}

func (x *Budget) GetCpuSeconds() float64 {
	if x != nil {
		return x.CpuSeconds
	}
	return 0
}

func (x *Budget) GetSeconds() float64 {
	if x != nil {
		return x.Seconds
	}
	return 0
}

func (x *Budget) GetConditional() int64 {
	if x != nil {
		return x.Conditional
	}
	return 0
}

func (x *Budget) GetSweeps() int64 {
	if x != nil {
		return x.Sweeps
	}
	return 0
}

type FitEvent struct {
	state protoimpl.MessageState `protogen:"open.v1"`
	// Types that are valid to be assigned to Event:
	//
	//	*FitEvent_Checkpoint
	//	*FitEvent_Warning
	//	*FitEvent_Done
	//	*FitEvent_Saved
	//	*FitEvent_Progress
	Event         isFitEvent_Event `protobuf_oneof:"event"`
	unknownFields protoimpl.UnknownFields
	sizeCache     protoimpl.SizeCache
}

func (x *FitEvent) Reset() {
	*x = FitEvent{}
	mi := &file_learner_proto_msgTypes[18]
	ms := protoimpl.X.MessageStateOf(protoimpl.Pointer(x))
	ms.StoreMessageInfo(mi)
}

func (x *FitEvent) String() string {
	return protoimpl.X.MessageStringOf(x)
}

func (*FitEvent) ProtoMessage() {}

func (x *FitEvent) ProtoReflect() protoreflect.Message {
	mi := &file_learner_proto_msgTypes[18]
	if x != nil {
		ms := protoimpl.X.MessageStateOf(protoimpl.Pointer(x))
		if ms.LoadMessageInfo() == nil {
			ms.StoreMessageInfo(mi)
		}
		return ms
	}
	return mi.MessageOf(x)
}

// Deprecated: Use FitEvent.ProtoReflect.Descriptor instead.
func (*FitEvent) Descriptor() ([]byte, []int) {
	return file_learner_proto_rawDescGZIP(), []int{18}
}

func (x *FitEvent) GetEvent() isFitEvent_Event {
	if x != nil {
		return x.Event
	}
	return nil
}

func (x *FitEvent) GetCheckpoint() *Checkpoint {
	if x != nil {
		if x, ok := x.Event.(*FitEvent_Checkpoint); ok {
			return x.Checkpoint
		}
	}
	return nil
}

func (x *FitEvent) GetWarning() string {
	if x != nil {
		if x, ok := x.Event.(*FitEvent_Warning); ok {
			return x.Warning
		}
	}
	return ""
}

func (x *FitEvent) GetDone() *Done {
	if x != nil {
		if x, ok := x.Event.(*FitEvent_Done); ok {
			return x.Done
		}
	}
	return nil
}

func (x *FitEvent) GetSaved() *Saved {
	if x != nil {
		if x, ok := x.Event.(*FitEvent_Saved); ok {
			return x.Saved
		}
	}
	return nil
}

func (x *FitEvent) GetProgress() *Progress {
	if x != nil {
		if x, ok := x.Event.(*FitEvent_Progress); ok {
			return x.Progress
		}
	}
	return nil
}

type isFitEvent_Event interface {
	isFitEvent_Event()
}

type FitEvent_Checkpoint struct {
	Checkpoint *Checkpoint `protobuf:"bytes,1,opt,name=checkpoint,proto3,oneof"`
}

type FitEvent_Warning struct {
	Warning string `protobuf:"bytes,2,opt,name=warning,proto3,oneof"`
}

type FitEvent_Done struct {
	Done *Done `protobuf:"bytes,3,opt,name=done,proto3,oneof"`
}

type FitEvent_Saved struct {
	Saved *Saved `protobuf:"bytes,4,opt,name=saved,proto3,oneof"`
}

type FitEvent_Progress struct {
	Progress *Progress `protobuf:"bytes,5,opt,name=progress,proto3,oneof"`
}

func (*FitEvent_Checkpoint) isFitEvent_Event() {}

func (*FitEvent_Warning) isFitEvent_Event() {}

func (*FitEvent_Done) isFitEvent_Event() {}

func (*FitEvent_Saved) isFitEvent_Event() {}

func (*FitEvent_Progress) isFitEvent_Event() {}

type Counts struct {
	state         protoimpl.MessageState `protogen:"open.v1"`
	Map           int64                  `protobuf:"varint,1,opt,name=map,proto3" json:"map,omitempty"` // oracle calls
	Marginals     int64                  `protobuf:"varint,2,opt,name=marginals,proto3" json:"marginals,omitempty"`
	Clamped       int64                  `protobuf:"varint,3,opt,name=clamped,proto3" json:"clamped,omitempty"`
	Visits        int64                  `protobuf:"varint,4,opt,name=visits,proto3" json:"visits,omitempty"` // instances worked on, with or without oracle calls
	Sweeps        int64                  `protobuf:"varint,5,opt,name=sweeps,proto3" json:"sweeps,omitempty"` // updates of every variable of an instance by the learner itself
	Conditional   int64                  `protobuf:"varint,6,opt,name=conditional,proto3" json:"conditional,omitempty"`
	unknownFields protoimpl.UnknownFields
	sizeCache     protoimpl.SizeCache
}

func (x *Counts) Reset() {
	*x = Counts{}
	mi := &file_learner_proto_msgTypes[19]
	ms := protoimpl.X.MessageStateOf(protoimpl.Pointer(x))
	ms.StoreMessageInfo(mi)
}

func (x *Counts) String() string {
	return protoimpl.X.MessageStringOf(x)
}

func (*Counts) ProtoMessage() {}

func (x *Counts) ProtoReflect() protoreflect.Message {
	mi := &file_learner_proto_msgTypes[19]
	if x != nil {
		ms := protoimpl.X.MessageStateOf(protoimpl.Pointer(x))
		if ms.LoadMessageInfo() == nil {
			ms.StoreMessageInfo(mi)
		}
		return ms
	}
	return mi.MessageOf(x)
}

// Deprecated: Use Counts.ProtoReflect.Descriptor instead.
func (*Counts) Descriptor() ([]byte, []int) {
	return file_learner_proto_rawDescGZIP(), []int{19}
}

func (x *Counts) GetMap() int64 {
	if x != nil {
		return x.Map
	}
	return 0
}

func (x *Counts) GetMarginals() int64 {
	if x != nil {
		return x.Marginals
	}
	return 0
}

func (x *Counts) GetClamped() int64 {
	if x != nil {
		return x.Clamped
	}
	return 0
}

func (x *Counts) GetVisits() int64 {
	if x != nil {
		return x.Visits
	}
	return 0
}

func (x *Counts) GetSweeps() int64 {
	if x != nil {
		return x.Sweeps
	}
	return 0
}

func (x *Counts) GetConditional() int64 {
	if x != nil {
		return x.Conditional
	}
	return 0
}

// Progress is ignored: learners need not send it.
type Progress struct {
	state         protoimpl.MessageState `protogen:"open.v1"`
	Counts        *Counts                `protobuf:"bytes,1,opt,name=counts,proto3" json:"counts,omitempty"`                                                                             // so far
	Values        map[string]float64     `protobuf:"bytes,2,rep,name=values,proto3" json:"values,omitempty" protobuf_key:"bytes,1,opt,name=key" protobuf_val:"fixed64,2,opt,name=value"` // as in a Checkpoint
	unknownFields protoimpl.UnknownFields
	sizeCache     protoimpl.SizeCache
}

func (x *Progress) Reset() {
	*x = Progress{}
	mi := &file_learner_proto_msgTypes[20]
	ms := protoimpl.X.MessageStateOf(protoimpl.Pointer(x))
	ms.StoreMessageInfo(mi)
}

func (x *Progress) String() string {
	return protoimpl.X.MessageStringOf(x)
}

func (*Progress) ProtoMessage() {}

func (x *Progress) ProtoReflect() protoreflect.Message {
	mi := &file_learner_proto_msgTypes[20]
	if x != nil {
		ms := protoimpl.X.MessageStateOf(protoimpl.Pointer(x))
		if ms.LoadMessageInfo() == nil {
			ms.StoreMessageInfo(mi)
		}
		return ms
	}
	return mi.MessageOf(x)
}

// Deprecated: Use Progress.ProtoReflect.Descriptor instead.
func (*Progress) Descriptor() ([]byte, []int) {
	return file_learner_proto_rawDescGZIP(), []int{20}
}

func (x *Progress) GetCounts() *Counts {
	if x != nil {
		return x.Counts
	}
	return nil
}

func (x *Progress) GetValues() map[string]float64 {
	if x != nil {
		return x.Values
	}
	return nil
}

type Checkpoint struct {
	state         protoimpl.MessageState `protogen:"open.v1"`
	Weights       []byte                 `protobuf:"bytes,1,opt,name=weights,proto3" json:"weights,omitempty"` // float64
	Values        map[string]float64     `protobuf:"bytes,2,rep,name=values,proto3" json:"values,omitempty" protobuf_key:"bytes,1,opt,name=key" protobuf_val:"fixed64,2,opt,name=value"`
	Counts        *Counts                `protobuf:"bytes,3,opt,name=counts,proto3" json:"counts,omitempty"`       // so far
	Objective     *Objective             `protobuf:"bytes,6,opt,name=objective,proto3" json:"objective,omitempty"` // minimised by the weights; absent: nothing to audit
	unknownFields protoimpl.UnknownFields
	sizeCache     protoimpl.SizeCache
}

func (x *Checkpoint) Reset() {
	*x = Checkpoint{}
	mi := &file_learner_proto_msgTypes[21]
	ms := protoimpl.X.MessageStateOf(protoimpl.Pointer(x))
	ms.StoreMessageInfo(mi)
}

func (x *Checkpoint) String() string {
	return protoimpl.X.MessageStringOf(x)
}

func (*Checkpoint) ProtoMessage() {}

func (x *Checkpoint) ProtoReflect() protoreflect.Message {
	mi := &file_learner_proto_msgTypes[21]
	if x != nil {
		ms := protoimpl.X.MessageStateOf(protoimpl.Pointer(x))
		if ms.LoadMessageInfo() == nil {
			ms.StoreMessageInfo(mi)
		}
		return ms
	}
	return mi.MessageOf(x)
}

// Deprecated: Use Checkpoint.ProtoReflect.Descriptor instead.
func (*Checkpoint) Descriptor() ([]byte, []int) {
	return file_learner_proto_rawDescGZIP(), []int{21}
}

func (x *Checkpoint) GetWeights() []byte {
	if x != nil {
		return x.Weights
	}
	return nil
}

func (x *Checkpoint) GetValues() map[string]float64 {
	if x != nil {
		return x.Values
	}
	return nil
}

func (x *Checkpoint) GetCounts() *Counts {
	if x != nil {
		return x.Counts
	}
	return nil
}

func (x *Checkpoint) GetObjective() *Objective {
	if x != nil {
		return x.Objective
	}
	return nil
}

type Done struct {
	state         protoimpl.MessageState `protogen:"open.v1"`
	Counts        *Counts                `protobuf:"bytes,1,opt,name=counts,proto3" json:"counts,omitempty"`
	End           Done_End               `protobuf:"varint,5,opt,name=end,proto3,enum=spbench.v2.Done_End" json:"end,omitempty"`
	Dual          []*Distribution        `protobuf:"bytes,6,rep,name=dual,proto3" json:"dual,omitempty"` // certifies the "bound" of the last checkpoint: the dual variables
	unknownFields protoimpl.UnknownFields
	sizeCache     protoimpl.SizeCache
}

func (x *Done) Reset() {
	*x = Done{}
	mi := &file_learner_proto_msgTypes[22]
	ms := protoimpl.X.MessageStateOf(protoimpl.Pointer(x))
	ms.StoreMessageInfo(mi)
}

func (x *Done) String() string {
	return protoimpl.X.MessageStringOf(x)
}

func (*Done) ProtoMessage() {}

func (x *Done) ProtoReflect() protoreflect.Message {
	mi := &file_learner_proto_msgTypes[22]
	if x != nil {
		ms := protoimpl.X.MessageStateOf(protoimpl.Pointer(x))
		if ms.LoadMessageInfo() == nil {
			ms.StoreMessageInfo(mi)
		}
		return ms
	}
	return mi.MessageOf(x)
}

// Deprecated: Use Done.ProtoReflect.Descriptor instead.
func (*Done) Descriptor() ([]byte, []int) {
	return file_learner_proto_rawDescGZIP(), []int{22}
}

func (x *Done) GetCounts() *Counts {
	if x != nil {
		return x.Counts
	}
	return nil
}

func (x *Done) GetEnd() Done_End {
	if x != nil {
		return x.End
	}
	return Done_CONVERGED
}

func (x *Done) GetDual() []*Distribution {
	if x != nil {
		return x.Dual
	}
	return nil
}

type Objective struct {
	state         protoimpl.MessageState `protogen:"open.v1"`
	Kind          string                 `protobuf:"bytes,1,opt,name=kind,proto3" json:"kind,omitempty"` // "likelihood", "hinge", "pseudolikelihood", "piecewise", "unary", "least-squares", "softmax-margin(epsilon=E margin=M)"; others are not audited
	Lambda        float64                `protobuf:"fixed64,2,opt,name=lambda,proto3" json:"lambda,omitempty"`
	unknownFields protoimpl.UnknownFields
	sizeCache     protoimpl.SizeCache
}

func (x *Objective) Reset() {
	*x = Objective{}
	mi := &file_learner_proto_msgTypes[23]
	ms := protoimpl.X.MessageStateOf(protoimpl.Pointer(x))
	ms.StoreMessageInfo(mi)
}

func (x *Objective) String() string {
	return protoimpl.X.MessageStringOf(x)
}

func (*Objective) ProtoMessage() {}

func (x *Objective) ProtoReflect() protoreflect.Message {
	mi := &file_learner_proto_msgTypes[23]
	if x != nil {
		ms := protoimpl.X.MessageStateOf(protoimpl.Pointer(x))
		if ms.LoadMessageInfo() == nil {
			ms.StoreMessageInfo(mi)
		}
		return ms
	}
	return mi.MessageOf(x)
}

// Deprecated: Use Objective.ProtoReflect.Descriptor instead.
func (*Objective) Descriptor() ([]byte, []int) {
	return file_learner_proto_rawDescGZIP(), []int{23}
}

func (x *Objective) GetKind() string {
	if x != nil {
		return x.Kind
	}
	return ""
}

func (x *Objective) GetLambda() float64 {
	if x != nil {
		return x.Lambda
	}
	return 0
}

type Distribution struct {
	state         protoimpl.MessageState `protogen:"open.v1"`
	Atoms         []*Atom                `protobuf:"bytes,1,rep,name=atoms,proto3" json:"atoms,omitempty"` // weights sum to one
	unknownFields protoimpl.UnknownFields
	sizeCache     protoimpl.SizeCache
}

func (x *Distribution) Reset() {
	*x = Distribution{}
	mi := &file_learner_proto_msgTypes[24]
	ms := protoimpl.X.MessageStateOf(protoimpl.Pointer(x))
	ms.StoreMessageInfo(mi)
}

func (x *Distribution) String() string {
	return protoimpl.X.MessageStringOf(x)
}

func (*Distribution) ProtoMessage() {}

func (x *Distribution) ProtoReflect() protoreflect.Message {
	mi := &file_learner_proto_msgTypes[24]
	if x != nil {
		ms := protoimpl.X.MessageStateOf(protoimpl.Pointer(x))
		if ms.LoadMessageInfo() == nil {
			ms.StoreMessageInfo(mi)
		}
		return ms
	}
	return mi.MessageOf(x)
}

// Deprecated: Use Distribution.ProtoReflect.Descriptor instead.
func (*Distribution) Descriptor() ([]byte, []int) {
	return file_learner_proto_rawDescGZIP(), []int{24}
}

func (x *Distribution) GetAtoms() []*Atom {
	if x != nil {
		return x.Atoms
	}
	return nil
}

type PredictRequest struct {
	state         protoimpl.MessageState `protogen:"open.v1"`
	Setting       *Setting               `protobuf:"bytes,1,opt,name=setting,proto3" json:"setting,omitempty"`
	Weights       []byte                 `protobuf:"bytes,2,opt,name=weights,proto3" json:"weights,omitempty"` // float64, as emitted
	Indices       []byte                 `protobuf:"bytes,3,opt,name=indices,proto3" json:"indices,omitempty"` // int32, into the test set
	Decoder       *Spec                  `protobuf:"bytes,4,opt,name=decoder,proto3" json:"decoder,omitempty"`
	Oracles       *Access                `protobuf:"bytes,5,opt,name=oracles,proto3" json:"oracles,omitempty"`                          // to the test instances
	LabelsOnly    bool                   `protobuf:"varint,6,opt,name=labels_only,json=labelsOnly,proto3" json:"labels_only,omitempty"` // marginals and atoms may be left out: nothing reads them
	unknownFields protoimpl.UnknownFields
	sizeCache     protoimpl.SizeCache
}

func (x *PredictRequest) Reset() {
	*x = PredictRequest{}
	mi := &file_learner_proto_msgTypes[25]
	ms := protoimpl.X.MessageStateOf(protoimpl.Pointer(x))
	ms.StoreMessageInfo(mi)
}

func (x *PredictRequest) String() string {
	return protoimpl.X.MessageStringOf(x)
}

func (*PredictRequest) ProtoMessage() {}

func (x *PredictRequest) ProtoReflect() protoreflect.Message {
	mi := &file_learner_proto_msgTypes[25]
	if x != nil {
		ms := protoimpl.X.MessageStateOf(protoimpl.Pointer(x))
		if ms.LoadMessageInfo() == nil {
			ms.StoreMessageInfo(mi)
		}
		return ms
	}
	return mi.MessageOf(x)
}

// Deprecated: Use PredictRequest.ProtoReflect.Descriptor instead.
func (*PredictRequest) Descriptor() ([]byte, []int) {
	return file_learner_proto_rawDescGZIP(), []int{25}
}

func (x *PredictRequest) GetSetting() *Setting {
	if x != nil {
		return x.Setting
	}
	return nil
}

func (x *PredictRequest) GetWeights() []byte {
	if x != nil {
		return x.Weights
	}
	return nil
}

func (x *PredictRequest) GetIndices() []byte {
	if x != nil {
		return x.Indices
	}
	return nil
}

func (x *PredictRequest) GetDecoder() *Spec {
	if x != nil {
		return x.Decoder
	}
	return nil
}

func (x *PredictRequest) GetOracles() *Access {
	if x != nil {
		return x.Oracles
	}
	return nil
}

func (x *PredictRequest) GetLabelsOnly() bool {
	if x != nil {
		return x.LabelsOnly
	}
	return false
}

type Predictions struct {
	state         protoimpl.MessageState `protogen:"open.v1"`
	Predictions   []*Prediction          `protobuf:"bytes,1,rep,name=predictions,proto3" json:"predictions,omitempty"`
	unknownFields protoimpl.UnknownFields
	sizeCache     protoimpl.SizeCache
}

func (x *Predictions) Reset() {
	*x = Predictions{}
	mi := &file_learner_proto_msgTypes[26]
	ms := protoimpl.X.MessageStateOf(protoimpl.Pointer(x))
	ms.StoreMessageInfo(mi)
}

func (x *Predictions) String() string {
	return protoimpl.X.MessageStringOf(x)
}

func (*Predictions) ProtoMessage() {}

func (x *Predictions) ProtoReflect() protoreflect.Message {
	mi := &file_learner_proto_msgTypes[26]
	if x != nil {
		ms := protoimpl.X.MessageStateOf(protoimpl.Pointer(x))
		if ms.LoadMessageInfo() == nil {
			ms.StoreMessageInfo(mi)
		}
		return ms
	}
	return mi.MessageOf(x)
}

// Deprecated: Use Predictions.ProtoReflect.Descriptor instead.
func (*Predictions) Descriptor() ([]byte, []int) {
	return file_learner_proto_rawDescGZIP(), []int{26}
}

func (x *Predictions) GetPredictions() []*Prediction {
	if x != nil {
		return x.Predictions
	}
	return nil
}

type Prediction struct {
	state         protoimpl.MessageState `protogen:"open.v1"`
	Labels        []byte                 `protobuf:"bytes,1,opt,name=labels,proto3" json:"labels,omitempty"`     // int32, n
	Marginal      []byte                 `protobuf:"bytes,2,opt,name=marginal,proto3" json:"marginal,omitempty"` // float64, n×K; absent: none
	Variance      []byte                 `protobuf:"bytes,3,opt,name=variance,proto3" json:"variance,omitempty"` // ignored
	Atoms         []*Atom                `protobuf:"bytes,4,rep,name=atoms,proto3" json:"atoms,omitempty"`
	NotConverged  bool                   `protobuf:"varint,5,opt,name=not_converged,json=notConverged,proto3" json:"not_converged,omitempty"` // the iteration behind it did not converge
	LogZ          *float64               `protobuf:"fixed64,6,opt,name=log_z,json=logZ,proto3,oneof" json:"log_z,omitempty"`                  // log of the sum of exp(score) over labelings, or an estimate
	unknownFields protoimpl.UnknownFields
	sizeCache     protoimpl.SizeCache
}

func (x *Prediction) Reset() {
	*x = Prediction{}
	mi := &file_learner_proto_msgTypes[27]
	ms := protoimpl.X.MessageStateOf(protoimpl.Pointer(x))
	ms.StoreMessageInfo(mi)
}

func (x *Prediction) String() string {
	return protoimpl.X.MessageStringOf(x)
}

func (*Prediction) ProtoMessage() {}

func (x *Prediction) ProtoReflect() protoreflect.Message {
	mi := &file_learner_proto_msgTypes[27]
	if x != nil {
		ms := protoimpl.X.MessageStateOf(protoimpl.Pointer(x))
		if ms.LoadMessageInfo() == nil {
			ms.StoreMessageInfo(mi)
		}
		return ms
	}
	return mi.MessageOf(x)
}

// Deprecated: Use Prediction.ProtoReflect.Descriptor instead.
func (*Prediction) Descriptor() ([]byte, []int) {
	return file_learner_proto_rawDescGZIP(), []int{27}
}

func (x *Prediction) GetLabels() []byte {
	if x != nil {
		return x.Labels
	}
	return nil
}

func (x *Prediction) GetMarginal() []byte {
	if x != nil {
		return x.Marginal
	}
	return nil
}

func (x *Prediction) GetVariance() []byte {
	if x != nil {
		return x.Variance
	}
	return nil
}

func (x *Prediction) GetAtoms() []*Atom {
	if x != nil {
		return x.Atoms
	}
	return nil
}

func (x *Prediction) GetNotConverged() bool {
	if x != nil {
		return x.NotConverged
	}
	return false
}

func (x *Prediction) GetLogZ() float64 {
	if x != nil && x.LogZ != nil {
		return *x.LogZ
	}
	return 0
}

type Atom struct {
	state         protoimpl.MessageState `protogen:"open.v1"`
	Weight        float64                `protobuf:"fixed64,1,opt,name=weight,proto3" json:"weight,omitempty"`
	Labels        []byte                 `protobuf:"bytes,2,opt,name=labels,proto3" json:"labels,omitempty"` // int32, n
	unknownFields protoimpl.UnknownFields
	sizeCache     protoimpl.SizeCache
}

func (x *Atom) Reset() {
	*x = Atom{}
	mi := &file_learner_proto_msgTypes[28]
	ms := protoimpl.X.MessageStateOf(protoimpl.Pointer(x))
	ms.StoreMessageInfo(mi)
}

func (x *Atom) String() string {
	return protoimpl.X.MessageStringOf(x)
}

func (*Atom) ProtoMessage() {}

func (x *Atom) ProtoReflect() protoreflect.Message {
	mi := &file_learner_proto_msgTypes[28]
	if x != nil {
		ms := protoimpl.X.MessageStateOf(protoimpl.Pointer(x))
		if ms.LoadMessageInfo() == nil {
			ms.StoreMessageInfo(mi)
		}
		return ms
	}
	return mi.MessageOf(x)
}

// Deprecated: Use Atom.ProtoReflect.Descriptor instead.
func (*Atom) Descriptor() ([]byte, []int) {
	return file_learner_proto_rawDescGZIP(), []int{28}
}

func (x *Atom) GetWeight() float64 {
	if x != nil {
		return x.Weight
	}
	return 0
}

func (x *Atom) GetLabels() []byte {
	if x != nil {
		return x.Labels
	}
	return nil
}

// An Access gives one call access to the harness's oracles.
type Access struct {
	state         protoimpl.MessageState `protogen:"open.v1"`
	Address       string                 `protobuf:"bytes,1,opt,name=address,proto3" json:"address,omitempty"`                            // of the Oracles service, as gRPC writes it: "unix:" and a path
	Token         string                 `protobuf:"bytes,2,opt,name=token,proto3" json:"token,omitempty"`                                // identifies the call
	Dim           int32                  `protobuf:"varint,3,opt,name=dim,proto3" json:"dim,omitempty"`                                   // weights of the setting's feature map
	NonNegative   []byte                 `protobuf:"bytes,4,opt,name=non_negative,json=nonNegative,proto3" json:"non_negative,omitempty"` // int32, ascending: weights that must not be negative
	unknownFields protoimpl.UnknownFields
	sizeCache     protoimpl.SizeCache
}

func (x *Access) Reset() {
	*x = Access{}
	mi := &file_learner_proto_msgTypes[29]
	ms := protoimpl.X.MessageStateOf(protoimpl.Pointer(x))
	ms.StoreMessageInfo(mi)
}

func (x *Access) String() string {
	return protoimpl.X.MessageStringOf(x)
}

func (*Access) ProtoMessage() {}

func (x *Access) ProtoReflect() protoreflect.Message {
	mi := &file_learner_proto_msgTypes[29]
	if x != nil {
		ms := protoimpl.X.MessageStateOf(protoimpl.Pointer(x))
		if ms.LoadMessageInfo() == nil {
			ms.StoreMessageInfo(mi)
		}
		return ms
	}
	return mi.MessageOf(x)
}

// Deprecated: Use Access.ProtoReflect.Descriptor instead.
func (*Access) Descriptor() ([]byte, []int) {
	return file_learner_proto_rawDescGZIP(), []int{29}
}

func (x *Access) GetAddress() string {
	if x != nil {
		return x.Address
	}
	return ""
}

func (x *Access) GetToken() string {
	if x != nil {
		return x.Token
	}
	return ""
}

func (x *Access) GetDim() int32 {
	if x != nil {
		return x.Dim
	}
	return 0
}

func (x *Access) GetNonNegative() []byte {
	if x != nil {
		return x.NonNegative
	}
	return nil
}

// Queries has one query for each index, by weights or by potentials for the graph of the
// instance.
type Queries struct {
	state         protoimpl.MessageState `protogen:"open.v1"`
	Token         string                 `protobuf:"bytes,1,opt,name=token,proto3" json:"token,omitempty"` // in the first message of a stream
	Kind          Queries_Kind           `protobuf:"varint,2,opt,name=kind,proto3,enum=spbench.v2.Queries_Kind" json:"kind,omitempty"`
	Indices       []byte                 `protobuf:"bytes,3,opt,name=indices,proto3" json:"indices,omitempty"`        // int32, into the training set of a Fit, the test set of a Predict
	W             []byte                 `protobuf:"bytes,4,opt,name=w,proto3" json:"w,omitempty"`                    // float64, dim; absent: as in the previous message
	Potentials    *Potentials            `protobuf:"bytes,5,opt,name=potentials,proto3" json:"potentials,omitempty"`  // instead of w
	Augment       bool                   `protobuf:"varint,6,opt,name=augment,proto3" json:"augment,omitempty"`       // add the loss against gold to the score; Fit only
	Difference    bool                   `protobuf:"varint,7,opt,name=difference,proto3" json:"difference,omitempty"` // return φ(x,gold) − φ(x,y) or − E[φ(x,·)]; Fit only
	Restrict      bool                   `protobuf:"varint,8,opt,name=restrict,proto3" json:"restrict,omitempty"`     // keep known labels, and choose others among the candidates
	Pairs         bool                   `protobuf:"varint,9,opt,name=pairs,proto3" json:"pairs,omitempty"`           // MARGINALS, CONDITIONAL: return edge marginals too
	Given         []byte                 `protobuf:"bytes,10,opt,name=given,proto3" json:"given,omitempty"`           // CONDITIONAL: int32, n each: a given label, or -1 to sum over all labels;
	unknownFields protoimpl.UnknownFields
	sizeCache     protoimpl.SizeCache
}

func (x *Queries) Reset() {
	*x = Queries{}
	mi := &file_learner_proto_msgTypes[30]
	ms := protoimpl.X.MessageStateOf(protoimpl.Pointer(x))
	ms.StoreMessageInfo(mi)
}

func (x *Queries) String() string {
	return protoimpl.X.MessageStringOf(x)
}

func (*Queries) ProtoMessage() {}

func (x *Queries) ProtoReflect() protoreflect.Message {
	mi := &file_learner_proto_msgTypes[30]
	if x != nil {
		ms := protoimpl.X.MessageStateOf(protoimpl.Pointer(x))
		if ms.LoadMessageInfo() == nil {
			ms.StoreMessageInfo(mi)
		}
		return ms
	}
	return mi.MessageOf(x)
}

// Deprecated: Use Queries.ProtoReflect.Descriptor instead.
func (*Queries) Descriptor() ([]byte, []int) {
	return file_learner_proto_rawDescGZIP(), []int{30}
}

func (x *Queries) GetToken() string {
	if x != nil {
		return x.Token
	}
	return ""
}

func (x *Queries) GetKind() Queries_Kind {
	if x != nil {
		return x.Kind
	}
	return Queries_MAP
}

func (x *Queries) GetIndices() []byte {
	if x != nil {
		return x.Indices
	}
	return nil
}

func (x *Queries) GetW() []byte {
	if x != nil {
		return x.W
	}
	return nil
}

func (x *Queries) GetPotentials() *Potentials {
	if x != nil {
		return x.Potentials
	}
	return nil
}

func (x *Queries) GetAugment() bool {
	if x != nil {
		return x.Augment
	}
	return false
}

func (x *Queries) GetDifference() bool {
	if x != nil {
		return x.Difference
	}
	return false
}

func (x *Queries) GetRestrict() bool {
	if x != nil {
		return x.Restrict
	}
	return false
}

func (x *Queries) GetPairs() bool {
	if x != nil {
		return x.Pairs
	}
	return false
}

func (x *Queries) GetGiven() []byte {
	if x != nil {
		return x.Given
	}
	return nil
}

// Potentials has the scores of all queries of a message, concatenated: n×K for nodes, and
// one of the two fields for pairs, or none. Scores are finite, except that -Inf at a node
// forbids a label. Instances with factors need weights.
type Potentials struct {
	state         protoimpl.MessageState `protogen:"open.v1"`
	Node          []byte                 `protobuf:"bytes,1,opt,name=node,proto3" json:"node,omitempty"`   // float64
	Potts         []byte                 `protobuf:"bytes,2,opt,name=potts,proto3" json:"potts,omitempty"` // float64, one strength per edge: added if its labels agree
	Table         []byte                 `protobuf:"bytes,3,opt,name=table,proto3" json:"table,omitempty"` // float64, K×K for all edges of all queries, or for each edge
	unknownFields protoimpl.UnknownFields
	sizeCache     protoimpl.SizeCache
}

func (x *Potentials) Reset() {
	*x = Potentials{}
	mi := &file_learner_proto_msgTypes[31]
	ms := protoimpl.X.MessageStateOf(protoimpl.Pointer(x))
	ms.StoreMessageInfo(mi)
}

func (x *Potentials) String() string {
	return protoimpl.X.MessageStringOf(x)
}

func (*Potentials) ProtoMessage() {}

func (x *Potentials) ProtoReflect() protoreflect.Message {
	mi := &file_learner_proto_msgTypes[31]
	if x != nil {
		ms := protoimpl.X.MessageStateOf(protoimpl.Pointer(x))
		if ms.LoadMessageInfo() == nil {
			ms.StoreMessageInfo(mi)
		}
		return ms
	}
	return mi.MessageOf(x)
}

// Deprecated: Use Potentials.ProtoReflect.Descriptor instead.
func (*Potentials) Descriptor() ([]byte, []int) {
	return file_learner_proto_rawDescGZIP(), []int{31}
}

func (x *Potentials) GetNode() []byte {
	if x != nil {
		return x.Node
	}
	return nil
}

func (x *Potentials) GetPotts() []byte {
	if x != nil {
		return x.Potts
	}
	return nil
}

func (x *Potentials) GetTable() []byte {
	if x != nil {
		return x.Table
	}
	return nil
}

// Answers has one answer for each query, in order, or fewer at the end of the budget. Its
// arrays are those of all answers, concatenated.
type Answers struct {
	state         protoimpl.MessageState `protogen:"open.v1"`
	Score         []byte                 `protobuf:"bytes,1,opt,name=score,proto3" json:"score,omitempty"`              // float64, one each: the maximal score, loss included, or log Z
	Labels        []byte                 `protobuf:"bytes,2,opt,name=labels,proto3" json:"labels,omitempty"`            // int32, n each; MAP
	Loss          []byte                 `protobuf:"bytes,3,opt,name=loss,proto3" json:"loss,omitempty"`                // float64, one each: of the labels; MAP with augment
	Node          []byte                 `protobuf:"bytes,4,opt,name=node,proto3" json:"node,omitempty"`                // float64, n×K each; MARGINALS, CONDITIONAL
	Pair          []byte                 `protobuf:"bytes,5,opt,name=pair,proto3" json:"pair,omitempty"`                // float64, m×K×K each; MARGINALS and CONDITIONAL with pairs
	Start         []byte                 `protobuf:"bytes,6,opt,name=start,proto3" json:"start,omitempty"`              // int32: difference i is [start[i], start[i+1]) of index and value
	Index         []byte                 `protobuf:"bytes,7,opt,name=index,proto3" json:"index,omitempty"`              // int32, ascending
	Value         []byte                 `protobuf:"bytes,8,opt,name=value,proto3" json:"value,omitempty"`              // float64
	Counts        *Counts                `protobuf:"bytes,9,opt,name=counts,proto3" json:"counts,omitempty"`            // all queries of the call so far, with those of this message
	Approximate   string                 `protobuf:"bytes,10,opt,name=approximate,proto3" json:"approximate,omitempty"` // the algorithm, if a maximum may be missed or a sum inexact; absent: all are exact
	unknownFields protoimpl.UnknownFields
	sizeCache     protoimpl.SizeCache
}

func (x *Answers) Reset() {
	*x = Answers{}
	mi := &file_learner_proto_msgTypes[32]
	ms := protoimpl.X.MessageStateOf(protoimpl.Pointer(x))
	ms.StoreMessageInfo(mi)
}

func (x *Answers) String() string {
	return protoimpl.X.MessageStringOf(x)
}

func (*Answers) ProtoMessage() {}

func (x *Answers) ProtoReflect() protoreflect.Message {
	mi := &file_learner_proto_msgTypes[32]
	if x != nil {
		ms := protoimpl.X.MessageStateOf(protoimpl.Pointer(x))
		if ms.LoadMessageInfo() == nil {
			ms.StoreMessageInfo(mi)
		}
		return ms
	}
	return mi.MessageOf(x)
}

// Deprecated: Use Answers.ProtoReflect.Descriptor instead.
func (*Answers) Descriptor() ([]byte, []int) {
	return file_learner_proto_rawDescGZIP(), []int{32}
}

func (x *Answers) GetScore() []byte {
	if x != nil {
		return x.Score
	}
	return nil
}

func (x *Answers) GetLabels() []byte {
	if x != nil {
		return x.Labels
	}
	return nil
}

func (x *Answers) GetLoss() []byte {
	if x != nil {
		return x.Loss
	}
	return nil
}

func (x *Answers) GetNode() []byte {
	if x != nil {
		return x.Node
	}
	return nil
}

func (x *Answers) GetPair() []byte {
	if x != nil {
		return x.Pair
	}
	return nil
}

func (x *Answers) GetStart() []byte {
	if x != nil {
		return x.Start
	}
	return nil
}

func (x *Answers) GetIndex() []byte {
	if x != nil {
		return x.Index
	}
	return nil
}

func (x *Answers) GetValue() []byte {
	if x != nil {
		return x.Value
	}
	return nil
}

func (x *Answers) GetCounts() *Counts {
	if x != nil {
		return x.Counts
	}
	return nil
}

func (x *Answers) GetApproximate() string {
	if x != nil {
		return x.Approximate
	}
	return ""
}

var File_learner_proto protoreflect.FileDescriptor

const file_learner_proto_rawDesc = "" +
	"\n" +
	"\rlearner.proto\x12\n" +
	"spbench.v2\"\x11\n" +
	"\x0fDescribeRequest\"\x8d\x02\n" +
	"\vDescription\x12\x12\n" +
	"\x04name\x18\x01 \x01(\tR\x04name\x12\x10\n" +
	"\x03doc\x18\x02 \x01(\tR\x03doc\x12\x16\n" +
	"\x06source\x18\x03 \x01(\tR\x06source\x125\n" +
	"\n" +
	"parameters\x18\x04 \x03(\v2\x15.spbench.v2.ParameterR\n" +
	"parameters\x12/\n" +
	"\bdecoders\x18\x05 \x03(\v2\x13.spbench.v2.DecoderR\bdecoders\x12\x1c\n" +
	"\tresumable\x18\x06 \x01(\tR\tresumable\x12$\n" +
	"\rprobabilities\x18\a \x01(\tR\rprobabilities\x12\x14\n" +
	"\x05texts\x18\b \x01(\bR\x05texts\"\xa8\x01\n" +
	"\tParameter\x12\x12\n" +
	"\x04name\x18\x01 \x01(\tR\x04name\x12\x12\n" +
	"\x04type\x18\x02 \x01(\tR\x04type\x12!\n" +
	"\fdefault_json\x18\x03 \x01(\tR\vdefaultJson\x12\x12\n" +
	"\x04help\x18\x04 \x01(\tR\x04help\x12\x14\n" +
	"\x05range\x18\x05 \x01(\tR\x05range\x12\x12\n" +
	"\x04enum\x18\x06 \x03(\tR\x04enum\x12\x12\n" +
	"\x04when\x18\a \x01(\tR\x04when\"f\n" +
	"\aDecoder\x12\x12\n" +
	"\x04name\x18\x01 \x01(\tR\x04name\x12\x10\n" +
	"\x03doc\x18\x02 \x01(\tR\x03doc\x125\n" +
	"\n" +
	"parameters\x18\x03 \x03(\v2\x15.spbench.v2.ParameterR\n" +
	"parameters\"\x92\x01\n" +
	"\x04Rows\x12\f\n" +
	"\x01n\x18\x01 \x01(\x05R\x01n\x12\f\n" +
	"\x01d\x18\x02 \x01(\x05R\x01d\x12\x14\n" +
	"\x05dense\x18\x03 \x01(\fR\x05dense\x12\x14\n" +
	"\x05start\x18\x04 \x01(\fR\x05start\x12\x14\n" +
	"\x05index\x18\x05 \x01(\fR\x05index\x12\x14\n" +
	"\x05value\x18\x06 \x01(\fR\x05value\x12\x16\n" +
	"\x06sparse\x18\a \x01(\bR\x06sparse\"\xfd\x04\n" +
	"\bInstance\x12\x0e\n" +
	"\x02id\x18\x01 \x01(\tR\x02id\x12\x16\n" +
	"\x06weight\x18\x02 \x01(\x01R\x06weight\x12\f\n" +
	"\x01k\x18\x03 \x01(\x05R\x01k\x12$\n" +
	"\x04node\x18\x04 \x01(\v2\x10.spbench.v2.RowsR\x04node\x12\x14\n" +
	"\x05chain\x18\x05 \x01(\bR\x05chain\x12\x14\n" +
	"\x05edges\x18\x06 \x01(\fR\x05edges\x12$\n" +
	"\x04edge\x18\a \x01(\v2\x10.spbench.v2.RowsR\x04edge\x12\x12\n" +
	"\x04gold\x18\b \x01(\fR\x04gold\x12 \n" +
	"\vconstrained\x18\t \x01(\bR\vconstrained\x12#\n" +
	"\rallowed_start\x18\n" +
	" \x01(\fR\fallowedStart\x12\x18\n" +
	"\aallowed\x18\v \x01(\fR\aallowed\x12\x12\n" +
	"\x04size\x18\f \x01(\fR\x04size\x12\x12\n" +
	"\x04rows\x18\r \x01(\x05R\x04rows\x12\x18\n" +
	"\acolumns\x18\x0e \x01(\x05R\acolumns\x12'\n" +
	"\x05frame\x18\x0f \x01(\v2\x11.spbench.v2.FrameR\x05frame\x123\n" +
	"\tstructure\x18\x10 \x01(\v2\x15.spbench.v2.StructureR\tstructure\x12&\n" +
	"\x05label\x18\x11 \x01(\v2\x10.spbench.v2.RowsR\x05label\x12-\n" +
	"\afactors\x18\x12 \x01(\v2\x13.spbench.v2.FactorsR\afactors\x12\x14\n" +
	"\x05costs\x18\x13 \x01(\fR\x05costs\x12\x14\n" +
	"\x05texts\x18\x14 \x03(\tR\x05texts\x12+\n" +
	"\x11constrained_pairs\x18\x15 \x01(\bR\x10constrainedPairs\"c\n" +
	"\aFactors\x12\x14\n" +
	"\x05arity\x18\x01 \x01(\x05R\x05arity\x12\x1c\n" +
	"\tvariables\x18\x02 \x01(\fR\tvariables\x12$\n" +
	"\x04rows\x18\x03 \x01(\v2\x10.spbench.v2.RowsR\x04rows\"\x8d\x02\n" +
	"\tStructure\x12\x12\n" +
	"\x04kind\x18\x01 \x01(\tR\x04kind\x12\x12\n" +
	"\x04none\x18\x02 \x01(\x05R\x04none\x12\x16\n" +
	"\x06single\x18\x03 \x01(\bR\x06single\x12\x12\n" +
	"\x04arcs\x18\x04 \x01(\fR\x04arcs\x12\x16\n" +
	"\x06source\x18\x05 \x01(\x05R\x06source\x12\x12\n" +
	"\x04sink\x18\x06 \x01(\x05R\x04sink\x12\x14\n" +
	"\x05least\x18\a \x01(\x05R\x05least\x12\x12\n" +
	"\x04most\x18\b \x01(\x05R\x04most\x12\x18\n" +
	"\acommand\x18\t \x03(\tR\acommand\x12\x18\n" +
	"\aseconds\x18\n" +
	" \x01(\x01R\aseconds\x12\x12\n" +
	"\x04sums\x18\v \x01(\bR\x04sums\x12\x0e\n" +
	"\x02id\x18\f \x01(\tR\x02id\"k\n" +
	"\x05Frame\x12\x12\n" +
	"\x04rows\x18\x01 \x01(\x05R\x04rows\x12\x18\n" +
	"\acolumns\x18\x02 \x01(\x05R\acolumns\x12$\n" +
	"\x04node\x18\x03 \x01(\v2\x10.spbench.v2.RowsR\x04node\x12\x0e\n" +
	"\x02at\x18\x04 \x01(\fR\x02at\"\xcb\x01\n" +
	"\x05Batch\x12'\n" +
	"\x03set\x18\x01 \x01(\x0e2\x15.spbench.v2.Batch.SetR\x03set\x122\n" +
	"\tinstances\x18\x02 \x03(\v2\x14.spbench.v2.InstanceR\tinstances\x12'\n" +
	"\x05names\x18\x03 \x01(\v2\x11.spbench.v2.NamesR\x05names\x12 \n" +
	"\vtransitions\x18\x04 \x01(\fR\vtransitions\"\x1a\n" +
	"\x03Set\x12\t\n" +
	"\x05TRAIN\x10\x00\x12\b\n" +
	"\x04TEST\x10\x01\";\n" +
	"\x05Names\x12\x16\n" +
	"\x06labels\x18\x01 \x03(\tR\x06labels\x12\x1a\n" +
	"\bfeatures\x18\x02 \x03(\tR\bfeatures\")\n" +
	"\tLoadReply\x12\x1c\n" +
	"\tinstances\x18\x01 \x01(\x05R\tinstances\"7\n" +
	"\x04Spec\x12\x12\n" +
	"\x04name\x18\x01 \x01(\tR\x04name\x12\x1b\n" +
	"\targs_json\x18\x02 \x01(\tR\bargsJson\"\x92\x02\n" +
	"\aSetting\x12\"\n" +
	"\x03map\x18\x01 \x01(\v2\x10.spbench.v2.SpecR\x03map\x12\f\n" +
	"\x01k\x18\x02 \x01(\x05R\x01k\x12\x1d\n" +
	"\n" +
	"node_width\x18\x03 \x01(\x05R\tnodeWidth\x12\x1d\n" +
	"\n" +
	"edge_width\x18\x04 \x01(\x05R\tedgeWidth\x12$\n" +
	"\x04loss\x18\x05 \x01(\v2\x10.spbench.v2.SpecR\x04loss\x12\x1f\n" +
	"\vparams_json\x18\x06 \x01(\tR\n" +
	"paramsJson\x12\x12\n" +
	"\x04seed\x18\a \x01(\x04R\x04seed\x12(\n" +
	"\x06oracle\x18\b \x01(\v2\x10.spbench.v2.SpecR\x06oracle\x12\x12\n" +
	"\x04seen\x18\t \x03(\x05R\x04seen\"8\n" +
	"\bSchedule\x12\x14\n" +
	"\x05first\x18\x01 \x01(\x01R\x05first\x12\x16\n" +
	"\x06factor\x18\x02 \x01(\x01R\x06factor\"\xbc\x02\n" +
	"\n" +
	"FitRequest\x12-\n" +
	"\asetting\x18\x01 \x01(\v2\x13.spbench.v2.SettingR\asetting\x12*\n" +
	"\x06budget\x18\x02 \x01(\v2\x12.spbench.v2.BudgetR\x06budget\x120\n" +
	"\bschedule\x18\x03 \x01(\v2\x14.spbench.v2.ScheduleR\bschedule\x12,\n" +
	"\aoracles\x18\x04 \x01(\v2\x12.spbench.v2.AccessR\aoracles\x12!\n" +
	"\fsave_seconds\x18\x05 \x01(\x01R\vsaveSeconds\x12)\n" +
	"\x06resume\x18\x06 \x01(\v2\x11.spbench.v2.SavedR\x06resume\x12%\n" +
	"\x0ereport_seconds\x18\a \x01(\x01R\rreportSeconds\"[\n" +
	"\x05Saved\x12\x14\n" +
	"\x05state\x18\x01 \x01(\fR\x05state\x12*\n" +
	"\x06counts\x18\x02 \x01(\v2\x12.spbench.v2.CountsR\x06countsJ\x04\b\x03\x10\x04J\x04\b\x04\x10\x05J\x04\b\x05\x10\x06\"\x8d\x02\n" +
	"\x06Budget\x12\x16\n" +
	"\x06passes\x18\x01 \x01(\x01R\x06passes\x12\x16\n" +
	"\x06visits\x18\x02 \x01(\x03R\x06visits\x12\x14\n" +
	"\x05calls\x18\x03 \x01(\x03R\x05calls\x12\x10\n" +
	"\x03map\x18\x04 \x01(\x03R\x03map\x12\x1c\n" +
	"\tmarginals\x18\x05 \x01(\x03R\tmarginals\x12\x18\n" +
	"\aclamped\x18\x06 \x01(\x03R\aclamped\x12\x1f\n" +
	"\vcpu_seconds\x18\a \x01(\x01R\n" +
	"cpuSeconds\x12\x18\n" +
	"\aseconds\x18\b \x01(\x01R\aseconds\x12 \n" +
	"\vconditional\x18\t \x01(\x03R\vconditional\x12\x16\n" +
	"\x06sweeps\x18\n" +
	" \x01(\x03R\x06sweeps\"\xf0\x01\n" +
	"\bFitEvent\x128\n" +
	"\n" +
	"checkpoint\x18\x01 \x01(\v2\x16.spbench.v2.CheckpointH\x00R\n" +
	"checkpoint\x12\x1a\n" +
	"\awarning\x18\x02 \x01(\tH\x00R\awarning\x12&\n" +
	"\x04done\x18\x03 \x01(\v2\x10.spbench.v2.DoneH\x00R\x04done\x12)\n" +
	"\x05saved\x18\x04 \x01(\v2\x11.spbench.v2.SavedH\x00R\x05saved\x122\n" +
	"\bprogress\x18\x05 \x01(\v2\x14.spbench.v2.ProgressH\x00R\bprogressB\a\n" +
	"\x05event\"\xa4\x01\n" +
	"\x06Counts\x12\x10\n" +
	"\x03map\x18\x01 \x01(\x03R\x03map\x12\x1c\n" +
	"\tmarginals\x18\x02 \x01(\x03R\tmarginals\x12\x18\n" +
	"\aclamped\x18\x03 \x01(\x03R\aclamped\x12\x16\n" +
	"\x06visits\x18\x04 \x01(\x03R\x06visits\x12\x16\n" +
	"\x06sweeps\x18\x05 \x01(\x03R\x06sweeps\x12 \n" +
	"\vconditional\x18\x06 \x01(\x03R\vconditional\"\xab\x01\n" +
	"\bProgress\x12*\n" +
	"\x06counts\x18\x01 \x01(\v2\x12.spbench.v2.CountsR\x06counts\x128\n" +
	"\x06values\x18\x02 \x03(\v2 .spbench.v2.Progress.ValuesEntryR\x06values\x1a9\n" +
	"\vValuesEntry\x12\x10\n" +
	"\x03key\x18\x01 \x01(\tR\x03key\x12\x14\n" +
	"\x05value\x18\x02 \x01(\x01R\x05value:\x028\x01\"\x8a\x02\n" +
	"\n" +
	"Checkpoint\x12\x18\n" +
	"\aweights\x18\x01 \x01(\fR\aweights\x12:\n" +
	"\x06values\x18\x02 \x03(\v2\".spbench.v2.Checkpoint.ValuesEntryR\x06values\x12*\n" +
	"\x06counts\x18\x03 \x01(\v2\x12.spbench.v2.CountsR\x06counts\x123\n" +
	"\tobjective\x18\x06 \x01(\v2\x15.spbench.v2.ObjectiveR\tobjective\x1a9\n" +
	"\vValuesEntry\x12\x10\n" +
	"\x03key\x18\x01 \x01(\tR\x03key\x12\x14\n" +
	"\x05value\x18\x02 \x01(\x01R\x05value:\x028\x01J\x04\b\x04\x10\x05J\x04\b\x05\x10\x06\"\xd4\x01\n" +
	"\x04Done\x12*\n" +
	"\x06counts\x18\x01 \x01(\v2\x12.spbench.v2.CountsR\x06counts\x12&\n" +
	"\x03end\x18\x05 \x01(\x0e2\x14.spbench.v2.Done.EndR\x03end\x12,\n" +
	"\x04dual\x18\x06 \x03(\v2\x18.spbench.v2.DistributionR\x04dual\"8\n" +
	"\x03End\x12\r\n" +
	"\tCONVERGED\x10\x00\x12\t\n" +
	"\x05LIMIT\x10\x01\x12\n" +
	"\n" +
	"\x06BUDGET\x10\x02\x12\v\n" +
	"\aSTALLED\x10\x03J\x04\b\x02\x10\x03J\x04\b\x03\x10\x04J\x04\b\x04\x10\x05\"7\n" +
	"\tObjective\x12\x12\n" +
	"\x04kind\x18\x01 \x01(\tR\x04kind\x12\x16\n" +
	"\x06lambda\x18\x02 \x01(\x01R\x06lambda\"6\n" +
	"\fDistribution\x12&\n" +
	"\x05atoms\x18\x01 \x03(\v2\x10.spbench.v2.AtomR\x05atoms\"\xee\x01\n" +
	"\x0ePredictRequest\x12-\n" +
	"\asetting\x18\x01 \x01(\v2\x13.spbench.v2.SettingR\asetting\x12\x18\n" +
	"\aweights\x18\x02 \x01(\fR\aweights\x12\x18\n" +
	"\aindices\x18\x03 \x01(\fR\aindices\x12*\n" +
	"\adecoder\x18\x04 \x01(\v2\x10.spbench.v2.SpecR\adecoder\x12,\n" +
	"\aoracles\x18\x05 \x01(\v2\x12.spbench.v2.AccessR\aoracles\x12\x1f\n" +
	"\vlabels_only\x18\x06 \x01(\bR\n" +
	"labelsOnly\"G\n" +
	"\vPredictions\x128\n" +
	"\vpredictions\x18\x01 \x03(\v2\x16.spbench.v2.PredictionR\vpredictions\"\xcd\x01\n" +
	"\n" +
	"Prediction\x12\x16\n" +
	"\x06labels\x18\x01 \x01(\fR\x06labels\x12\x1a\n" +
	"\bmarginal\x18\x02 \x01(\fR\bmarginal\x12\x1a\n" +
	"\bvariance\x18\x03 \x01(\fR\bvariance\x12&\n" +
	"\x05atoms\x18\x04 \x03(\v2\x10.spbench.v2.AtomR\x05atoms\x12#\n" +
	"\rnot_converged\x18\x05 \x01(\bR\fnotConverged\x12\x18\n" +
	"\x05log_z\x18\x06 \x01(\x01H\x00R\x04logZ\x88\x01\x01B\b\n" +
	"\x06_log_z\"6\n" +
	"\x04Atom\x12\x16\n" +
	"\x06weight\x18\x01 \x01(\x01R\x06weight\x12\x16\n" +
	"\x06labels\x18\x02 \x01(\fR\x06labels\"m\n" +
	"\x06Access\x12\x18\n" +
	"\aaddress\x18\x01 \x01(\tR\aaddress\x12\x14\n" +
	"\x05token\x18\x02 \x01(\tR\x05token\x12\x10\n" +
	"\x03dim\x18\x03 \x01(\x05R\x03dim\x12!\n" +
	"\fnon_negative\x18\x04 \x01(\fR\vnonNegative\"\xe0\x02\n" +
	"\aQueries\x12\x14\n" +
	"\x05token\x18\x01 \x01(\tR\x05token\x12,\n" +
	"\x04kind\x18\x02 \x01(\x0e2\x18.spbench.v2.Queries.KindR\x04kind\x12\x18\n" +
	"\aindices\x18\x03 \x01(\fR\aindices\x12\f\n" +
	"\x01w\x18\x04 \x01(\fR\x01w\x126\n" +
	"\n" +
	"potentials\x18\x05 \x01(\v2\x16.spbench.v2.PotentialsR\n" +
	"potentials\x12\x18\n" +
	"\aaugment\x18\x06 \x01(\bR\aaugment\x12\x1e\n" +
	"\n" +
	"difference\x18\a \x01(\bR\n" +
	"difference\x12\x1a\n" +
	"\brestrict\x18\b \x01(\bR\brestrict\x12\x14\n" +
	"\x05pairs\x18\t \x01(\bR\x05pairs\x12\x14\n" +
	"\x05given\x18\n" +
	" \x01(\fR\x05given\"/\n" +
	"\x04Kind\x12\a\n" +
	"\x03MAP\x10\x00\x12\r\n" +
	"\tMARGINALS\x10\x01\x12\x0f\n" +
	"\vCONDITIONAL\x10\x02\"L\n" +
	"\n" +
	"Potentials\x12\x12\n" +
	"\x04node\x18\x01 \x01(\fR\x04node\x12\x14\n" +
	"\x05potts\x18\x02 \x01(\fR\x05potts\x12\x14\n" +
	"\x05table\x18\x03 \x01(\fR\x05table\"\x83\x02\n" +
	"\aAnswers\x12\x14\n" +
	"\x05score\x18\x01 \x01(\fR\x05score\x12\x16\n" +
	"\x06labels\x18\x02 \x01(\fR\x06labels\x12\x12\n" +
	"\x04loss\x18\x03 \x01(\fR\x04loss\x12\x12\n" +
	"\x04node\x18\x04 \x01(\fR\x04node\x12\x12\n" +
	"\x04pair\x18\x05 \x01(\fR\x04pair\x12\x14\n" +
	"\x05start\x18\x06 \x01(\fR\x05start\x12\x14\n" +
	"\x05index\x18\a \x01(\fR\x05index\x12\x14\n" +
	"\x05value\x18\b \x01(\fR\x05value\x12*\n" +
	"\x06counts\x18\t \x01(\v2\x12.spbench.v2.CountsR\x06counts\x12 \n" +
	"\vapproximate\x18\n" +
	" \x01(\tR\vapproximate2\xf8\x01\n" +
	"\aLearner\x12@\n" +
	"\bDescribe\x12\x1b.spbench.v2.DescribeRequest\x1a\x17.spbench.v2.Description\x122\n" +
	"\x04Load\x12\x11.spbench.v2.Batch\x1a\x15.spbench.v2.LoadReply(\x01\x125\n" +
	"\x03Fit\x12\x16.spbench.v2.FitRequest\x1a\x14.spbench.v2.FitEvent0\x01\x12@\n" +
	"\aPredict\x12\x1a.spbench.v2.PredictRequest\x1a\x17.spbench.v2.Predictions0\x012@\n" +
	"\aOracles\x125\n" +
	"\x05Query\x12\x13.spbench.v2.Queries\x1a\x13.spbench.v2.Answers(\x010\x01B5Z3github.com/spbench/spbench/harness/internal/wire/pbb\x06proto3"

var (
	file_learner_proto_rawDescOnce sync.Once
	file_learner_proto_rawDescData []byte
)

func file_learner_proto_rawDescGZIP() []byte {
	file_learner_proto_rawDescOnce.Do(func() {
		file_learner_proto_rawDescData = protoimpl.X.CompressGZIP(unsafe.Slice(unsafe.StringData(file_learner_proto_rawDesc), len(file_learner_proto_rawDesc)))
	})
	return file_learner_proto_rawDescData
}

var file_learner_proto_enumTypes = make([]protoimpl.EnumInfo, 3)
var file_learner_proto_msgTypes = make([]protoimpl.MessageInfo, 35)
var file_learner_proto_goTypes = []any{
	(Batch_Set)(0),          // 0: spbench.v2.Batch.Set
	(Done_End)(0),           // 1: spbench.v2.Done.End
	(Queries_Kind)(0),       // 2: spbench.v2.Queries.Kind
	(*DescribeRequest)(nil), // 3: spbench.v2.DescribeRequest
	(*Description)(nil),     // 4: spbench.v2.Description
	(*Parameter)(nil),       // 5: spbench.v2.Parameter
	(*Decoder)(nil),         // 6: spbench.v2.Decoder
	(*Rows)(nil),            // 7: spbench.v2.Rows
	(*Instance)(nil),        // 8: spbench.v2.Instance
	(*Factors)(nil),         // 9: spbench.v2.Factors
	(*Structure)(nil),       // 10: spbench.v2.Structure
	(*Frame)(nil),           // 11: spbench.v2.Frame
	(*Batch)(nil),           // 12: spbench.v2.Batch
	(*Names)(nil),           // 13: spbench.v2.Names
	(*LoadReply)(nil),       // 14: spbench.v2.LoadReply
	(*Spec)(nil),            // 15: spbench.v2.Spec
	(*Setting)(nil),         // 16: spbench.v2.Setting
	(*Schedule)(nil),        // 17: spbench.v2.Schedule
	(*FitRequest)(nil),      // 18: spbench.v2.FitRequest
	(*Saved)(nil),           // 19: spbench.v2.Saved
	(*Budget)(nil),          // 20: spbench.v2.Budget
	(*FitEvent)(nil),        // 21: spbench.v2.FitEvent
	(*Counts)(nil),          // 22: spbench.v2.Counts
	(*Progress)(nil),        // 23: spbench.v2.Progress
	(*Checkpoint)(nil),      // 24: spbench.v2.Checkpoint
	(*Done)(nil),            // 25: spbench.v2.Done
	(*Objective)(nil),       // 26: spbench.v2.Objective
	(*Distribution)(nil),    // 27: spbench.v2.Distribution
	(*PredictRequest)(nil),  // 28: spbench.v2.PredictRequest
	(*Predictions)(nil),     // 29: spbench.v2.Predictions
	(*Prediction)(nil),      // 30: spbench.v2.Prediction
	(*Atom)(nil),            // 31: spbench.v2.Atom
	(*Access)(nil),          // 32: spbench.v2.Access
	(*Queries)(nil),         // 33: spbench.v2.Queries
	(*Potentials)(nil),      // 34: spbench.v2.Potentials
	(*Answers)(nil),         // 35: spbench.v2.Answers
	nil,                     // 36: spbench.v2.Progress.ValuesEntry
	nil,                     // 37: spbench.v2.Checkpoint.ValuesEntry
}
var file_learner_proto_depIdxs = []int32{
	5,  // 0: spbench.v2.Description.parameters:type_name -> spbench.v2.Parameter
	6,  // 1: spbench.v2.Description.decoders:type_name -> spbench.v2.Decoder
	5,  // 2: spbench.v2.Decoder.parameters:type_name -> spbench.v2.Parameter
	7,  // 3: spbench.v2.Instance.node:type_name -> spbench.v2.Rows
	7,  // 4: spbench.v2.Instance.edge:type_name -> spbench.v2.Rows
	11, // 5: spbench.v2.Instance.frame:type_name -> spbench.v2.Frame
	10, // 6: spbench.v2.Instance.structure:type_name -> spbench.v2.Structure
	7,  // 7: spbench.v2.Instance.label:type_name -> spbench.v2.Rows
	9,  // 8: spbench.v2.Instance.factors:type_name -> spbench.v2.Factors
	7,  // 9: spbench.v2.Factors.rows:type_name -> spbench.v2.Rows
	7,  // 10: spbench.v2.Frame.node:type_name -> spbench.v2.Rows
	0,  // 11: spbench.v2.Batch.set:type_name -> spbench.v2.Batch.Set
	8,  // 12: spbench.v2.Batch.instances:type_name -> spbench.v2.Instance
	13, // 13: spbench.v2.Batch.names:type_name -> spbench.v2.Names
	15, // 14: spbench.v2.Setting.map:type_name -> spbench.v2.Spec
	15, // 15: spbench.v2.Setting.loss:type_name -> spbench.v2.Spec
	15, // 16: spbench.v2.Setting.oracle:type_name -> spbench.v2.Spec
	16, // 17: spbench.v2.FitRequest.setting:type_name -> spbench.v2.Setting
	20, // 18: spbench.v2.FitRequest.budget:type_name -> spbench.v2.Budget
	17, // 19: spbench.v2.FitRequest.schedule:type_name -> spbench.v2.Schedule
	32, // 20: spbench.v2.FitRequest.oracles:type_name -> spbench.v2.Access
	19, // 21: spbench.v2.FitRequest.resume:type_name -> spbench.v2.Saved
	22, // 22: spbench.v2.Saved.counts:type_name -> spbench.v2.Counts
	24, // 23: spbench.v2.FitEvent.checkpoint:type_name -> spbench.v2.Checkpoint
	25, // 24: spbench.v2.FitEvent.done:type_name -> spbench.v2.Done
	19, // 25: spbench.v2.FitEvent.saved:type_name -> spbench.v2.Saved
	23, // 26: spbench.v2.FitEvent.progress:type_name -> spbench.v2.Progress
	22, // 27: spbench.v2.Progress.counts:type_name -> spbench.v2.Counts
	36, // 28: spbench.v2.Progress.values:type_name -> spbench.v2.Progress.ValuesEntry
	37, // 29: spbench.v2.Checkpoint.values:type_name -> spbench.v2.Checkpoint.ValuesEntry
	22, // 30: spbench.v2.Checkpoint.counts:type_name -> spbench.v2.Counts
	26, // 31: spbench.v2.Checkpoint.objective:type_name -> spbench.v2.Objective
	22, // 32: spbench.v2.Done.counts:type_name -> spbench.v2.Counts
	1,  // 33: spbench.v2.Done.end:type_name -> spbench.v2.Done.End
	27, // 34: spbench.v2.Done.dual:type_name -> spbench.v2.Distribution
	31, // 35: spbench.v2.Distribution.atoms:type_name -> spbench.v2.Atom
	16, // 36: spbench.v2.PredictRequest.setting:type_name -> spbench.v2.Setting
	15, // 37: spbench.v2.PredictRequest.decoder:type_name -> spbench.v2.Spec
	32, // 38: spbench.v2.PredictRequest.oracles:type_name -> spbench.v2.Access
	30, // 39: spbench.v2.Predictions.predictions:type_name -> spbench.v2.Prediction
	31, // 40: spbench.v2.Prediction.atoms:type_name -> spbench.v2.Atom
	2,  // 41: spbench.v2.Queries.kind:type_name -> spbench.v2.Queries.Kind
	34, // 42: spbench.v2.Queries.potentials:type_name -> spbench.v2.Potentials
	22, // 43: spbench.v2.Answers.counts:type_name -> spbench.v2.Counts
	3,  // 44: spbench.v2.Learner.Describe:input_type -> spbench.v2.DescribeRequest
	12, // 45: spbench.v2.Learner.Load:input_type -> spbench.v2.Batch
	18, // 46: spbench.v2.Learner.Fit:input_type -> spbench.v2.FitRequest
	28, // 47: spbench.v2.Learner.Predict:input_type -> spbench.v2.PredictRequest
	33, // 48: spbench.v2.Oracles.Query:input_type -> spbench.v2.Queries
	4,  // 49: spbench.v2.Learner.Describe:output_type -> spbench.v2.Description
	14, // 50: spbench.v2.Learner.Load:output_type -> spbench.v2.LoadReply
	21, // 51: spbench.v2.Learner.Fit:output_type -> spbench.v2.FitEvent
	29, // 52: spbench.v2.Learner.Predict:output_type -> spbench.v2.Predictions
	35, // 53: spbench.v2.Oracles.Query:output_type -> spbench.v2.Answers
	49, // [49:54] is the sub-list for method output_type
	44, // [44:49] is the sub-list for method input_type
	44, // [44:44] is the sub-list for extension type_name
	44, // [44:44] is the sub-list for extension extendee
	0,  // [0:44] is the sub-list for field type_name
}

func init() { file_learner_proto_init() }
func file_learner_proto_init() {
	if File_learner_proto != nil {
		return
	}
	file_learner_proto_msgTypes[18].OneofWrappers = []any{
		(*FitEvent_Checkpoint)(nil),
		(*FitEvent_Warning)(nil),
		(*FitEvent_Done)(nil),
		(*FitEvent_Saved)(nil),
		(*FitEvent_Progress)(nil),
	}
	file_learner_proto_msgTypes[27].OneofWrappers = []any{}
	type x struct{}
	out := protoimpl.TypeBuilder{
		File: protoimpl.DescBuilder{
			GoPackagePath: reflect.TypeOf(x{}).PkgPath(),
			RawDescriptor: unsafe.Slice(unsafe.StringData(file_learner_proto_rawDesc), len(file_learner_proto_rawDesc)),
			NumEnums:      3,
			NumMessages:   35,
			NumExtensions: 0,
			NumServices:   2,
		},
		GoTypes:           file_learner_proto_goTypes,
		DependencyIndexes: file_learner_proto_depIdxs,
		EnumInfos:         file_learner_proto_enumTypes,
		MessageInfos:      file_learner_proto_msgTypes,
	}.Build()
	File_learner_proto = out.File
	file_learner_proto_goTypes = nil
	file_learner_proto_depIdxs = nil
}
