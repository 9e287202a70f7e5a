<?php

declare(strict_types=1);

namespace Acme\Invoices;

function round_half(int $cents): int
{
    return intdiv($cents + 25, 50) * 50;
}

function money_text(int $cents): string
{
    return sign($cents) . number_format(abs($cents) / 100, 2);
}

function sign(int $cents): string
{
    return $cents < 0 ? '-' : '';
}
