<?php

require_once 'lib/Post.php';

class Publisher
{
    private array $queue = [];

    public function add(Post $post): void
    {
        $this->queue[] = $post;
    }

    public function teasers(): array
    {
        $short = fn (Post $post): string => $post->teaser();
        return array_map($short, $this->queue);
    }

    public function saveAll(): int
    {
        return count(array_filter($this->queue, [$this, 'savePost']));
    }

    private function savePost(Post $post): bool
    {
        return $post->save();
    }
}

function publish(string $title): int
{
    $publisher = new Publisher();
    $post = new Post($title, 'Body of ' . $title);
    $publisher->add($post);
    $post->touch();
    echo implode("\n", $publisher->teasers());
    return $publisher->saveAll();
}

publish('Hello, world');
