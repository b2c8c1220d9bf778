// The benchmarks of bench_test.go for solvers in C++, in the format of go test -bench: Boykov and Kolmogorov's own
// (Debian: libmaxflow-dev) and, with -DOPENCV, that of OpenCV (libopencv-dev), which only solves afresh.
//
//	g++ -O3 -march=native -DNDEBUG -DCAPACITY=int -I/usr/include/maxflow-3.0 peer.cpp -o peer
//	g++ -O3 -march=native -DNDEBUG -DCAPACITY=int -DOPENCV -I/usr/include/opencv4 peer.cpp -o peer -lopencv_core
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <vector>
#ifdef OPENCV
#include <opencv2/core.hpp>
#include <opencv2/imgproc/detail/gcgraph.hpp>
#else
#define MAXFLOW_INCLUDE_TEMPLATE_IMPLEMENTATION
#include <maxflow.h>
#endif

typedef CAPACITY capacity;

static double processor() {
	timespec t;
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return t.tv_sec * 1e9 + t.tv_nsec;
}

struct Splitmix {
	uint64_t s;
	uint64_t next() {
		s += 0x9e3779b97f4a7c15;
		uint64_t z = s;
		z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
		z = (z ^ z >> 27) * 0x94d049bb133111eb;
		return z ^ z >> 31;
	}
	int between(int a, int b) { return a + int(next() % uint64_t(b - a + 1)); }
};

struct Edge {
	int u, v, pair;
};

// A Grid is the random image problem of grid_test.go, of strength 500.
struct Grid {
	int rows, columns;
	std::vector<capacity> unary;
	std::vector<Edge> edges;
	Splitmix r = {1};

	Grid(int rows, int columns) : rows(rows), columns(columns) {
		int n = rows * columns;
		for (int d = 0; d < n; d++) unary.push_back(r.between(-1000, 1000));
		for (int d = 0; d < n; d++) {
			if (d % columns < columns - 1) edges.push_back({d, d + 1, r.between(0, 500)});
			if (d / columns < rows - 1) edges.push_back({d, d + columns, r.between(0, 500)});
		}
	}
};

#ifdef OPENCV
typedef cv::detail::GCGraph<capacity> Graph;

static Graph *build(const Grid &q) {
	Graph *g = new Graph(q.unary.size(), 2 * q.edges.size());
	for (capacity c : q.unary) g->addTermWeights(g->addVtx(), std::max(c, capacity(0)), std::max(-c, capacity(0)));
	for (const Edge &e : q.edges) g->addEdges(e.u, e.v, e.pair, e.pair);
	return g;
}

static double solve(Graph *g) { return g->maxFlow(); }
#else
typedef maxflow::Graph<capacity, capacity, capacity> Graph;

static Graph *build(const Grid &q) {
	Graph *g = new Graph(q.unary.size(), q.edges.size());
	g->add_node(q.unary.size());
	for (size_t d = 0; d < q.unary.size(); d++) g->add_tweights(d, std::max(q.unary[d], capacity(0)), std::max(-q.unary[d], capacity(0)));
	for (const Edge &e : q.edges) g->add_edge(e.u, e.v, e.pair, e.pair);
	return g;
}

static double solve(Graph *g) { return g->maxflow(); }

static void setTerminal(Graph *g, std::vector<capacity> &terminal, int d, capacity c) {
	g->add_tweights(d, std::max(c - terminal[d], capacity(0)), std::max(terminal[d] - c, capacity(0)));
	g->mark_node(d);
	terminal[d] = c;
}

static void resolve(Grid q, int changes, int n) {
	Graph *g = build(q);
	g->maxflow();
	std::vector<capacity> terminal = q.unary;
	double start = processor();
	for (int i = 0; i < n; i++) {
		for (int k = 0; k < changes; k++) {
			int d = q.r.next() % q.unary.size();
			setTerminal(g, terminal, d, q.r.between(-1000, 1000));
		}
		g->maxflow(true);
	}
	printf("BenchmarkResolve/D=%d/%dx%d %d %.0f cpu-ns/op\n", changes, q.rows, q.columns, n, (processor() - start) / n);
	delete g;
}

// One node forced to its other side by a terminal capacity, and back: in two solves, or with the next one's in one.
static void force(Grid q, bool together, int n) {
	Graph *g = build(q);
	g->maxflow();
	std::vector<capacity> terminal = q.unary, side;
	std::vector<int> nodes;
	for (size_t d = 0; d < q.unary.size(); d++) {
		bool truth = q.r.next() % 2 == 0, source = g->what_segment(d, Graph::SINK) == Graph::SOURCE;
		if (truth == source) continue;
		nodes.push_back(d);
		side.push_back(source ? -10000 : 10000);
	}
	double start = processor();
	for (int i = 0, last = nodes[0]; i < n; i++) {
		setTerminal(g, terminal, last, q.unary[last]);
		if (!together) g->maxflow(true);
		last = nodes[i % nodes.size()];
		setTerminal(g, terminal, last, side[i % nodes.size()]);
		g->maxflow(true);
	}
	printf("BenchmarkForceBy%s/%dx%d %d %.0f cpu-ns/op\n", together ? "OneSolve" : "TwoSolves", q.rows, q.columns, n, (processor() - start) / n);
	delete g;
}
#endif

static void fresh(const Grid &q, int n) {
	double built = 0, solved = 0, flow = 0;
	for (int i = 0; i < n; i++) {
		double start = processor();
		Graph *g = build(q);
		double middle = processor();
		flow = solve(g);
		solved += processor() - middle;
		built += middle - start;
		delete g;
	}
	printf("BenchmarkSolve/%dx%d %d %.0f cpu-ns/op %.0f cpu-ns/build+solve %.0f flow\n", q.rows, q.columns, n, solved / n, (built + solved) / n, flow);
}

int main() {
	for (int k : {90, 256, 512, 1000}) {
		Grid q(k, k == 90 ? 120 : k);
		fresh(q, 2000 / k);
#ifndef OPENCV
		if (k != 90 && k != 512) continue;
		resolve(q, 1, 300000);
		resolve(q, 100, 3000);
		force(q, true, 300000);
		force(q, false, 300000);
#endif
	}
}
