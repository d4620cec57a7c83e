package main

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
	FromDays float64
	ToDays   *float64
	// Turn is when it is tried where no age is known.
	Turn    int
	Holders []string
	Servers map[string]string
	// Prefix is of the keys that it is of; nil: of any.
	Prefix *string
}

// CacheRule is how copies by re-read are kept; nil pointers bound nothing.
type CacheRule struct {
	Hot, Cold, Writes                     string
	TTLSeconds, RenewSeconds, KeepSeconds float64
	FromBytes, UpToBytes                  *int64
	HotClass, ColdClass                   *string
}

// SplitRule is how objects are divided by size or popularity: First holds the small or the popular ones.
type SplitRule struct {
	By, First, Second, AskFirst string
	UpToBytes                   *int64
	Keys                        []struct{ Prefix, Suffix, Store string }
	FirstClass, SecondClass     *string
}

// Route is what route.json holds.
type Route struct {
	Cache    *CacheRule
	Split    *SplitRule
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
	if rule := route.Cache; rule != nil && (storeOf(route.Stores, rule.Hot) == nil || storeOf(route.Stores, rule.Cold) == nil) {
		return nil, errors.New(file + ": its cache names a store that it has not")
	}
	if rule := route.Split; rule != nil && (storeOf(route.Stores, rule.First) == nil || storeOf(route.Stores, rule.Second) == nil) {
		return nil, errors.New(file + ": its split names a store that it has not")
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

// OfKey is the route of one key: new and standing objects may be told apart by it.
func (route *Route) OfKey(key string) *Route {
	named := func(one Segment) bool { return one.Prefix != nil && strings.HasPrefix(key, *one.Prefix) }
	isNamed := slices.ContainsFunc(route.Segments, named)
	own := *route
	own.Segments = nil
	for _, one := range route.Segments {
		if named(one) || one.Prefix == nil && !isNamed {
			own.Segments = append(own.Segments, one)
		}
	}
	if len(own.Segments) == 0 {
		return route
	}
	return &own
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
		slices.SortStableFunc(order, func(a, b int) int { return route.Segments[a].Turn - route.Segments[b].Turn })
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
