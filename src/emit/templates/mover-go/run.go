package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

const (
	// workers ask side by side.
	workers = 32
	// batchSize objects are compared, copied and deleted before the next ones are looked at.
	batchSize = 2000
	// mostFailures one after another end a job: the store does not answer.
	mostFailures = 20
	// nightly jobs run again when their last good run began so long ago.
	nightly = 20 * time.Hour
	// sweepEvery is how often a job that lists by day lists all, for what was written late under an early day.
	sweepEvery = 7 * 24 * time.Hour
	// overlap of what a copy job looks at with what it looked at before.
	overlap = time.Minute
)

// Run is one start of the mover.
type Run struct {
	plan    *Plan
	goes    bool
	mends   bool
	state   string
	lock    *os.File
	client  *Client
	tallies []*tally
}

// tally is what became of a job's objects.
type tally struct {
	job      string
	began    time.Time
	due      atomic.Int64
	there    atomic.Int64
	copied   atomic.Int64
	deleted  atomic.Int64
	changed  atomic.Int64
	failed   atomic.Int64
	inARow   atomic.Int64
	exit     int
	mutex    sync.Mutex
	problems int
	cancel   context.CancelCauseFunc
}

func (count *tally) went() { count.inARow.Store(0) }

// fail keeps an object where it is and says why.
func (count *tally) fail(key string, err error) {
	count.failed.Add(1)
	count.mutex.Lock()
	defer count.mutex.Unlock()
	if count.problems++; count.problems <= 1000 {
		fmt.Fprintf(os.Stderr, "stowage: %s: %q stays: %v\n", count.job, key, err)
	}
	var answer errAnswer
	if isNoAnswer := !errors.As(err, &answer) || answer.status >= 500 || answer.status == 429 || answer.status == 403; isNoAnswer && err != errNotWhole && err != errNewer {
		if count.inARow.Add(1) == mostFailures {
			count.cancel(fmt.Errorf("stopped after %d failures in a row, the last: %w", mostFailures, err))
		}
	}
}

var (
	errNotWhole = errors.New("its copy is not whole")
	errNewer    = errors.New("the other store has other bytes, and they are not older: check which are right; -mend overwrites them")
)

func (run *Run) bucket(id string) bucket {
	store := storeOf(run.plan.Stores, id)
	if store.Kind == "azure" {
		return bucket{azureBucket{store, run.client.HTTP}}
	}
	return bucket{s3Bucket{store, run.client}}
}

// jobs runs what is due, one job after another; a job that fails stops none of the others.
func (run *Run) jobs(ctx context.Context, only, keys string) error {
	found := false
	for _, job := range run.plan.Jobs {
		if only != "" && job.Name != only {
			continue
		}
		found = true
		if only == "" && !job.Hourly && run.goes && time.Since(run.lastGood(job.Name)) < nightly && run.anyHourly() {
			continue
		}
		run.one(ctx, job, keys)
	}
	if run.plan.Popular != nil && (only == "" || only == popularName) {
		found = true
		run.popular(ctx)
	}
	if !found {
		return fmt.Errorf("there is no job %q", only)
	}
	failed := 0
	for _, count := range run.tallies {
		if count.exit != 0 {
			failed++
		}
	}
	if run.goes {
		if err := run.writeMetrics(); err != nil {
			return err
		}
	}
	if failed > 0 {
		return fmt.Errorf("%d of %d jobs did not end well; what is left stays where it is, and the next run takes it up", failed, len(run.tallies))
	}
	return nil
}

func (run *Run) anyHourly() bool {
	for _, job := range run.plan.Jobs {
		if job.Hourly {
			return true
		}
	}
	return false
}

// begin opens a tally; what it gives back closes it.
func (run *Run) begin(ctx context.Context, name string) (context.Context, *tally, func(error)) {
	ctx, cancel := context.WithCancelCause(ctx)
	count := &tally{job: name, began: time.Now(), cancel: cancel}
	run.tallies = append(run.tallies, count)
	return ctx, count, func(err error) {
		if cause := context.Cause(ctx); cause != nil {
			err = cause
		}
		cancel(nil)
		if err != nil {
			fmt.Fprintf(os.Stderr, "stowage: %s: %v\n", name, err)
		}
		if err != nil || count.failed.Load() > 0 {
			count.exit = exitFailed
		} else if run.goes {
			if err := run.endedWell(name, count.began); err != nil {
				fmt.Fprintf(os.Stderr, "stowage: %s: %v\n", name, err)
				count.exit = exitFailed
			}
		}
		if run.goes {
			if err := replace(run.exitFile(name), strconv.Itoa(count.exit)+"\n"); err != nil {
				fmt.Fprintf(os.Stderr, "stowage: %s: %v\n", name, err)
			}
		}
		said := "would be"
		if run.goes {
			said = "were"
		}
		fmt.Printf("stowage: %s: %d due, %d there already, %d %s copied, %d %s deleted, %d changed meanwhile, %d failed\n", name,
			count.due.Load(), count.there.Load(), count.copied.Load(), said, count.deleted.Load(), said, count.changed.Load(), count.failed.Load())
	}
}

func (run *Run) one(ctx context.Context, job Job, keys string) {
	ctx, count, end := run.begin(ctx, job.Name)
	now := count.began
	// What was copied at an earlier run is not asked for again.
	maxAge := int64(-1)
	if job.MaxAge != nil {
		maxAge = *job.MaxAge
	}
	if last := run.lastGood(job.Name); job.Does == "copy" && keys == "" && !last.IsZero() {
		if window := int64((now.Sub(last) + overlap).Seconds()) + job.MinAge; maxAge < 0 || window < maxAge {
			maxAge = window
		}
	}
	isDue := func(one object) bool {
		age := int64(now.Sub(one.modified).Seconds())
		return strings.HasPrefix(one.key, job.Prefix) && age >= job.MinAge && (maxAge < 0 || age <= maxAge) &&
			(job.MinSize == nil || one.size >= *job.MinSize) && (job.MaxSize == nil || one.size <= *job.MaxSize)
	}
	var batch []object
	bytes := int64(0)
	take := func(found []object) error {
		for _, one := range found {
			bytes += one.size
			if isDue(one) {
				batch = append(batch, one)
			}
		}
		if len(batch) < batchSize {
			return nil
		}
		taken := batch
		batch = nil
		return run.batch(ctx, count, job, taken)
	}
	var err error
	prefixes, isSweep := run.prefixes(job, now)
	if keys != "" {
		err = run.named(ctx, count, job.From, keys, take)
	}
	for _, prefix := range prefixes {
		if keys == "" && err == nil {
			err = run.bucket(job.From).list(ctx, prefix, take)
		}
	}
	if err == nil && keys == "" && isSweep && run.goes {
		err = replace(filepath.Join(run.state, job.From+".bytes"), strconv.FormatInt(bytes, 10)+"\n")
	}
	if err == nil {
		err = run.batch(ctx, count, job, batch)
	}
	if err == nil && keys == "" && isSweep && run.goes && count.failed.Load() == 0 {
		err = run.endedWell(job.Name+".sweep", now)
	}
	end(err)
}

// prefixes are what a job lists: all of its keys, or the days that came to its age since its last good run.
func (run *Run) prefixes(job Job, now time.Time) (found []string, isSweep bool) {
	last := run.lastGood(job.Name)
	before, _, isByDay := strings.Cut(job.Days, "{dd}")
	if !isByDay || last.IsZero() || now.Sub(run.lastGood(job.Name+".sweep")) > sweepEvery {
		return []string{job.Prefix}, true
	}
	age := time.Duration(job.MinAge) * time.Second
	for day := last.Add(-age).AddDate(0, 0, -1).UTC(); !day.After(now.Add(-age).AddDate(0, 0, 1)); day = day.AddDate(0, 0, 1) {
		date := strings.NewReplacer("{yyyy}", day.Format("2006"), "{mm}", day.Format("01"))
		found = append(found, date.Replace(before)+day.Format("02"))
	}
	return found, false
}

// named looks at the keys of a file instead of a listing.
func (run *Run) named(ctx context.Context, count *tally, from, name string, take func([]object) error) error {
	file, err := os.Open(name)
	if err != nil {
		return err
	}
	defer file.Close()
	source := run.bucket(from)
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<16)
	for more := true; more; {
		var asked []string
		for len(asked) < batchSize {
			if more = lines.Scan(); !more {
				break
			}
			if lines.Text() != "" {
				asked = append(asked, lines.Text())
			}
		}
		if err := take(heads(ctx, count, source, asked)); err != nil {
			return err
		}
	}
	return lines.Err()
}

// heads are the objects of these keys, without those that are not there; a key that cannot be asked for is counted as failed.
func heads(ctx context.Context, count *tally, source bucket, keys []string) (found []object) {
	answers := make([]*object, len(keys))
	each(ctx, len(keys), func(i int) {
		one, err := source.head(ctx, keys[i])
		if err != nil {
			count.fail(keys[i], err)
			return
		}
		count.went()
		answers[i] = one
	})
	for _, one := range answers {
		if one != nil {
			found = append(found, *one)
		}
	}
	return found
}

// batch does a job to some objects: whole copies first, then the deletion of what is seen to have one.
func (run *Run) batch(ctx context.Context, count *tally, job Job, due []object) error {
	count.due.Add(int64(len(due)))
	if job.Does == "delete" {
		each(ctx, len(due), func(i int) { run.remove(ctx, count, job, due[i], nil, false) })
		return ctx.Err()
	}
	target := run.bucket(job.To)
	before := make([]*object, len(due))
	isAsked := make([]bool, len(due))
	each(ctx, len(due), func(i int) {
		there, err := target.head(ctx, due[i].key)
		if err != nil {
			count.fail(due[i].key, err)
			return
		}
		count.went()
		before[i] = there
		if there == nil || !isSame(&due[i], there) {
			// What is newer there may be a write that this store did not get.
			if there != nil && !run.mends && !isNewer(&due[i], there) {
				count.fail(due[i].key, errNewer)
				return
			}
			isAsked[i] = true
			return
		}
		count.there.Add(1)
		if job.Does == "move" {
			run.remove(ctx, count, job, due[i], there, false)
		}
	})
	var missing []int
	for i, asked := range isAsked {
		if asked {
			missing = append(missing, i)
		}
	}
	if ctx.Err() != nil || len(missing) == 0 {
		return ctx.Err()
	}
	if !run.goes {
		count.copied.Add(int64(len(missing)))
		if job.Does == "move" {
			count.deleted.Add(int64(len(missing)))
		}
		return nil
	}
	wanted := make([]string, len(missing))
	for k, i := range missing {
		wanted[k] = due[i].key
	}
	// What rclone could not copy is seen below.
	failure := run.copy(ctx, job.From, job.To, wanted)
	earlier := count.copied.Load() + count.changed.Load()
	each(ctx, len(missing), func(k int) {
		one, old := due[missing[k]], before[missing[k]]
		there, err := target.head(ctx, one.key)
		if err != nil {
			count.fail(one.key, err)
			return
		}
		count.went()
		// A store that was written to says so, even where nothing tells the bytes apart.
		isNew := there != nil && (old == nil || old.etag != there.etag || !old.modified.Equal(there.modified))
		if job.Does == "move" {
			if run.remove(ctx, count, job, one, there, isNew) {
				count.copied.Add(1)
			}
			return
		}
		if there != nil && (isSame(&one, there) || isNew && !isOther(&one, there)) {
			count.copied.Add(1)
			return
		}
		now, err := run.bucket(job.From).head(ctx, one.key)
		switch {
		case err != nil:
			count.fail(one.key, err)
		case now == nil || now.etag != one.etag:
			count.changed.Add(1)
		case there != nil && isNew && !isOther(now, there):
			count.copied.Add(1)
		default:
			count.fail(one.key, errNotWhole)
		}
	})
	if failure != nil && count.copied.Load()+count.changed.Load() == earlier {
		return fmt.Errorf("rclone copied nothing: %w", failure)
	}
	return ctx.Err()
}

// remove reads an object again and deletes it if it is the one that was due and its copy is whole; a deletion by age has no copy.
func (run *Run) remove(ctx context.Context, count *tally, job Job, one object, there *object, isNew bool) bool {
	source := run.bucket(job.From)
	now, err := source.head(ctx, one.key)
	if err != nil {
		count.fail(one.key, err)
		return false
	}
	if now == nil || now.etag != one.etag || now.size != one.size {
		count.changed.Add(1)
		return false
	}
	if job.Does != "delete" && (there == nil || !isSame(now, there) && (!isNew || isOther(now, there))) {
		count.fail(one.key, errNotWhole)
		return false
	}
	if run.goes {
		gone, err := source.remove(ctx, *now)
		if err != nil {
			count.fail(one.key, err)
			return false
		}
		if !gone {
			count.changed.Add(1)
			return false
		}
	}
	count.went()
	count.deleted.Add(1)
	return true
}

// each calls for 0 to n-1, some side by side, until the context ends.
func each(ctx context.Context, n int, do func(i int)) {
	var next atomic.Int64
	var group sync.WaitGroup
	for range min(workers, n) {
		group.Add(1)
		go func() {
			defer group.Done()
			for ctx.Err() == nil {
				i := int(next.Add(1)) - 1
				if i >= n {
					return
				}
				do(i)
			}
		}()
	}
	group.Wait()
}

// lastGood is when the job's last run that ended well began.
func (run *Run) lastGood(job string) time.Time {
	bytes, err := os.ReadFile(filepath.Join(run.state, job))
	if err != nil {
		return time.Time{}
	}
	seconds, err := strconv.ParseInt(strings.TrimSpace(string(bytes)), 10, 64)
	if err != nil {
		return time.Time{}
	}
	return time.Unix(seconds, 0)
}

func (run *Run) exitFile(job string) string { return filepath.Join(run.state, job+".exit") }

func (run *Run) endedWell(job string, began time.Time) error {
	return replace(filepath.Join(run.state, job), strconv.FormatInt(began.Unix(), 10)+"\n")
}

// replace writes a file whole or not at all.
func replace(name, text string) error {
	if err := os.WriteFile(name+".new", []byte(text), 0o644); err != nil {
		return err
	}
	return os.Rename(name+".new", name)
}

// writeMetrics leaves what alerts read where the node exporter finds it: STOWAGE_TEXTFILE_DIR.
func (run *Run) writeMetrics() error {
	folder := os.Getenv("STOWAGE_TEXTFILE_DIR")
	if folder == "" {
		return nil
	}
	var text strings.Builder
	line := func(name, labels string, value int64) { fmt.Fprintf(&text, "%s{%s} %d\n", name, labels, value) }
	text.WriteString("# TYPE stowage_job_last_success_timestamp_seconds gauge\n")
	for _, name := range run.names() {
		if last := run.lastGood(name); !last.IsZero() {
			line("stowage_job_last_success_timestamp_seconds", fmt.Sprintf("job=%q", name), last.Unix())
		}
	}
	text.WriteString("# TYPE stowage_job_last_exit_code gauge\n")
	for _, name := range run.names() {
		if exit, err := os.ReadFile(run.exitFile(name)); err == nil {
			code, _ := strconv.ParseInt(strings.TrimSpace(string(exit)), 10, 64)
			line("stowage_job_last_exit_code", fmt.Sprintf("job=%q", name), code)
		}
	}
	text.WriteString("# TYPE stowage_job_objects gauge\n")
	for _, count := range run.tallies {
		for _, one := range []struct {
			did   string
			count int64
		}{{"copied", count.copied.Load()}, {"deleted", count.deleted.Load()}, {"changed", count.changed.Load()}, {"failed", count.failed.Load()}} {
			line("stowage_job_objects", fmt.Sprintf("job=%q,did=%q", count.job, one.did), one.count)
		}
	}
	text.WriteString("# TYPE stowage_stored_bytes gauge\n")
	for _, store := range run.plan.Stores {
		if text, err := os.ReadFile(filepath.Join(run.state, store.ID+".bytes")); err == nil {
			bytes, _ := strconv.ParseInt(strings.TrimSpace(string(text)), 10, 64)
			line("stowage_stored_bytes", fmt.Sprintf("store=%q", store.ID), bytes)
		}
	}
	return replace(filepath.Join(folder, "stowage.prom"), text.String())
}

func (run *Run) names() []string {
	var names []string
	for _, job := range run.plan.Jobs {
		names = append(names, job.Name)
	}
	if run.plan.Popular != nil {
		names = append(names, popularName)
	}
	return names
}
