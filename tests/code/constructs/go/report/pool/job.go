package pool

import (
	"os"
	"time"
)

type Job struct {
	Name  string
	Cost  int
	After []*Job
}

func (j *Job) Weight() int {
	weight := j.Cost
	for _, other := range j.After {
		weight += other.Weight()
	}
	return weight
}

func (j *Job) Run() (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = failed(j.Name)
		}
	}()
	defer j.finish(time.Now())
	f, err := os.Open(j.Name)
	if err != nil {
		return err
	}
	defer f.Close()
	return nil
}

func (j *Job) finish(started time.Time) {
	j.Cost = int(time.Since(started).Seconds())
}

type jobError struct {
	name string
}

func (e jobError) Error() string {
	return "failed: " + e.name
}

func failed(name string) error {
	return jobError{name: name}
}
