<?php

declare(strict_types=1);

namespace Parcel\Rates;

use Parcel\Parcel as Box;

interface Rate
{
    public function price(Box $box): int;
}

abstract class SteppedRate implements Rate
{
    public function price(Box $box): int
    {
        return $this->base() + (int) ceil($box->weight()) * static::step();
    }

    abstract protected function base(): int;

    protected static function step(): int
    {
        return 100;
    }
}

final class AirRate extends SteppedRate
{
    protected function base(): int
    {
        return 900;
    }

    protected static function step(): int
    {
        return 3 * parent::step();
    }
}
