// A router for reads, written by Stowage: finds an object in the store that the plan in route.json gives its age and
// reader, and in the others where it is not there. Keys come from the environment: STORE1_ACCESS_KEY_ID and
// STORE1_SECRET_ACCESS_KEY for "store1", in Azure STORE1_ACCOUNT and STORE1_KEY.
package main

import (
	"flag"
	"io"
	"log"
	"net/http"
	"strings"
	"time"
)

// serveByRule answers where the plan goes by something other than age; false: it does not.
var serveByRule func(*Router, http.ResponseWriter, *http.Request) bool

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
	if serveByRule != nil && serveByRule(router, reply, request) {
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
	router.readFrom(reply, request, key, router.Route.OfKey(key).Tries(age, known, place), start)
}

// readFrom answers from the first of these stores that has the object. It is nowhere only where each of them says so.
func (router *Router) readFrom(reply http.ResponseWriter, request *http.Request, key string, ids []string, start time.Time) {
	status := 0
	for _, id := range ids {
		store := storeOf(router.Route.Stores, id)
		if store == nil {
			continue
		}
		answer, err := router.get(request, store, key)
		if err != nil {
			log.Printf("%s: %v", id, err)
			status = http.StatusBadGateway
			continue
		}
		if asksOn(answer.StatusCode) {
			answer.Body.Close()
			isMissing := answer.StatusCode == http.StatusNotFound || answer.StatusCode == http.StatusForbidden
			if status == 0 || !isMissing {
				status = answer.StatusCode
			}
			if isMissing {
				router.Metrics.Vain(id)
			}
			continue
		}
		router.reply(reply, request, id, answer, answer.Body, start)
		return
	}
	if status == 0 {
		status = http.StatusBadGateway
	}
	router.Metrics.Fail(router.placeOf(request))
	http.Error(reply, http.StatusText(status), status)
}

// get sends the reader's GET or HEAD to a store; the caller closes the body.
func (router *Router) get(request *http.Request, store *Store, key string) (*http.Response, error) {
	if store.Kind != "azure" {
		return router.Client.Get(request, store, key)
	}
	ask, err := blobRequest(request.Context(), request.Method, store, key, nil, askedBy(request))
	if err != nil {
		return nil, err
	}
	return router.Client.HTTP.Do(ask)
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
		if !strings.HasPrefix(name, "X-Amz-") && !strings.HasPrefix(name, "X-Ms-") {
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
