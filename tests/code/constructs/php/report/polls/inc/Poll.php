<?php

require_once 'store.php';

interface Tallies
{
    public function tally(string $choice): int;
}

trait Logs
{
    private array $messages = [];

    protected function log(string $message): void
    {
        $this->messages[] = $this->stamp($message);
    }

    private function stamp(string $message): string
    {
        return date('c') . ' ' . $message;
    }
}

class Poll implements Tallies
{
    use Logs;

    private array $votes = [];

    public function __construct(private string $question)
    {
        $this->log('opened');
    }

    public function vote(string $choice): void
    {
        $this->votes[] = $this->tidy($choice);
        $this->log("vote $choice");
    }

    public function tally(string $choice): int
    {
        return count(array_keys($this->votes, $choice));
    }

    public function import(string $file): void
    {
        foreach (load_rows($file) as $row) {
            $this->vote($row[0]);
        }
    }

    private function tidy(string $choice): string
    {
        return strtolower($choice);
    }
}
