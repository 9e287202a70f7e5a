<?php

declare(strict_types=1);

namespace Parcel;

final class Address
{
    private function __construct(private string $street, private string $country)
    {
    }

    public static function of(string $street, string $country): self
    {
        return new Address($street, $country);
    }

    public function line(): string
    {
        return label($this->street) . ', ' . $this->country;
    }

    public function isIn(string $country): bool
    {
        return $this->country === $country;
    }
}

function label(string $street): string
{
    return ucwords($street);
}
