"""Checks that every file includes only what its layer may use, and does only what its layer may do.

usage: check_layers.py REPOSITORY     prints each breach as FILE:LINE: [RULE] what; status 1 if any
       check_layers.py --self-test    the fixture tree must give exactly the breaches it announces

ARCHITECTURE.md explains the layers; the tables below are the rule itself.
"""

import os
import re
import sys
from typing import Iterator, NamedTuple

# Which other layers a layer may include. One layer = one folder under src/.
CHAIN = ("base", "json", "repair", "tool", "protocol", "provider", "agent", "gateway")
MAY_USE: dict[str, set[str]] = {layer: set(CHAIN[:place]) for place, layer in enumerate(CHAIN)}
MAY_USE["exec"] = {"base", "json", "repair", "tool"}
MAY_USE["net"] = {"base"}
MAY_USE["store"] = {"base"}
MAY_USE["provider"] |= {"net"}
MAY_USE["agent"] |= {"exec", "store"}
MAY_USE["gateway"] |= {"net", "store"}
MAY_USE["app"] = set(MAY_USE)

# The layer that implements each public header (include/argwright).
PUBLIC_HEADERS = {
    "version.h": "base",
    "result.h": "base",
    "limits.h": "base",
    "json.h": "json",
    "excerpt.h": "base",
    "repair.h": "repair",
    "c.h": "repair",
    "schema.h": "tool",
    "tool.h": "tool",
    "tool_param.h": "tool",
    "tool_builder.h": "tool",
    "catalog.h": "tool",
    "execution.h": "tool",
    "registry.h": "tool",
    "model_message.h": "tool",
    "tool_export.h": "tool",
    "executor.h": "exec",
}

# Folders inside a layer that must not know each other.
SIBLINGS = {"protocol": {"chat", "responses", "messages"}, "store": {"sqlite", "postgres"}}

# Bytes in, values out: no input or output, no clock, no thread. Tests of these layers are free.
PURE = {"json", "repair", "tool", "protocol"}
IMPURE_HEADERS = re.compile(
    r"(thread|future|condition_variable|fstream|iostream|filesystem|ctime|time\.h"
    r"|unistd\.h|fcntl\.h|poll\.h|netdb\.h|sys/.*|netinet/.*|arpa/.*|boost/(asio|beast).*|spdlog/.*)$"
)
IMPURE_CODE = (
    (re.compile(r"\b\w+_clock\s*::\s*now\b|\b(clock_gettime|gettimeofday)\s*\(|\bstd::time\s*\("), "reads a clock"),
    (re.compile(r"\bstd::(thread|jthread|async)\b|\bpthread_create\b"), "starts a thread"),
    (
        re.compile(
            r"\bstd::(cin|cout|cerr|clog|[io]?fstream)\b"
            r"|(?<![\w.>])(std::)?(fopen|freopen|popen|printf|fprintf|puts|fputs|fwrite|fread)\s*\("
        ),
        "does input or output",
    ),
)

ENVIRONMENT = re.compile(r"\b(secure_)?getenv\b|\b(setenv|putenv|unsetenv)\s*\(")
COROUTINE = re.compile(r"\bco_(await|yield|return)\b|\bstd::coroutine_handle\b")

STANDARD_HEADERS = set(
    """algorithm any array atomic barrier bit bitset cassert cctype cerrno cfenv cfloat charconv chrono cinttypes
    climits clocale cmath codecvt compare complex concepts condition_variable csetjmp csignal cstdarg cstddef
    cstdint cstdio cstdlib cstring ctime cuchar cwchar cwctype deque exception execution filesystem format
    forward_list fstream functional future initializer_list iomanip ios iosfwd iostream istream iterator latch
    limits list locale map memory memory_resource mutex new numbers numeric optional ostream queue random ranges
    ratio regex scoped_allocator semaphore set shared_mutex source_location span sstream stack stdexcept
    stop_token streambuf string string_view syncstream system_error thread tuple type_traits typeindex typeinfo
    unordered_map unordered_set utility valarray variant vector version
    assert.h errno.h inttypes.h limits.h stdbool.h stddef.h stdint.h string.h""".split()
)


class Breach(NamedTuple):
    file: str  # relative to the repository
    line: int  # 0: the file or folder as a whole
    rule: str
    words: str

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}" if self.line else self.file
        return f"{place}: [{self.rule}] {self.words}"


class Source(NamedTuple):
    includes: list[tuple[int, str, bool]]  # line, path, written in quotes
    code: list[str]  # lines without comments, without the text of strings


TOKEN = re.compile(
    r"""(?P<raw>(?<!\w)(?:u8|[uUL])?R"(?P<mark>[^ ()\\\t\n]{0,16})\(.*?\)(?P=mark)")
      | (?P<string>"(?:\\.|[^"\\\n])*")
      | (?P<number>\b\d(?:'?[\w.])*)
      | (?P<char>'(?:\\.|[^'\\\n])*')
      | (?P<comment>//(?:\\.|[^\\\n])*|/\*.*?\*/)""",
    re.DOTALL | re.VERBOSE,
)
INCLUDE = re.compile(r'\s*#\s*include\s*(["<])([^">]+)[">]')


def read_source(path: str) -> Source:
    with open(path, encoding="utf-8", errors="replace") as file:
        text = file.read()

    def blank(keep_strings: bool) -> list[str]:
        def replace(match: re.Match[str]) -> str:
            if match.lastgroup == "number" or (keep_strings and match.lastgroup == "string"):
                return match.group()
            filler = " " if match.lastgroup == "comment" else '""'
            return filler + "\n" * match.group().count("\n")

        return TOKEN.sub(replace, text).split("\n")

    includes = []
    for number, line in enumerate(blank(keep_strings=True), 1):
        if match := INCLUDE.match(line):
            includes.append((number, match.group(2), match.group(1) == '"'))
    return Source(includes, blank(keep_strings=False))


def layer_of_include(path: str) -> str | None:
    """The layer an include reaches into; None when it is not one of ours."""
    folder, _, rest = path.partition("/")
    if folder == "argwright":
        return PUBLIC_HEADERS.get(rest)
    return folder if rest and folder in MAY_USE else None


def check_uses(file: str, layer: str, source: Source) -> Iterator[Breach]:
    for line, path, _ in source.includes:
        used = layer_of_include(path)
        if used is not None and used != layer and used not in MAY_USE[layer]:
            yield Breach(file, line, "layer", f"{layer} must not include {used} (\"{path}\")")


def check_pure(file: str, layer: str, source: Source) -> Iterator[Breach]:
    for line, path, quoted in source.includes:
        if not quoted and IMPURE_HEADERS.match(path):
            yield Breach(file, line, "pure", f"{layer} does no I/O, reads no clock, starts no thread: <{path}>")
    for line, text in enumerate(source.code, 1):
        for pattern, words in IMPURE_CODE:
            if match := pattern.search(text):
                yield Breach(file, line, "pure", f"{layer} must stay pure, but {words}: {match.group()}")


def check_environment(file: str, source: Source) -> Iterator[Breach]:
    for line, text in enumerate(source.code, 1):
        if match := ENVIRONMENT.search(text):
            yield Breach(file, line, "environment", f"only src/app may touch the environment: {match.group()}")


def check_layer_file(file: str, layer: str, source: Source) -> Iterator[Breach]:
    is_test = file.endswith("_test.cc")
    yield from check_uses(file, layer, source)
    for line, path, quoted in source.includes:
        folder, _, rest = path.partition("/")
        if quoted and folder != "argwright" and layer_of_include(path) is None and not (is_test and folder == "tests"):
            yield Breach(file, line, "spelling", f'quotes are for "LAYER/FILE" and "argwright/FILE": "{path}"')
        siblings = SIBLINGS.get(layer, set())
        own = file.split("/")[2]
        if folder == layer and own in siblings and rest.split("/")[0] in siblings - {own}:
            yield Breach(file, line, "sibling", f"{layer}/{own} must not know \"{path}\"")
    if is_test:
        return
    if layer in PURE:
        yield from check_pure(file, layer, source)
    if layer != "app":
        yield from check_environment(file, source)


def check_public_header(file: str, source: Source) -> Iterator[Breach]:
    name = file.removeprefix("include/argwright/")
    layer = PUBLIC_HEADERS.get(name)
    if layer is None:
        yield Breach(file, 0, "public", "has no layer; add it to PUBLIC_HEADERS in tests/layers/check_layers.py")
    else:
        yield from check_uses(file, layer, source)
        if layer in PURE:
            yield from check_pure(file, layer, source)
    for line, path, _ in source.includes:
        if path == "coroutine":
            yield Breach(file, line, "public", "public headers hold no coroutine: <coroutine>")
        elif not path.startswith("argwright/") and path not in STANDARD_HEADERS:
            yield Breach(file, line, "public", f"public headers include public and standard headers only: {path}")
    for line, text in enumerate(source.code, 1):
        if match := COROUTINE.search(text):
            yield Breach(file, line, "public", f"public headers hold no coroutine: {match.group()}")
        if re.search(r"\bboost\s*::", text):
            yield Breach(file, line, "public", "public headers hold no Boost")
    yield from check_environment(file, source)


def check_example(file: str, source: Source) -> Iterator[Breach]:
    for line, path, _ in source.includes:
        if not path.startswith("argwright/") and layer_of_include(path) is not None:
            yield Breach(file, line, "public", f"examples use the public headers only: {path}")


def source_files(root: str, folder: str) -> Iterator[str]:
    for parent, folders, files in os.walk(os.path.join(root, folder)):
        folders.sort()
        for name in sorted(files):
            if name.endswith((".h", ".cc", ".c")):
                yield os.path.relpath(os.path.join(parent, name), root).replace(os.sep, "/")


def check_folders(root: str) -> Iterator[Breach]:
    for name in sorted(os.listdir(os.path.join(root, "src"))):
        folder = os.path.join(root, "src", name)
        if not os.path.isdir(folder) or not any(files for _, _, files in os.walk(folder)):
            continue
        if name not in MAY_USE:
            yield Breach(f"src/{name}", 0, "folder", "is no layer")
        elif not os.path.isfile(os.path.join(folder, "README.md")):
            yield Breach(f"src/{name}", 0, "folder", "has no README.md")


def check_tree(root: str) -> list[Breach]:
    breaches = list(check_folders(root))
    for file in source_files(root, "src"):
        layer = file.split("/")[1]
        if layer in MAY_USE:
            breaches += check_layer_file(file, layer, read_source(os.path.join(root, file)))
    for file in source_files(root, "include"):
        breaches += check_public_header(file, read_source(os.path.join(root, file)))
    for file in source_files(root, "examples"):
        breaches += check_example(file, read_source(os.path.join(root, file)))
    return breaches


def self_test() -> int:
    """A line of the fixture that ends in `// breach: RULE` must be found, and nothing else."""
    root = os.path.join(os.path.dirname(os.path.abspath(__file__)), "fixture")
    expected = {("src/helpers", 0, "folder"), ("src/tool", 0, "folder"), ("include/argwright/surprise.h", 0, "public")}
    for folder in ("src", "include", "examples"):
        for file in source_files(root, folder):
            with open(os.path.join(root, file), encoding="utf-8") as lines:
                for number, line in enumerate(lines, 1):
                    if match := re.search(r"// breach: (\w+)$", line.rstrip()):
                        expected.add((file, number, match.group(1)))
    found = {(breach.file, breach.line, breach.rule) for breach in check_tree(root)}
    for what, places in (("not found", expected - found), ("found without cause", found - expected)):
        for place in sorted(places):
            print(f"self-test: {what}: {place}")
    if expected == found:
        print(f"self-test: all {len(expected)} breaches of the fixture found, and no other")
    return 0 if expected == found and len(expected) >= 20 else 1


def main() -> int:
    if len(sys.argv) != 2:
        print(__doc__, file=sys.stderr)
        return 2
    if sys.argv[1] == "--self-test":
        return self_test()
    if not os.path.isdir(os.path.join(sys.argv[1], "src")):
        print(f"check_layers: no src/ in {sys.argv[1]}", file=sys.stderr)
        return 2
    breaches = check_tree(sys.argv[1])
    for breach in breaches:
        print(breach)
    print(f"{len(breaches)} breach(es) of the layer rules" if breaches else "layers: no breach")
    return 1 if breaches else 0


if __name__ == "__main__":
    sys.exit(main())
