<?php

declare(strict_types=1);

namespace Parcel;

use function Parcel\Support\volume;
use function Parcel\Support\label as caps;

class Parcel
{
    public function __construct(
        protected Address $to,
        private int $side,
        private float $kilos,
    ) {
        $this->check();
    }

    public static function cube(Address $to, int $side): self
    {
        return new self($to, $side, 1.0);
    }

    public function weight(): float
    {
        return max($this->kilos, 250 * volume($this->side, $this->side, $this->side));
    }

    public function label(): string
    {
        return caps($this->to->line()) . ' ' . $this->weight();
    }

    private function check(): void
    {
        if ($this->side <= 0) {
            throw new \InvalidArgumentException(self::problem('side'));
        }
    }

    private static function problem(string $what): string
    {
        return "bad $what";
    }
}

final class FragileParcel extends Parcel
{
    public function __construct(Address $to, int $side)
    {
        parent::__construct($to, $side, 2.5);
    }

    public function label(): string
    {
        return 'FRAGILE ' . parent::label();
    }

    public function isLocal(): bool
    {
        return $this->to->isIn('NL');
    }
}
