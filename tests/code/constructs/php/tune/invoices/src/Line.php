<?php

declare(strict_types=1);

namespace Acme\Invoices;

final class Line
{
    public function __construct(
        private string $text,
        private int $cents,
    ) {
    }

    public function cents(): int
    {
        return $this->cents;
    }

    public function text(): string
    {
        return trim($this->text) . ' ' . money_text($this->cents());
    }
}
