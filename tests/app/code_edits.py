"""Random edits of a repository: from texts by path to other texts by path, and what was done."""

import re
from collections.abc import Callable, Sequence
from random import Random
from typing import Final

from tests.app.code_trees import (
    FOLDERS,
    FUNCTIONS,
    MEMBERS,
    MODULES,
    NAMES,
    TYPES,
    Texts,
    a_file,
    barrel,
    python_import,
    script_import,
    tsconfig,
)

CONFIGS: Final = ("tsconfig.json", "package.json", "go.mod", "Cargo.toml", "pyproject.toml")
_WORD: Final = re.compile(r"[A-Za-z_]\w+")
_BROKEN: Final = ("((( {", "def (:", "class {{{ ]", "'", '"""', "}} )", "<<<<<<< HEAD")
Edit = Callable[[Random, Texts], None]
"""Changes the texts in place."""


def sources_in(texts: Texts) -> Sequence[str]:
    """Return the paths that are no config."""
    return sorted(path for path in texts if path.rpartition("/")[2] not in CONFIGS)


def _source(rng: Random, texts: Texts) -> str:
    return rng.choice(sources_in(texts))


def rename_file(rng: Random, texts: Texts) -> None:
    """Give a file the name of another module."""
    path = _source(rng, texts)
    folder, slash, name = path.rpartition("/")
    stem = rng.choice((*MODULES, "index", "__init__"))
    texts[f"{folder}{slash}{stem}.{name.rpartition('.')[2]}"] = texts.pop(path)


def move_file(rng: Random, texts: Texts) -> None:
    """Put a file into another folder."""
    path = _source(rng, texts)
    folders = {*FOLDERS, *(other.rpartition("/")[0] for other in texts), f"{FOLDERS[0]}/deep"}
    folder = rng.choice(sorted(folders))
    content = texts.pop(path)
    texts["/".join(part for part in (folder, path.rpartition("/")[2]) if part)] = content


def delete_file(rng: Random, texts: Texts) -> None:
    """Take a file away."""
    if len(sources_in(texts)) > 3:
        del texts[_source(rng, texts)]


def add_file(rng: Random, texts: Texts) -> None:
    """Write a file that was not there, or another one in its place."""
    ending = _source(rng, texts).rpartition(".")[2]
    stem = rng.choice((*MODULES, "index", "__init__"))
    path = rng.choice(("", *(f"{folder}/" for folder in FOLDERS))) + f"{stem}.{ending}"
    made = a_file(rng, path)
    texts[path] = texts[_source(rng, texts)] if made is None else made


def rewrite_file(rng: Random, texts: Texts) -> None:
    """Write other things into a file."""
    path = _source(rng, texts)
    texts[path] = a_file(rng, path) or texts[path]


def rename_symbol(rng: Random, texts: Texts) -> None:
    """Rename in all files, as a tool does."""
    words = _words(texts[_source(rng, texts)])
    if words:
        old, new = rng.choice(words), rng.choice((*NAMES, "fresh"))
        for path in sources_in(texts):
            texts[path] = re.sub(rf"\b{old}\b", new, texts[path])


def rename_in_one_file(rng: Random, texts: Texts) -> None:
    """Rename in one file, and forget the others."""
    path = _source(rng, texts)
    words = _words(texts[path])
    if words:
        old, new = rng.choice(words), rng.choice((*NAMES, "fresh"))
        texts[path] = re.sub(rf"\b{old}\b", new, texts[path])


def swap_a_word(rng: Random, texts: Texts) -> None:
    """Put another name in one place: another base, another type, another callee."""
    path = _source(rng, texts)
    found = list(_WORD.finditer(texts[path]))
    if found:
        one = rng.choice(found)
        pool = next((pool for pool in (TYPES, MEMBERS, FUNCTIONS) if one[0] in pool), NAMES)
        text = texts[path]
        texts[path] = text[: one.start()] + rng.choice(pool) + text[one.end() :]


def change_a_base(rng: Random, texts: Texts) -> None:
    """Let a type have another base, or none, or a first one."""
    path = _source(rng, texts)
    base = rng.choice(TYPES)
    text = texts[path]
    for pattern, by in (
        (r"(?m)^(class \w+)(?:\(\w+\))?:", rng.choice((rf"\1({base}):", r"\1:"))),
        (r"(class \w+)(?: extends \w+)? \{", rng.choice((rf"\1 extends {base} {{", r"\1 {"))),
        (r"struct \{\n\t\*?[\w.]+\n", f"struct {{\n\t{base}\n"),
    ):
        text = re.sub(pattern, by, text, count=rng.randint(1, 2))
    texts[path] = text


def drop_lines(rng: Random, texts: Texts) -> None:
    """Take lines away: a body, an import, a member."""
    path = _source(rng, texts)
    lines = texts[path].splitlines(keepends=True)
    if lines:
        at = rng.randrange(len(lines))
        del lines[at : at + rng.randint(1, 3)]
        texts[path] = "".join(lines)


def copy_lines(rng: Random, texts: Texts) -> None:
    """Put lines of another file, or of the same one, somewhere: an override, a definition."""
    path = _source(rng, texts)
    ending = path.rpartition(".")[2]
    others = [other for other in sources_in(texts) if other.endswith(ending)]
    given = texts[rng.choice(others)].splitlines(keepends=True)
    lines = texts[path].splitlines(keepends=True)
    if given:
        at = rng.randrange(len(given))
        where = rng.randint(0, len(lines))
        lines[where:where] = given[at : at + rng.randint(1, 4)]
        texts[path] = "".join(lines)


def add_an_import(rng: Random, texts: Texts) -> None:
    """Take in something more: a star as often as not."""
    path = _source(rng, texts)
    ending = path.rpartition(".")[2]
    if ending == "py":
        star = f"from {rng.choice(FOLDERS)}.{rng.choice(MODULES)} import *"
        texts[path] = rng.choice((star, python_import(rng, path))) + "\n" + texts[path]
    elif ending in {"ts", "tsx", "js"}:
        line = rng.choice((barrel(rng), script_import(rng, path) + "\n"))
        texts[path] = line + texts[path]
    elif ending == "go":
        head, _, rest = texts[path].partition("\n")
        line = f'import {rng.choice(("", ". "))}"example.com/app/{rng.choice(FOLDERS)}"'
        texts[path] = f"{head}\n{line}\n{rest}"


def define_what_was_sought(rng: Random, texts: Texts) -> None:
    """Define a name that others look up, at the end of a file."""
    path, name = _source(rng, texts), rng.choice((*FUNCTIONS, *TYPES))
    ending = path.rpartition(".")[2]
    texts[path] += {
        "py": f"def {name}():\n    return {rng.choice(TYPES)}()\n",
        "ts": f"export function {name}() {{ return new {rng.choice(TYPES)}(); }}\n",
        "tsx": f"export class {name} {{ run() {{ return 1; }} }}\n",
        "js": f"export function {name}() {{ return {rng.choice(FUNCTIONS)}(); }}\n",
        "go": f"func {name}() *{rng.choice(TYPES)} {{ return nil }}\n",
    }.get(ending, "")


def shift_lines(rng: Random, texts: Texts) -> None:
    """Put empty lines on the top: nothing means anything else."""
    path = _source(rng, texts)
    texts[path] = "\n" * rng.randint(1, 3) + texts[path]


def break_the_syntax(rng: Random, texts: Texts) -> None:
    """Write what no grammar knows into the midst of a file."""
    path = _source(rng, texts)
    lines = texts[path].splitlines(keepends=True)
    lines.insert(rng.randint(0, len(lines)), rng.choice(_BROKEN) + "\n")
    texts[path] = "".join(lines)


def repair_the_syntax(rng: Random, texts: Texts) -> None:
    """Take that away again."""
    del rng
    broken = {f"{line}\n" for line in _BROKEN}
    for path in sources_in(texts):
        lines = texts[path].splitlines(keepends=True)
        texts[path] = "".join(line for line in lines if line not in broken)


def change_config(rng: Random, texts: Texts) -> None:
    """Let modules be found otherwise."""
    configs = sorted(path for path in texts if path.rpartition("/")[2] in CONFIGS)
    path = rng.choice(configs) if configs else "tsconfig.json"
    name = path.rpartition("/")[2]
    if name == "tsconfig.json":
        texts[path] = tsconfig(rng)
    elif name == "go.mod":
        texts[path] = f"module example.com/{rng.choice(('app', 'other'))}\n"
    elif rng.random() < 0.5:
        del texts[path]
    else:
        texts[path] = f'{{"name": "@app/{rng.choice(FOLDERS)}"}}'


EDITS: Final[Sequence[Edit]] = (
    rename_file,
    move_file,
    delete_file,
    add_file,
    rewrite_file,
    rename_symbol,
    rename_in_one_file,
    swap_a_word,
    swap_a_word,
    change_a_base,
    drop_lines,
    copy_lines,
    add_an_import,
    define_what_was_sought,
    shift_lines,
    break_the_syntax,
    repair_the_syntax,
    change_config,
)


def _words(text: str) -> list[str]:
    return sorted(set(_WORD.findall(text)))
