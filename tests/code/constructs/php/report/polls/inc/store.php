<?php

function load_rows(string $file): array
{
    return is_file($file) ? array_map('parse_row', file($file)) : [];
}

function parse_row(string $line): array
{
    return explode(';', tidy($line));
}

function tidy(string $line): string
{
    return rtrim($line, "\r\n");
}
