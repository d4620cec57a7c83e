// The mover copies objects to where a plan wants them, looks at each copy, and only then deletes the original.
//
// It reads jobs.json, written by Stowage, and lists, compares and deletes by itself; rclone copies. Without -go it says what it would do.
// It ends with 0 if all was done, 1 if something failed or was left, 2 if it was called wrongly, 75 if another run is under way.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"net/http"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

const (
	exitFailed = 1
	exitUsage  = 2
	exitBusy   = 75
)

// Job is work that no lifecycle rule does. Ages count from LastModified, in seconds.
type Job struct {
	Name     string
	Does     string
	From, To string
	Prefix   string
	MinAge   int64
	// MaxAge: what is older is not copied any more.
	MaxAge           *int64
	MinSize, MaxSize *int64
	Hourly           bool
	// Days is how keys begin with the day they were made, such as media/{yyyy}/{mm}/{dd}; empty: they do not.
	Days string
	Says string
}

// Plan is jobs.json.
type Plan struct {
	Plan      string
	Stores    []Store
	Jobs      []Job
	Popular   *Popular
	Backfills []Backfill
	// CopyFlags are rclone's.
	CopyFlags []string
}

func main() {
	file := flag.String("jobs", "jobs.json", "the jobs, as Stowage wrote them")
	state := flag.String("state", "state", "a folder for the time of the last success of each job, and for the lock")
	only := flag.String("job", "", "run only this job, whenever it ran last")
	keys := flag.String("keys", "", "with -job: look at the keys in this file, one a line, and list nothing (from an inventory or from events)")
	mends := flag.Bool("mend", false, "overwrite an object of the target that has other bytes, although it is not older")
	goes := flag.Bool("go", false, "do it; without this flag the mover only says what it would do")
	flag.Usage = func() {
		fmt.Fprintln(os.Stderr, "mover [flags] [run | backfill FROM | rclone ARGUMENTS]")
		fmt.Fprintln(os.Stderr, "FROM: where the objects are today, as rclone names it, such as store1:bucket or a remote of your own.")
		flag.PrintDefaults()
	}
	flag.Parse()
	plan, err := readPlan(*file)
	if err != nil {
		fmt.Fprintln(os.Stderr, "stowage:", err)
		os.Exit(exitUsage)
	}
	if *keys != "" && *only == "" {
		fmt.Fprintln(os.Stderr, "stowage: -keys needs -job")
		os.Exit(exitUsage)
	}
	if err := os.MkdirAll(*state, 0o755); err != nil {
		fmt.Fprintln(os.Stderr, "stowage:", err)
		os.Exit(exitFailed)
	}
	lock, err := locked(filepath.Join(*state, "lock"))
	if err != nil {
		fmt.Fprintln(os.Stderr, "stowage:", err)
		os.Exit(exitBusy)
	}
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP)
	defer stop()
	run := &Run{plan: plan, goes: *goes, mends: *mends, state: *state, lock: lock, client: &Client{HTTP: httpClient()}}
	switch {
	case flag.Arg(0) == "backfill" && flag.NArg() == 2:
		err = run.backfill(ctx, flag.Arg(1))
	case flag.Arg(0) == "rclone" && flag.NArg() > 1:
		err = run.rclone(ctx, flag.Args()[1:])
	case flag.NArg() == 0 || flag.Arg(0) == "run" && flag.NArg() == 1:
		err = run.jobs(ctx, *only, *keys)
	default:
		flag.Usage()
		os.Exit(exitUsage)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "stowage:", err)
		os.Exit(exitFailed)
	}
}

func httpClient() *http.Client {
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.MaxIdleConnsPerHost = workers
	transport.ResponseHeaderTimeout = 30 * time.Second
	return &http.Client{
		Transport:     transport,
		Timeout:       2 * time.Minute,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

func readPlan(file string) (*Plan, error) {
	bytes, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var plan Plan
	if err := json.Unmarshal(bytes, &plan); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	for _, store := range plan.Stores {
		for _, name := range secretsOf(&store) {
			if os.Getenv(name) == "" {
				return nil, fmt.Errorf("%s is needed, of %s", name, strings.Join(store.Holds, ", "))
			}
		}
	}
	for _, job := range plan.Jobs {
		known := job.Does == "delete" && job.To == "" || (job.Does == "move" || job.Does == "copy") && storeOf(plan.Stores, job.To) != nil
		if !known || storeOf(plan.Stores, job.From) == nil {
			return nil, fmt.Errorf("%s: job %q is none", file, job.Name)
		}
	}
	return &plan, nil
}

// secretsOf names the variables that a store's keys are in.
func secretsOf(store *Store) []string {
	name := strings.ToUpper(store.ID)
	if store.Kind == "azure" {
		return []string{name + "_ACCOUNT", name + "_KEY"}
	}
	return []string{name + "_ACCESS_KEY_ID", name + "_SECRET_ACCESS_KEY"}
}

// locked holds the lock until the last process that has the file is gone: this one, or an rclone that it started.
func locked(name string) (*os.File, error) {
	file, err := os.OpenFile(name, os.O_CREATE|os.O_RDWR, 0o644)
	if err != nil {
		return nil, err
	}
	if err := syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		return nil, errors.New("another run is under way, or what it started: " + name + " is locked")
	}
	return file, nil
}
