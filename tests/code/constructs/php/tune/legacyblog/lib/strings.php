<?php

function slugify(string $title): string
{
    return strtolower(preg_replace('/\W+/', '-', clean($title)));
}

function clean(string $text): string
{
    return trim($text);
}

function excerpt(string $body, callable $filter): string
{
    return $filter(substr($body, 0, 80));
}
