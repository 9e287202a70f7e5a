package pool

import (
	"fmt"
	"sync"

	"example.org/pool/tasks"
)

type Pool struct {
	sync.Mutex
	waiting tasks.List[*Job]
	results chan error
	hooks   []func(*Job)
}

func New(size int) *Pool {
	p := Pool{results: make(chan error, size)}
	p.OnDone(announce)
	return &p
}

func (p *Pool) OnDone(hook func(*Job)) {
	p.hooks = append(p.hooks, hook)
}

func (p *Pool) Add(names ...string) int {
	p.Lock()
	defer p.Unlock()
	for _, job := range tasks.Map(names, newJob) {
		p.waiting.Push(job)
	}
	return p.waiting.Total()
}

func newJob(name string) *Job {
	return &Job{Name: name, Cost: 1}
}

func (p *Pool) Start() {
	var group sync.WaitGroup
	p.waiting.Each(func(job *Job) {
		group.Add(1)
		go func() {
			defer group.Done()
			p.results <- job.Run()
			p.done(job)
		}()
	})
	group.Wait()
}

func (p *Pool) done(job *Job) {
	for _, hook := range p.hooks {
		hook(job)
	}
}

func (p *Pool) Close() error {
	if err, ok := (<-p.results).(jobError); ok {
		return fmt.Errorf("pool: %s", err.Error())
	}
	return nil
}

func announce(job *Job) {
	fmt.Println(job.Name)
}

func Cheapest(jobs []*Job) int {
	newJob := func(j *Job) int { return j.Cost }
	if first := tasks.First(jobs); first != nil {
		return newJob(*first) + (*first).Weight()
	}
	go New(1).Start()
	return 0
}
