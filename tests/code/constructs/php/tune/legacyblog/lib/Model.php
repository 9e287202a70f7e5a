<?php

trait Timestamps
{
    private int $touched = 0;

    abstract protected function clock(): int;

    public function touch(): void
    {
        $this->touched = $this->clock();
    }

    public static function epoch(): int
    {
        return 0;
    }
}

abstract class Model
{
    public function save(): bool
    {
        if (!$this->validate()) {
            return false;
        }
        return $this->store(static::table());
    }

    abstract protected function validate(): bool;

    public static function table(): string
    {
        return 'models';
    }

    private function store(string $table): bool
    {
        return file_put_contents("/tmp/$table", serialize($this)) !== false;
    }
}
