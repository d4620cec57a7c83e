package main

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

type readKey struct{ store, place string }

type readCounts struct {
	reads, bytes       float64
	total, first       []float64
	totalSum, firstSum float64
}

// Metrics of reads, as Prometheus reads them.
type Metrics struct {
	mutex  sync.Mutex
	bounds []float64
	reads  map[readKey]*readCounts
	fails  map[string]float64
	vain   map[string]float64
}

// NewMetrics has a bound at each limit, so that the share of reads beyond it is exact.
func NewMetrics(limitsMs []float64) *Metrics {
	bounds := []float64{0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30}
	for _, limit := range limitsMs {
		bounds = append(bounds, limit/1000)
	}
	slices.Sort(bounds)
	return &Metrics{bounds: slices.Compact(bounds), reads: map[readKey]*readCounts{}, fails: map[string]float64{}, vain: map[string]float64{}}
}

// Read counts one answered read.
func (metrics *Metrics) Read(store, place string, bytes int64, firstByte, total time.Duration) {
	metrics.mutex.Lock()
	defer metrics.mutex.Unlock()
	counts := metrics.reads[readKey{store, place}]
	if counts == nil {
		counts = &readCounts{total: make([]float64, len(metrics.bounds)), first: make([]float64, len(metrics.bounds))}
		metrics.reads[readKey{store, place}] = counts
	}
	counts.reads++
	counts.bytes += float64(bytes)
	counts.totalSum += total.Seconds()
	counts.firstSum += firstByte.Seconds()
	for i, bound := range metrics.bounds {
		if total.Seconds() <= bound {
			counts.total[i]++
		}
		if firstByte.Seconds() <= bound {
			counts.first[i]++
		}
	}
}

// Fail counts a read that no store answered.
func (metrics *Metrics) Fail(place string) {
	metrics.mutex.Lock()
	defer metrics.mutex.Unlock()
	metrics.fails[place]++
}

// Vain counts a store that was asked and had no such object.
func (metrics *Metrics) Vain(store string) {
	metrics.mutex.Lock()
	defer metrics.mutex.Unlock()
	metrics.vain[store]++
}

func number(value float64) string { return strconv.FormatFloat(value, 'g', -1, 64) }

func (metrics *Metrics) ServeHTTP(reply http.ResponseWriter, _ *http.Request) {
	metrics.mutex.Lock()
	defer metrics.mutex.Unlock()
	reply.Header().Set("Content-Type", "text/plain; version=0.0.4")
	order := make([]readKey, 0, len(metrics.reads))
	for key := range metrics.reads {
		order = append(order, key)
	}
	slices.SortFunc(order, func(a, b readKey) int { return strings.Compare(a.store+" "+a.place, b.store+" "+b.place) })
	series := func(name, kind string, each func(label string, counts *readCounts)) {
		fmt.Fprintf(reply, "# TYPE %s %s\n", name, kind)
		for _, key := range order {
			each(fmt.Sprintf("store=%q,place=%q", key.store, key.place), metrics.reads[key])
		}
	}
	histogram := func(name string, of func(*readCounts) ([]float64, float64)) {
		series(name, "histogram", func(label string, counts *readCounts) {
			buckets, sum := of(counts)
			for i, bound := range metrics.bounds {
				fmt.Fprintf(reply, "%s_bucket{%s,le=%q} %s\n", name, label, number(bound), number(buckets[i]))
			}
			fmt.Fprintf(reply, "%s_bucket{%s,le=\"+Inf\"} %s\n", name, label, number(counts.reads))
			fmt.Fprintf(reply, "%s_sum{%s} %s\n%s_count{%s} %s\n", name, label, number(sum), name, label, number(counts.reads))
		})
	}
	series("stowage_reads_total", "counter", func(label string, counts *readCounts) {
		fmt.Fprintf(reply, "stowage_reads_total{%s} %s\n", label, number(counts.reads))
	})
	series("stowage_read_bytes_total", "counter", func(label string, counts *readCounts) {
		fmt.Fprintf(reply, "stowage_read_bytes_total{%s} %s\n", label, number(counts.bytes))
	})
	histogram("stowage_read_seconds", func(counts *readCounts) ([]float64, float64) { return counts.total, counts.totalSum })
	histogram("stowage_first_byte_seconds", func(counts *readCounts) ([]float64, float64) { return counts.first, counts.firstSum })
	fmt.Fprintf(reply, "# TYPE stowage_failed_reads_total counter\n")
	for place, count := range metrics.fails {
		fmt.Fprintf(reply, "stowage_failed_reads_total{place=%q} %s\n", place, number(count))
	}
	fmt.Fprintf(reply, "# TYPE stowage_vain_asks_total counter\n")
	for store, count := range metrics.vain {
		fmt.Fprintf(reply, "stowage_vain_asks_total{store=%q} %s\n", store, number(count))
	}
}
