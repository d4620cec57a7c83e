/** The router in Go, as text: it holds no name of the plan, all of which is in route.json. */

export const GO_MOD = `module stowage-router

go 1.22
`;

/** Which store to ask. */
export const GO_ROUTE_SOURCE = String.raw`package main

import (
	"encoding/json"
	"errors"
	"math"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Store is a bucket; Holds are the stores of the plan that it stands for.
type Store struct {
	ID, Kind, Bucket, Endpoint, Region string
	Holds                              []string
}

// Place is where readers are.
type Place struct {
	Place                 string
	Share                 float64
	Countries, Continents []string
}

// Segment is a stretch of an object's life; ToDays nil means for ever.
type Segment struct {
	FromDays  float64
	ToDays    *float64
	ReadShare float64
	Holders   []string
	Servers   map[string]string
}

// CacheRule is how copies by re-read are kept; nil pointers bound nothing.
type CacheRule struct {
	Hot, Cold, Writes                     string
	TTLSeconds, RenewSeconds, KeepSeconds float64
	FromBytes, UpToBytes                  *int64
	HotClass, ColdClass                   *string
}

// Route is what route.json holds.
type Route struct {
	Cache    *CacheRule
	KeyDate  *string
	Places   []Place
	Stores   []Store
	Segments []Segment
	LimitsMs []float64
}

// ReadRoute reads route.json and refuses one that could not answer.
func ReadRoute(file string) (*Route, error) {
	bytes, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var route Route
	if err := json.Unmarshal(bytes, &route); err != nil {
		return nil, err
	}
	if len(route.Places) == 0 || len(route.Stores) == 0 || len(route.Segments) == 0 {
		return nil, errors.New(file + ": has no places, stores or segments")
	}
	if rule := route.Cache; rule != nil && (route.StoreOf(rule.Hot) == nil || route.StoreOf(rule.Cold) == nil) {
		return nil, errors.New(file + ": its cache names a store that it has not")
	}
	return &route, nil
}

var datePart = regexp.MustCompile("\\\\{(yyyy|mm|dd|hh)\\\\}")

// AgeOf is the age in days by the date in the key; false where it holds none.
func (route *Route) AgeOf(key string, now time.Time) (float64, bool) {
	if route.KeyDate == nil {
		return 0, false
	}
	var names []string
	pattern := datePart.ReplaceAllStringFunc(regexp.QuoteMeta(*route.KeyDate), func(part string) string {
		name := strings.Trim(part, "\\{}")
		names = append(names, name)
		if name == "yyyy" {
			return "([0-9]{4})"
		}
		return "([0-9]{2})"
	})
	found := regexp.MustCompile(pattern).FindStringSubmatch(key)
	if found == nil {
		return 0, false
	}
	part := func(name string, missing int) int {
		at := slices.Index(names, name)
		if at < 0 {
			return missing
		}
		value, _ := strconv.Atoi(found[at+1])
		return value
	}
	made := time.Date(part("yyyy", 1970), time.Month(part("mm", 1)), part("dd", 1), part("hh", 0), 0, 0, 0, time.UTC)
	return math.Max(0, now.Sub(made).Hours()/24), true
}

// PlaceOf is the reader's place: the one named, the country, the continent, or where most readers are.
func (route *Route) PlaceOf(named, country, continent string) string {
	best := route.Places[0]
	for _, is := range []func(Place) bool{
		func(one Place) bool { return one.Place == named },
		func(one Place) bool { return slices.Contains(one.Countries, country) },
		func(one Place) bool { return slices.Contains(one.Continents, continent) },
	} {
		if at := slices.IndexFunc(route.Places, is); at >= 0 {
			return route.Places[at].Place
		}
	}
	for _, one := range route.Places {
		if one.Share > best.Share {
			best = one
		}
	}
	return best.Place
}

// Tries are ids of stores in the order to try them: the one that serves the place at that age, what else holds it, then
// its neighbours in time.
func (route *Route) Tries(ageDays float64, known bool, place string) []string {
	order := make([]int, len(route.Segments))
	for i := range order {
		order[i] = i
	}
	if known {
		at := slices.IndexFunc(route.Segments, func(one Segment) bool { return one.ToDays == nil || ageDays < *one.ToDays })
		if at < 0 {
			at = len(route.Segments) - 1
		}
		distance := func(i int) int { return max(i-at, at-i) }
		slices.SortStableFunc(order, func(a, b int) int { return distance(a) - distance(b) })
	} else {
		slices.SortStableFunc(order, func(a, b int) int {
			switch {
			case route.Segments[a].ReadShare > route.Segments[b].ReadShare:
				return -1
			case route.Segments[a].ReadShare < route.Segments[b].ReadShare:
				return 1
			}
			return 0
		})
	}
	var ids []string
	add := func(id string) {
		if !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	for _, i := range order {
		if first, ok := route.Segments[i].Servers[place]; ok {
			add(first)
		}
		for _, id := range route.Segments[i].Holders {
			add(id)
		}
	}
	return ids
}

// StoreOf is nil where no store has the id.
func (route *Route) StoreOf(id string) *Store {
	for i := range route.Stores {
		if route.Stores[i].ID == id {
			return &route.Stores[i]
		}
	}
	return nil
}
`;

/** How a store is asked. */
export const GO_S3_SOURCE = String.raw`package main

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/xml"
	"errors"
	"net"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strings"
	"sync"
	"time"
)

const emptySHA256 = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"

type keys struct{ id, secret, token string }

type session struct {
	keys  keys
	until time.Time
}

// Client asks stores over their S3 interface.
type Client struct {
	HTTP     *http.Client
	mutex    sync.Mutex
	sessions map[string]session
}

// Get sends the reader's GET or HEAD to a store; the caller closes the body.
func (client *Client) Get(from *http.Request, store *Store, key string) (*http.Response, error) {
	header := http.Header{}
	for _, name := range []string{"Range", "If-None-Match", "If-Modified-Since"} {
		if value := from.Header.Get(name); value != "" {
			header.Set(name, value)
		}
	}
	return client.send(from.Context(), from.Method, store, key, header, nil)
}

// Send writes or deletes an object; a class is named where there is one. The caller closes the body.
func (client *Client) Send(ctx context.Context, method string, store *Store, key, kind string, class *string, body []byte) (*http.Response, error) {
	header := http.Header{}
	if kind != "" {
		header.Set("Content-Type", kind)
	}
	if class != nil {
		header.Set("X-Amz-Storage-Class", *class)
	}
	return client.send(ctx, method, store, key, header, body)
}

func (client *Client) send(ctx context.Context, method string, store *Store, key string, header http.Header, body []byte) (*http.Response, error) {
	name := strings.ToUpper(store.ID)
	access := keys{id: os.Getenv(name + "_ACCESS_KEY_ID"), secret: os.Getenv(name + "_SECRET_ACCESS_KEY")}
	if access.id == "" || access.secret == "" {
		return nil, errors.New("no keys for " + store.ID)
	}
	root, err := rootOf(store)
	if err != nil {
		return nil, err
	}
	service := "s3"
	if store.Kind == "express" {
		service = "s3express"
		if access, err = client.session(ctx, store, root, access); err != nil {
			return nil, err
		}
	}
	request, err := http.NewRequestWithContext(ctx, method, root, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	setPath(request.URL, "/"+key)
	request.Header = header
	if body != nil {
		digest := sha256.Sum256(body)
		request.Header.Set("X-Amz-Content-Sha256", hex.EncodeToString(digest[:]))
	}
	sign(request, service, store.Region, access, time.Now())
	return client.HTTP.Do(request)
}

// rootOf is the address of the bucket: in the host's name for directory buckets, else in the path.
func rootOf(store *Store) (string, error) {
	endpoint, err := url.Parse(store.Endpoint)
	if err != nil {
		return "", err
	}
	if store.Kind == "express" && net.ParseIP(endpoint.Hostname()) == nil {
		return endpoint.Scheme + "://" + store.Bucket + "." + endpoint.Host, nil
	}
	return endpoint.Scheme + "://" + endpoint.Host + "/" + store.Bucket, nil
}

func setPath(address *url.URL, path string) {
	address.Path += path
	address.RawPath = encode(address.Path)
}

// encode leaves slashes and the letters that RFC 3986 reserves nothing for.
func encode(path string) string {
	const kept = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/"
	var text strings.Builder
	for _, letter := range []byte(path) {
		if strings.IndexByte(kept, letter) >= 0 {
			text.WriteByte(letter)
		} else {
			text.WriteString("%" + strings.ToUpper(hex.EncodeToString([]byte{letter})))
		}
	}
	return text.String()
}

// sign adds AWS Signature Version 4 to a request, whose body has no bytes where no digest of it is in its header.
func sign(request *http.Request, service, region string, access keys, now time.Time) {
	stamp := now.UTC().Format("20060102T150405Z")
	day := stamp[:8]
	request.Header.Set("X-Amz-Date", stamp)
	content := request.Header.Get("X-Amz-Content-Sha256")
	if content == "" {
		content = emptySHA256
		request.Header.Set("X-Amz-Content-Sha256", content)
	}
	if access.token != "" {
		request.Header.Set("X-Amz-S3session-Token", access.token)
	}
	names := []string{"host"}
	for name := range request.Header {
		if strings.HasPrefix(name, "X-Amz-") {
			names = append(names, strings.ToLower(name))
		}
	}
	slices.Sort(names)
	lines := ""
	for _, name := range names {
		value := request.Header.Get(name)
		if name == "host" {
			value = request.URL.Host
		}
		lines += name + ":" + value + "\n"
	}
	signedNames := strings.Join(names, ";")
	query := strings.ReplaceAll(request.URL.Query().Encode(), "+", "%20")
	canonical := strings.Join([]string{request.Method, request.URL.EscapedPath(), query, lines, signedNames, content}, "\n")
	scope := strings.Join([]string{day, region, service, "aws4_request"}, "/")
	digest := sha256.Sum256([]byte(canonical))
	key := []byte("AWS4" + access.secret)
	for _, part := range []string{day, region, service, "aws4_request"} {
		key = mac(key, part)
	}
	signature := mac(key, strings.Join([]string{"AWS4-HMAC-SHA256", stamp, scope, hex.EncodeToString(digest[:])}, "\n"))
	request.Header.Set("Authorization", "AWS4-HMAC-SHA256 Credential="+access.id+"/"+scope+
		", SignedHeaders="+signedNames+", Signature="+hex.EncodeToString(signature))
}

func mac(key []byte, text string) []byte {
	hash := hmac.New(sha256.New, key)
	hash.Write([]byte(text))
	return hash.Sum(nil)
}

// session gives keys for a directory bucket, good for some minutes.
func (client *Client) session(ctx context.Context, store *Store, root string, access keys) (keys, error) {
	client.mutex.Lock()
	defer client.mutex.Unlock()
	if known, ok := client.sessions[store.Bucket]; ok && time.Now().Before(known.until) {
		return known.keys, nil
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, root+"/?session=", nil)
	if err != nil {
		return keys{}, err
	}
	sign(request, "s3express", store.Region, access, time.Now())
	answer, err := client.HTTP.Do(request)
	if err != nil {
		return keys{}, err
	}
	defer answer.Body.Close()
	var granted struct {
		Credentials struct {
			AccessKeyId, SecretAccessKey, SessionToken string
			Expiration                                 time.Time
		}
	}
	if answer.StatusCode != http.StatusOK {
		return keys{}, errors.New("no session: " + answer.Status)
	}
	if err := xml.NewDecoder(answer.Body).Decode(&granted); err != nil {
		return keys{}, err
	}
	given := granted.Credentials
	fresh := session{
		keys:  keys{id: given.AccessKeyId, secret: given.SecretAccessKey, token: given.SessionToken},
		until: given.Expiration.Add(-time.Minute),
	}
	if client.sessions == nil {
		client.sessions = map[string]session{}
	}
	client.sessions[store.Bucket] = fresh
	return fresh.keys, nil
}
`;

/** The server and its metrics. */
export const GO_MAIN_SOURCE = String.raw`// A router for reads, written by Stowage: finds an object in the store that the plan in route.json gives its age and
// reader, and in the others where it is not there. Keys come from the environment: STORE1_ACCESS_KEY_ID and
// STORE1_SECRET_ACCESS_KEY for "store1".
package main

import (
	"flag"
	"fmt"
	"io"
	"log"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// serveCached answers where the plan keeps copies by re-read.
var serveCached func(*Router, http.ResponseWriter, *http.Request)

// Router answers GET and HEAD of /KEY.
type Router struct {
	Route *Route
	// Place of readers whose request names none in X-Stowage-Place, CF-IPCountry or CF-IPContinent.
	Place   string
	Client  *Client
	Metrics *Metrics
}

func main() {
	file := flag.String("route", "route.json", "the plan")
	listen := flag.String("listen", "127.0.0.1:8080", "where readers come in")
	metrics := flag.String("metrics", "127.0.0.1:9464", "where Prometheus reads /metrics")
	place := flag.String("place", "", "where readers are that do not say it, such as aws/us-east-1")
	timeout := flag.Duration("timeout", 30*time.Second, "how long a store may take to begin its answer")
	flag.Parse()
	route, err := ReadRoute(*file)
	if err != nil {
		log.Fatal(err)
	}
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.ResponseHeaderTimeout = *timeout
	transport.MaxIdleConnsPerHost = 256
	router := &Router{
		Route:   route,
		Place:   *place,
		Client:  &Client{HTTP: &http.Client{Transport: transport}},
		Metrics: NewMetrics(route.LimitsMs),
	}
	go func() { log.Fatal(http.ListenAndServe(*metrics, router.Metrics)) }()
	log.Fatal(http.ListenAndServe(*listen, router))
}

// asksOn: not there (403 where listing is not allowed), or not well; worth asking another store.
func asksOn(status int) bool {
	return status == 404 || status == 403 || status == 429 || status >= 500
}

func (router *Router) ServeHTTP(reply http.ResponseWriter, request *http.Request) {
	if router.Route.Cache != nil && serveCached != nil {
		serveCached(router, reply, request)
		return
	}
	if request.Method != http.MethodGet && request.Method != http.MethodHead {
		http.Error(reply, "GET and HEAD only", http.StatusMethodNotAllowed)
		return
	}
	start := time.Now()
	key := strings.TrimPrefix(request.URL.Path, "/")
	place := router.placeOf(request)
	age, known := router.Route.AgeOf(key, start)
	status := http.StatusBadGateway
	for _, id := range router.Route.Tries(age, known, place) {
		store := router.Route.StoreOf(id)
		if store == nil || store.Kind == "none" {
			continue
		}
		answer, err := router.Client.Get(request, store, key)
		if err != nil {
			log.Printf("%s: %v", id, err)
			continue
		}
		if asksOn(answer.StatusCode) {
			status = answer.StatusCode
			answer.Body.Close()
			continue
		}
		router.reply(reply, request, id, answer, answer.Body, start)
		return
	}
	router.Metrics.Fail(place)
	http.Error(reply, http.StatusText(status), status)
}

func (router *Router) placeOf(request *http.Request) string {
	named := request.Header.Get("X-Stowage-Place")
	if named == "" {
		named = router.Place
	}
	return router.Route.PlaceOf(named, request.Header.Get("CF-IPCountry"), request.Header.Get("CF-IPContinent"))
}

// reply sends a store's answer, whose body is read from "from", and counts it.
func (router *Router) reply(reply http.ResponseWriter, request *http.Request, id string, answer *http.Response, from io.Reader, start time.Time) {
	firstByte := time.Since(start)
	for name, values := range answer.Header {
		if !strings.HasPrefix(name, "X-Amz-") {
			reply.Header()[name] = values
		}
	}
	reply.Header().Set("X-Stowage-Store", id)
	reply.WriteHeader(answer.StatusCode)
	bytes, err := io.Copy(reply, from)
	answer.Body.Close()
	if err != nil {
		log.Printf("%s: %v", id, err)
	}
	router.Metrics.Read(id, router.placeOf(request), bytes, firstByte, time.Since(start))
}

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
}

// NewMetrics has a bound at each limit, so that the share of reads beyond it is exact.
func NewMetrics(limitsMs []float64) *Metrics {
	bounds := []float64{0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30}
	for _, limit := range limitsMs {
		bounds = append(bounds, limit/1000)
	}
	slices.Sort(bounds)
	return &Metrics{bounds: slices.Compact(bounds), reads: map[readKey]*readCounts{}, fails: map[string]float64{}}
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
}
`;
