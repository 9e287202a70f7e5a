<?php

declare(strict_types=1);

namespace Acme\Invoices;

use function array_sum;

class Invoice
{
    /** @var Line[] */
    protected array $lines = [];

    public function __construct(private string $number)
    {
    }

    public static function draft(): static
    {
        return new static('DRAFT');
    }

    public function add(string $text, int $cents): self
    {
        $this->lines[] = new Line($text, round_half($cents));
        return $this;
    }

    public function total(): int
    {
        return array_sum(array_map(self::amount(...), $this->lines));
    }

    public function number(): string
    {
        return $this->number;
    }

    private static function amount(Line $line): int
    {
        return $line->cents();
    }
}

final class CreditNote extends Invoice
{
    public function __construct(private Invoice $origin)
    {
        parent::__construct('C-' . $origin->number());
    }

    public function total(): int
    {
        return -1 * parent::total();
    }

    public function open(): int
    {
        return $this->origin->total() + $this->total();
    }
}
