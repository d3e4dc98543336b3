"""Checks that the documents name only paths that exist.

usage: check_paths.py REPOSITORY     prints each breach as FILE:LINE: what; status 1 if any
       check_paths.py --self-test

Two things are looked at, both outside fenced code blocks:
- `back-ticked` words that look like a path (they hold a slash or end like a file), in the documents of
  DOCUMENTS. They may be written from the root, from src/ or from include/ (as in an #include); a bare file
  name may stand anywhere. `a/b.{h,cc}`, `a/*.cc`, `a/<name>.cc` and `a/NAME.cc` are patterns; one file must match.
- relative links [text](path) in every Markdown file at the root and in docs/.
Words that only look like paths are listed in not_paths.txt beside this file.
"""

import fnmatch
import os
import re
import sys
import tempfile
from typing import Iterator

REQUIRED = ("ARCHITECTURE.md", "README.md")
DOCUMENTS = REQUIRED + ("CONTRIBUTING.md", "docs/requirements.md")
SKIPPED_FOLDERS = {".git", "build", "node_modules"}
ROOTS = ("", "src/", "include/")

FILE_ENDING = re.compile(r"\.(h|cc|c|md|py|sh|cmake|txt|json|jsonl|yml|dict|mjs|html|css|js|in|out)$")
# Addresses, media types, what a build makes, and absolute paths (HTTP routes, /usr/...).
NEVER_A_PATH = re.compile(r"^(/|\w+://|(application|text|image|audio|video|multipart)/|(\./)?build/|~)")
CODE_SPAN = re.compile(r"(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)")
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)(?:\s+\"[^\"]*\")?\)")


class Tree:
    """Every file and folder of the repository, as paths from its root."""

    def __init__(self, root: str):
        self.root = root
        self.paths: set[str] = set()
        for parent, folders, files in os.walk(root):
            folders[:] = [name for name in folders if name not in SKIPPED_FOLDERS]
            for name in folders + files:
                self.paths.add(os.path.relpath(os.path.join(parent, name), root).replace(os.sep, "/"))
        self.names = {path.rsplit("/", 1)[-1] for path in self.paths}
        self.top_names = {path.split("/", 1)[0] for path in self.paths}

    def has(self, path: str) -> bool:
        path = path.removeprefix("./").rstrip("/")
        if path in ("", "."):
            return True
        if "*" in path:
            return any(fnmatch.fnmatchcase(known, root + path) for root in ROOTS for known in self.paths)
        return any(root + path in self.paths for root in ROOTS) or path in self.names


def expand_braces(word: str) -> list[str]:
    match = re.search(r"\{([^{}]*)\}", word)
    if not match:
        return [word]
    before, after = word[: match.start()], word[match.end() :]
    return [path for choice in match.group(1).split(",") for path in expand_braces(before + choice + after)]


def looks_like_a_path(word: str) -> bool:
    if NEVER_A_PATH.match(word) or not re.fullmatch(r"[\w.,/*<>{}+-]+", word):
        return False
    return "/" in word or FILE_ENDING.search(word, 1) is not None  # `.cc` alone is an ending


def prose_lines(text: str) -> Iterator[tuple[int, str]]:
    """The lines outside fenced code blocks."""
    fence = None
    for number, line in enumerate(text.split("\n"), 1):
        mark = re.match(r"\s*(```+|~~~+)", line)
        if fence is None and mark:
            fence = mark.group(1)
        elif fence is not None:
            if mark and mark.group(1).startswith(fence):
                fence = None
        else:
            yield number, line


def words_of_span(span: str, tree: Tree) -> Iterator[str]:
    """A span of one word may be a path. In a longer one (`./dev test`, `cmake -P cmake/x.cmake`) only the words
    that start like a path of this repository are."""
    if match := re.match(r"#include\s*[<\"]([^>\"]+)[>\"]$", span):
        if "/" in match.group(1):
            yield match.group(1)
        return
    words = [word.strip("\"',;:()") for word in span.split()]
    for word in words:
        if len(words) == 1 or word.startswith("./") or ("/" in word and word.split("/")[0] in tree.top_names):
            yield word


def check_spans(file: str, text: str, tree: Tree, not_paths: set[str]) -> Iterator[str]:
    for number, line in prose_lines(text):
        for match in CODE_SPAN.finditer(line):
            for word in words_of_span(match.group(2), tree):
                word = re.sub(r":\d+(-\d+)?$", "", word)  # file.cc:12
                if word in not_paths or not looks_like_a_path(word):
                    continue
                for path in expand_braces(re.sub(r"<[\w-]+>|\bNAME\b", "*", word)):
                    if not tree.has(path):
                        yield f"{file}:{number}: `{path}` does not exist"


def check_links(file: str, text: str, tree: Tree) -> Iterator[str]:
    for number, line in prose_lines(text):
        for match in LINK.finditer(CODE_SPAN.sub("", line)):
            target = match.group(1).split("#")[0]
            if not target or re.match(r"[a-z]+:", target):
                continue
            path = os.path.normpath(os.path.join(os.path.dirname(file), target)).replace(os.sep, "/")
            if path != "." and path not in tree.paths:
                yield f"{file}:{number}: the link to {target} leads nowhere"


def check_tree(root: str, not_paths: set[str]) -> list[str]:
    tree = Tree(root)
    breaches = [f"{file}: is missing" for file in REQUIRED if file not in tree.paths]
    markdown = sorted(path for path in tree.paths if re.fullmatch(r"(docs/)?[^/]+\.md", path))
    for file in markdown:
        with open(os.path.join(root, file), encoding="utf-8") as stream:
            text = stream.read()
        if file in DOCUMENTS:
            breaches += check_spans(file, text, tree, not_paths)
        breaches += check_links(file, text, tree)
    return breaches


def read_not_paths() -> set[str]:
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "not_paths.txt")
    with open(path, encoding="utf-8") as lines:
        return {line.strip() for line in lines if line.strip() and not line.startswith("#")}


def self_test() -> int:
    good = """
`src/json/`, `src/json/lexer.{h,cc}`, `json/lexer.h`, `lexer.cc`, `./dev test --long`, `tests/*/case.in`,
`tests/<rule>/case.in`, `tests/NAME/case.in`, `.cc`,
`src/json/lexer.cc:12`, `#include <proj/api.h>`, `LICENSE`, [code](src/json), [top](#a).
None of these is a path: `text/event-stream`, `/v1/models`, `https://a.b/c`, `build/release/x`, `a / b`, `x == y/2`,
`std::string`, `and/or`, `cat a.json | x`, `#include <thread.h>`, ``[x](no/link.md)``, `L1`.
```
`src/gone.cc` in a block
```
"""
    bad = """`src/gone.cc` and `gone.h`
[link](docs/gone.md)
`src/json/lexer.{h,hh}` `tests/*/none.in`
`gone/` `./gone test` `bash tests/gone.sh`
"""
    expected = [
        "ARCHITECTURE.md:1: `src/gone.cc` does not exist",
        "ARCHITECTURE.md:1: `gone.h` does not exist",
        "ARCHITECTURE.md:3: `src/json/lexer.hh` does not exist",
        "ARCHITECTURE.md:3: `tests/*/none.in` does not exist",
        "ARCHITECTURE.md:4: `gone/` does not exist",
        "ARCHITECTURE.md:4: `./gone` does not exist",
        "ARCHITECTURE.md:4: `tests/gone.sh` does not exist",
        "ARCHITECTURE.md:2: the link to docs/gone.md leads nowhere",
        "docs/more.md:1: the link to ARCHITECTURE.md leads nowhere",
    ]
    files = {
        "README.md": good,
        "ARCHITECTURE.md": bad,
        "LICENSE": "",
        "dev": "",
        "docs/more.md": "[no](ARCHITECTURE.md) [yes](../ARCHITECTURE.md) `not/checked.here`",
        "src/json/lexer.h": "",
        "src/json/lexer.cc": "",
        "include/proj/api.h": "",
        "tests/quotes/case.in": "",
        "build/gone.h": "",
    }
    with tempfile.TemporaryDirectory() as root:
        for file, text in files.items():
            os.makedirs(os.path.dirname(os.path.join(root, file)), exist_ok=True)
            with open(os.path.join(root, file), "w", encoding="utf-8") as stream:
                stream.write(text)
        found = check_tree(root, {"and/or"})
        os.remove(os.path.join(root, "ARCHITECTURE.md"))
        without = check_tree(root, {"and/or"})
    if found != expected:
        print("self-test: expected", *expected, "found", *found, sep="\n  ")
        return 1
    if without[0] != "ARCHITECTURE.md: is missing":
        print("self-test: a missing ARCHITECTURE.md went unnoticed")
        return 1
    print("self-test: every wrong path of the sample found, and no other")
    return 0


def main() -> int:
    if len(sys.argv) != 2:
        print(__doc__, file=sys.stderr)
        return 2
    if sys.argv[1] == "--self-test":
        return self_test()
    breaches = check_tree(sys.argv[1], read_not_paths())
    for breach in breaches:
        print(breach)
    print(f"{len(breaches)} wrong path(s)" if breaches else "paths: all there")
    return 1 if breaches else 0


if __name__ == "__main__":
    sys.exit(main())
