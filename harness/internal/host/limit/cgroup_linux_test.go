package limit

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestCgroups: where they are found in files as Debian, a container and a machine
// with both versions have them.
func TestCgroups(t *testing.T) {
	for name, test := range map[string]struct {
		mountinfo, cgroup string
		want              map[string][]string
	}{
		"version 2": {
			"24 1 0:22 / /proc rw - proc proc rw\n30 23 0:26 / /sys/fs/cgroup rw,nosuid - " +
				"cgroup2 cgroup2 rw,nsdelegate\n",
			"0::/user.slice/user-1000.slice/session-2.scope\n",
			map[string][]string{"cgroup v2": {
				"/sys/fs/cgroup/user.slice/user-1000.slice/session-2.scope",
				"/sys/fs/cgroup/user.slice/user-1000.slice"}},
		},
		"both, in a container": {
			"30 23 0:26 /box/7 /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory\n" +
				"31 23 0:27 / /sys/fs/cgroup/cpu rw - cgroup cgroup rw,cpu\n32 23 0:28 / " +
				"/sys/fs/cgroup/unified rw - cgroup2 none rw\n",
			"4:memory:/box/7/job\n3:cpu:/\n0::/\n",
			map[string][]string{"cgroup v1": {"/sys/fs/cgroup/memory/job"},
				"cgroup v2": {"/sys/fs/cgroup/unified"}},
		},
		"neither": {"24 1 0:22 / /proc rw - proc proc rw\n", "", map[string][]string{}},
	} {
		if diff := cmp.Diff(test.want, cgroups(test.mountinfo, test.cgroup, "memory")); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}
