<?php

require_once __DIR__ . '/inc/Poll.php';

final class Results
{
    public function __construct(private Tallies $source, private Bar $bar)
    {
    }

    public function rows(array $choices): array
    {
        usort($choices, [$this, 'compare']);
        return array_map(fn (string $choice) => $this->row($choice), $choices);
    }

    private function compare(string $left, string $right): int
    {
        return $this->source->tally($right) <=> $this->source->tally($left);
    }

    private function row(string $choice): string
    {
        return $choice . ' ' . $this->bar->draw($this->source->tally($choice));
    }
}

class Bar
{
    const WIDTH = 20;

    public function draw(int $count): string
    {
        return str_repeat('#', self::limit($count));
    }

    public static function limit(int $count): int
    {
        return min($count, self::WIDTH);
    }
}

function show(): void
{
    $poll = new Poll('Tabs or spaces?');
    $poll->import('votes.csv');
    $poll->vote('tabs');
    $results = new Results($poll, new Bar());
    echo implode("\n", $results->rows(['tabs', 'spaces']));
}

show();
