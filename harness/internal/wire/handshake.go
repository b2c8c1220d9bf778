package wire

// Constants of the plugin handshake, the same on both sides.
const (
	// ProtocolVersion is the version of learner.proto's contract.
	ProtocolVersion = 2
	// CookieKey and CookieValue are the environment variable of a program started as a learner.
	CookieKey   = "SPBENCH_LEARNER"
	CookieValue = "structured-prediction-bench"
	// PluginName is the name of the service for go-plugin.
	PluginName = "learner"
)
