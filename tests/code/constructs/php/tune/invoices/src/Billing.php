<?php

declare(strict_types=1);

namespace Acme\Invoices;

use Acme\Invoices\Contracts\Renderer;
use Acme\Invoices\Html\HtmlRenderer;

final class Billing
{
    private Renderer $renderer;

    public function __construct(?Renderer $renderer = null)
    {
        $this->renderer = $renderer ?? new HtmlRenderer();
    }

    public function export(Invoice $invoice): string
    {
        $name = $invoice->number() . '.' . $this->renderer->extension();
        file_put_contents($name, $this->renderer->render($invoice));
        return $name;
    }

    public function demo(): string
    {
        $invoice = Invoice::draft();
        $invoice->add('Paper', 1230)->add('Ink', 990);
        $note = new CreditNote($invoice);
        $this->export($note);
        return Html\escape(money_text($note->open()));
    }
}
