<?php

declare(strict_types=1);

namespace Acme\Invoices\Contracts;

use Acme\Invoices\Invoice;

interface Renderer
{
    public function render(Invoice $invoice): string;

    public function extension(): string;
}
