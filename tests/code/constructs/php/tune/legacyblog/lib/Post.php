<?php

require_once __DIR__ . '/Model.php';
require_once __DIR__ . '/strings.php';

class Post extends Model
{
    use Timestamps;

    public string $slug = '';

    public function __construct(public string $title, public string $body)
    {
        $this->rename($title);
    }

    public function rename(string $title): void
    {
        $this->title = $title;
        $this->slug = slugify($title);
        $this->touch();
    }

    public function teaser(): string
    {
        return excerpt($this->body, 'clean');
    }

    protected function validate(): bool
    {
        return $this->clean() !== '';
    }

    private function clean(): string
    {
        return rtrim($this->title);
    }

    protected function clock(): int
    {
        return max(time(), self::epoch());
    }

    public static function table(): string
    {
        return 'blog_' . parent::table();
    }
}
