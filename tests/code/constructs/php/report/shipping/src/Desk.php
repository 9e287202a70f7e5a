<?php

declare(strict_types=1);

namespace Parcel;

use Parcel\Rates\{AirRate, Rate};

final class Desk
{
    private Rate $rate;
    private array $log = [];

    public function __construct()
    {
        $this->rate = new AirRate();
    }

    public function quote(Parcel $parcel): int
    {
        $this->log($parcel->label());
        return $this->rate->price($parcel);
    }

    /** @param Parcel[] $parcels */
    public function quoteAll(array $parcels): int
    {
        return array_sum(array_map($this->quote(...), $parcels));
    }

    private function log(string $line): void
    {
        $this->log[] = $line;
    }

    public static function demo(): int
    {
        $home = Address::of('canal street 1', 'NL');
        $vase = new FragileParcel($home, 30);
        $desk = new Desk();
        $total = $desk->quoteAll([Parcel::cube($home, 10), $vase]);
        return $vase->isLocal() ? $total : $total + (int) log($total);
    }
}
