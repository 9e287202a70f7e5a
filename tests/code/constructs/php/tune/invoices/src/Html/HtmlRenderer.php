<?php

declare(strict_types=1);

namespace Acme\Invoices\Html;

use Acme\Invoices\Contracts\Renderer as RendererContract;
use Acme\Invoices\Invoice;
use function Acme\Invoices\money_text as cash;

final class HtmlRenderer implements RendererContract
{
    public function render(Invoice $invoice): string
    {
        $rows = [escape($invoice->number()), cash($invoice->total())];
        return $this->tag('p', implode(' ', $rows));
    }

    public function extension(): string
    {
        return 'html';
    }

    private function tag(string $name, string $body): string
    {
        return sprintf('<%1$s>%2$s</%1$s>', $name, $body);
    }
}

function escape(string $text): string
{
    return htmlspecialchars($text);
}

function sign(string $text): string
{
    return '~' . $text;
}
