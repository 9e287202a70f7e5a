<?php

declare(strict_types=1);

namespace Parcel\Support;

function volume(int $w, int $h, int $d): float
{
    return cubic($w * $h * $d);
}

function cubic(int $cm): float
{
    return $cm / 1_000_000;
}

function label(string $text): string
{
    return strtoupper($text);
}
