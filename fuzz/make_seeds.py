#!/usr/bin/env python3
"""Writes the seed corpora of the fuzz targets: fuzz/corpus/TARGET/NAME, one small file per shape.

Run it after changing a list below; its output is checked in. Files that it did not write (inputs that once
broke a target) stay as they are.
"""

import base64
import json
import pathlib

HERE = pathlib.Path(__file__).resolve().parent

# ---- strict JSON ----------------------------------------------------------------------------------

VALID = {
    "empty": "{}",
    "flat": '{"city":"Oslo","days":3,"metric":true,"note":null}',
    "nested": '{"a":{"b":[{"c":[1,[2,[3]]]},{}],"d":[]},"e":[[],{}]}',
    "blanks": ' \t\r\n{ "a" : [ 1 , 2 ] ,\n"b" : { } } \n',
    "numbers": '{"n":[0,-0,1.10,12345678901234567890,1e400,-1E-7,0.1e+5,123456789012345678901234567890.5]}',
    "escapes": '{"s":"\\"\\\\\\/\\b\\f\\n\\r\\t\\u0000\\u00e9\\ud83d\\ude00"}',
    "unicode": '{"köln":"日本語","emoji":"😀","rtl":"\u200fעברית"}',
    "duplicate": '{"a":1,"a":2,"a":1}',
    "code": '{"command":"for f in *.txt; do echo \\"$f\\" | sed \'s/\\\\d/x/\'; done # {not: json}"}',
    "windows": '{"path":"C:\\\\Users\\\\temp\\\\new.txt","share":"\\\\\\\\host\\\\dir"}',
    "regex": '{"pattern":"^\\\\d+(\\\\.\\\\d*)?$","flags":["i","m"]}',
    "html": '{"html":"<a href=\\"https://x.test/?a=1&amp;b=2\\">it\'s</a>"}',
    "wrapper": '{"name":"search","arguments":{"a":1}}',
    "wrapped_text": '{"name":"search","arguments":"{\\"a\\":1}"}',
    "deep": '{"a":' * 20 + "1" + "}" * 20,
    "long_key": '{"' + "k" * 300 + '":1}',
}

BROKEN_JSON = {
    "truncated": '{"a":[1,2,{"b":"c',
    "lone_surrogate": '{"a":"\\ud800"}',
    "bad_escape": '{"a":"\\x41"}',
    "leading_zero": '{"a":01}',
    "trailing": '{"a":1} x',
    "control": '{"a":"b\tc"}',
    "not_utf8": b'{"a":"\xff\xc0\xaf\xed\xa0\x80"}',
    "scalar_root": "-12.5e3",
    "string_root": '"\\u00e9x"',
    "array_root": '[true,false,null,"a",1]',
    "deep_array": "[" * 600 + "]" * 600,
}

# ---- JSON5 ----------------------------------------------------------------------------------------

JSON5 = {
    "comments": "// head\n{a: 1, /* b */ b: 2 // c\n}\n/* tail */",
    "keys": "{a1: 1, $b: 2, _c: 3, 'd e': 4, \"f\": 5, \\u0061b: 6, köln: 7}",
    "strings": "{s: 'it\\'s \"x\"', t: \"a\\\nb\", u: '\\x41\\v\\0\\q'}",
    "numbers": "[+1, .5, 5., 0xDEADbeef, -0x1F, 1e5, +.5e-3]",
    "trailing": "{a: [1, 2,], b: {c: 1,},}",
    "spaces": "\ufeff{\u00a0a\u2028:\u30001\v\f}",
    "unrepresentable": "{a: NaN, b: -Infinity}",
    "control": "{a: 'x\ty\x01'}",
    "unclosed_comment": "{a: 1 /* x",
    "octal": "{a: 010}",
}

# ---- arguments: (options byte, choice byte, text) ---------------------------------------------------

# Bits of the options byte, see subject.h.
INCOMPLETE, CLOSE, TOOL, KEYS, RAW, SMALL = 1, 2, 4, 8, 16, 32


def twice(text, layers):
    for _ in range(layers):
        text = json.dumps(text, ensure_ascii=False)
    return text


REPAIR = {
    "quoted_1": (0, 0, twice('{"a":"b"}', 1)),
    "quoted_3": (0, 0, twice('{"a":"say \\"hi\\""}', 3)),
    "escaped_bare": (0, 0, '{\\"a\\": \\"b\\", \\"c\\": 1}'),
    "fence": (0, 0, '```json\n{"a": 1,}\n```'),
    "fence_unclosed": (0, 0, "```\n{'a': 1}"),
    "prose": (0, 0, 'Here are the {arguments} you asked for:\n{"a": 1}\nHope it helps!'),
    "think": (0, 0, '<think>maybe {"a": 2}?</think>{"a": 1}'),
    "tokens": (0, 0, '<|tool_call_begin|>{"a": 1}<|tool_call_end|>'),
    "tag": (TOOL, 0, '<tool_call>{"name": "search", "arguments": {"a": 1}}</tool_call>'),
    "xml": (TOOL, 0, "<function=search><parameter=a>x < y</parameter>\n<parameter=b>{\"c\": [1]}</parameter></function>"),
    "list": (0, 0, '[{"a": 1}]'),
    "single": (0, 0, "{'a': 'it\\'s', 'b': [\"x\", 'y']}"),
    "smart": (0, 0, "{“a”: ‘b’, ”c“: 1}"),
    "fullwidth": (0, 0, "｛＂a＂：1，＂b＂：［2］｝"),
    "backticks": (0, 0, "{`a`: `b`}"),
    "mismatched": (0, 0, "{\"a': 'b\", \"c”: 1}"),
    "bare_keys": (0, 0, "{a: 1, b-c: true, d: hello world}"),
    "literals": (0, 0, "{a: True, b: None, c: FALSE, d: undefined, e: nil}"),
    "separators": (0, 0, "{a = 1; b => 'x', c -> 2}"),
    "call": (TOOL, 2, "f(a=1, b='x', c=[1, 2], d={'e': None})"),
    "call_object": (TOOL, 0, 'search({"a": 1});'),
    "comments": (0, 0, '{"a": 1, // one\n # two\n /* three */ "u": "http://x.test/#y"}'),
    "commas": (0, 0, '{,"a": 1,, "b": [1 2, , 3,],}'),
    "missing": (0, 0, '{"a" 1 "b" "c"}'),
    "newlines": (0, 0, '{"a": "line\nbreak\ttab", \\n "b": 1}'),
    "paths": (0, 0, '{"a": "C:\\Users\\temp", "b": "\\d+\\s", "c": "\\frac{1}{2}"}'),
    "inner_quotes": (0, 0, '{"code": "print("hi, there")", "n": 1}'),
    "html_code": (0, 0, '{"html": "<a href="x">y</a>", "b": "c"}'),
    "numbers": (0, 0, "{a: 0x1F, b: 00420, c: +1, d: .5, e: 5., f: 1e400}"),
    "no_opener": (0, 0, '"a": 1, "b": 2}'),
    "no_closer": (0, 0, '{"a": [1, {"b": 2'),
    "extra_closer": (0, 0, '{"a": 1}}]'),
    "wrong_closer": (0, 0, '{"a": [1, 2}, "b": 3]'),
    "repeated": (0, 0, '{"a": 1}{"a": 1}'),
    "false_start": (0, 0, '{}{"a": 1}'),
    "two_calls": (0, 0, '{"a": 1}{"b": 2}'),
    "growing": (0, 0, '{"a": 1}{"a": 1, "b": 2}'),
    "blank": (0, 0, " \n"),
    "null": (0, 0, "null"),
    "array": (0, 0, "[1, 2]"),
    "empty_array": (0, 0, "[]"),
    "cut_string": (0, 3, '{"a": "b", "c": "some text that e'),
    "cut_key": (0, 0, '{"a": 1, "b'),
    "cut_literal": (0, 0, '{"a": tru'),
    "cut_close": (CLOSE, 0, '{"a": "b", "c": ["d", "some te\\u00'),
    "cut_incomplete": (INCOMPLETE, 0, '{"a": 1'),
    "whole_incomplete": (INCOMPLETE, 0, twice('{"a": 1}', 2)),
    "missing_quote": (0, 0, '{"a": "b}'),
    "missing_quote_next": (0, 0, '{"unit": "celsius, "days": 3}'),
    "entities": (0, 0, "{&quot;a&quot;: &quot;x &lt; y&quot;, &quot;b&quot;: 1}"),
    "bad_utf8": (0, 0, b'{"a": "\xff\xfe", "b": "\xe2\x28"}'),
    "surrogate": (0, 0, '{"a": "\\ud800 \\udc00\\ud83d\\ude00",}'),
    "invisible": (0, 0, '\ufeff{\u200b"a"\u00a0: 1\u2060}\x00'),
    "concatenation": (0, 0, "{a: 'x' + \"y\" + 'z'}"),
    "triple": (0, 0, '{"a": """say "hi"""", "b": r\'\\d\'}'),
    "duplicate": (0, 0, "{'a': 1, 'a': 1, 'b': {'c': 2, 'c': 3}}"),
    "ellipsis": (0, 0, '{"a": [1, 2, ...], ...}'),
    "lines": (0, 0, 'city: "Oslo"\ndays: 3\n'),
    "assignments": (0, 0, 'path = "x"\nmode = "y"'),
    "wrapper_tool": (TOOL, 0, '{"name": "search", "arguments": "{\'a\': 1}"}'),
    "wrapper_other": (TOOL, 1, '{"name": "search", "arguments": {"a": 1}}'),
    "wrapper_keys": (KEYS, 8, '{"input": {"a": 1}}'),
    "wrapper_declared": (KEYS, 24, '{"name": "x", "arguments": {"a": 1}}'),
    "wrapper_function": (TOOL, 0, '{"type": "function", "function": {"name": "search", "arguments": "{\\"a\\": 1}"}}'),
    "pass_as_received": (RAW, 0, "{'a': 1}"),
    "small_depth": (SMALL, 1, "{'a': [[[[[[[[1]]]]]]]]}"),
    "many_fixes": (SMALL, 2, "{a: 1, b: 2, c: 3, d: 4,}"),
    "nested_encodings": (0, 0, '{"a": ' + twice('{"b": ' + twice('{"c": 1}', 1) + "}", 1) + ",}"),
    "stutter": (0, 0, '{"{"a": 1}'),
}

# ---- the batch reader -----------------------------------------------------------------------------

BATCH = {
    "plain": '{"id":"1","raw":"{\'a\': 1}"}\n',
    "two_lines": '{"id":1,"raw":"{}"}\n{"id":2,"raw":"{\\"a\\":1"}\n',
    "base64": '{"id":"b","raw_b64":"' + base64.b64encode(b'{"a":"\xff"}').decode() + '"}',
    "bad_base64": '{"id":"b","raw_b64":"e30*"}',
    "tool": '{"id":"t","raw":"search(a=1)","tool":"search"}',
    "schema": '{"id":"s","raw":"{\\"input\\":{\\"a\\":1}}","schema":{"type":"object","properties":{"a":{"type":"integer"}}}}',
    "openai": '{"id":"o","tool":"f","raw":"{a:1}","schema":{"tools":[{"type":"function","function":{"name":"f","parameters":{"properties":{"a":{}}}}}]}}',
    "incomplete": '{"id":"c","raw":"{\\"a\\":1","complete":false}',
    "complete_wrong": '{"id":"c","raw":"{}","complete":"yes"}',
    "no_id": '{"raw":"{}"}',
    "id_number": '{"id":12345678901234567890,"raw":"[]"}',
    "id_object": '{"id":{"x":[1]},"raw":"{}"}',
    "both": '{"id":1,"raw":"{}","raw_b64":"e30="}',
    "neither": '{"id":1}',
    "not_json": "{id: 1}\n\n \t\nnull\n[1]\n",
    "bom": '\ufeff{"id":"m","raw":"{}"}',
    "crlf": '{"id":1,"raw":"{}"}\r\n{"id":2,"raw":" "}\r\n',
    "split": '{"id":"x","raw":"{\\"a\\":1}{\\"b\\":2}"}',
    "nulls": '{"id":"n","raw":"{}","tool":null,"schema":null}',
    "duplicate": '{"id":"1","id":"2","raw":"{}","raw":"{\'a\':1}"}',
    "surrogate": '{"id":"u","raw":"{\\"a\\":\\"\\\\ud800\\",}"}',
    "controls": '{"id":"\\u0000\\n","raw":"{\\"a\\":\\"\\u0001\\u2028\\"}"}',
    "deep": '{"id":"d","raw":"' + "[" * 100 + '"}',
    "coerced": '{"id":1,"raw":"{\\"n\\":\\"5\\",\\"b\\":\\"true\\",\\"l\\":\\"x\\"}","schema":{"type":"object","properties":{"n":{"type":"integer"},"b":{"type":"boolean"},"l":{"type":"array","items":{"type":"string"}}}}}',
    "misfit": '{"id":1,"raw":"{\'n\': \'many\', \'x\': 1}","schema":{"properties":{"n":{"type":"integer"}},"required":["m"],"additionalProperties":false}}',
    "enum_and_any": '{"id":1,"raw":"{\\"e\\":\\"OPEN\\",\\"a\\":\\"7\\"}","schema":{"properties":{"e":{"enum":["open","shut"]},"a":{"anyOf":[{"type":"integer"},{"type":"null"}]}}}}',
    "recursive": '{"id":1,"raw":"{\\"c\\":\\"{}\\"}","schema":{"$ref":"#/$defs/n","$defs":{"n":{"type":"object","properties":{"c":{"$ref":"#/$defs/n"}}}}}}',
    "broken_schema": '{"id":1,"tool":"f","raw":"{\\"a\\":\\"true\\"}","schema":{"type":5}}\n{"id":2,"raw":"{}","schema":[]}',
    "promoted": '{"id":1,"raw":"{\\"a\\":\\"true\\"}"}\n{"id":2,"raw":"{\\"a\\":\\"true\\"}","schema":null}',
    "split_typed": '{"id":1,"raw":"{\\"n\\":\\"1\\"}{\\"n\\":2}","schema":{"properties":{"n":{"type":"integer"}}}}',
    "nested_raw": json.dumps({"id": "r", "raw": twice("{'a': 'it''s'}", 2)}),
}

# ---- a schema and arguments for it -------------------------------------------------------------------

PROPERTIES = {"city": {"type": "string", "minLength": 1}, "days": {"type": "integer", "minimum": 1}, "on": {"type": "boolean"}}
TREE = {"type": "object", "properties": {"v": {"type": "number"}, "kids": {"type": "array", "items": {"$ref": "#/$defs/t"}}}}

SCHEMA = {
    "flat": ({"type": "object", "properties": PROPERTIES, "required": ["city"]}, '{"city":"Oslo","days":"3","on":1}'),
    "closed": ({"properties": PROPERTIES, "additionalProperties": False}, '{"City":"Oslo","on":"null","days":3.7}'),
    "missing": ({"properties": PROPERTIES, "required": ["city", "x"]}, "{'days': 2,}"),
    "enum": ({"properties": {"c": {"enum": ["red", "Blue", 3, None, [1]]}}}, '{"c":"blue"}'),
    "const": ({"properties": {"c": {"const": {"a": [1.0]}}}}, '{"c":"{\\"a\\":[1]}"}'),
    "list": ({"properties": {"l": {"type": "array", "items": {"type": "integer"}, "uniqueItems": True, "maxItems": 3}}}, '{"l":"[1, \\"2\\"]"}'),
    "tuple": ({"properties": {"l": {"prefixItems": [{"type": "string"}], "items": {"type": "boolean"}}}}, '{"l":[1,"true"]}'),
    "any_of": ({"properties": {"v": {"anyOf": [{"type": "integer"}, {"type": "array", "items": {"type": "string"}}, {"type": "null"}]}}}, '{"v":"a"}'),
    "one_of": ({"oneOf": [{"required": ["a"]}, {"required": ["b"], "properties": {"b": {"type": "boolean"}}}]}, '{"b":"true"}'),
    "all_of": ({"properties": {"v": {"allOf": [{"type": "boolean"}, {"type": "string"}]}}}, '{"v":true}'),
    "patterns": ({"properties": {"ab": {"type": "integer"}}, "patternProperties": {"^a": {"type": "number"}}, "additionalProperties": {"type": "string"}}, '{"ab":"1","ac":"2.5","z":3}'),
    "tree": ({"$ref": "#/$defs/t", "$defs": {"t": TREE}}, '{"v":"1","kids":[{"v":2,"kids":{}}]}'),
    "loop": ({"$ref": "#/$defs/a", "$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"$ref": "#/$defs/a"}}}, "{}"),
    "formats": ({"properties": {"t": {"format": "date-time"}, "d": {"format": "date"}, "u": {"format": "uri"}, "p": {"pattern": "^[a-z]+$"}}}, '{"t":"2031-02-01T10:00:00Z","d":"2031-02-01","u":"x","p":"ab"}'),
    "bounds": ({"properties": {"n": {"type": "number", "exclusiveMinimum": 0, "maximum": 1e3, "multipleOf": 0.1}}, "minProperties": 1, "maxProperties": 2}, '{"n":"0.3"}'),
    "nullable": ({"properties": {"n": {"type": "integer", "nullable": True}, "s": {"type": ["string", "null"]}}}, '{"n":"None","s":null}'),
    "placeholder": ({"properties": {"limit": {"type": "object", "properties": {"a/b~c": {"type": "integer"}}, "required": ["z"]}}}, '{"limit":{"a/b~c":null}}'),
    "duplicates": ({"properties": PROPERTIES, "maxProperties": 1}, '{"days":"x","days":2}'),
    "wrapper": ({"properties": PROPERTIES}, '{"name":"search","arguments":{"city":"Oslo"}}'),
    "split": ({"properties": PROPERTIES, "required": ["city"]}, '{"city":"A"}{"city":"B"}'),
    "nothing": ({"properties": {"v": False}, "not": {}}, '{"v":1}'),
    "root_const": ({"const": {"a": "true"}}, '{"a":"true"}'),
    "true": (True, '{"a":"true"}'),
    "null": ({}, "null"),
}


# ---- server-sent events ---------------------------------------------------------------------------

SSE = {
    "chat": 'data: {"choices":[{"delta":{"content":"hi"}}]}\n\ndata: [DONE]\n\n',
    "messages": 'event: ping\ndata: {"type":"ping"}\n\nevent: message_stop\ndata: {"type":"message_stop"}\n\n',
    "windows": "event: a\r\ndata: 1\r\n\r\ndata: 2\r\n\r\n",
    "old_mac": "data: 1\r\rdata: 2\r\r",
    "comments": ": OPENROUTER PROCESSING\n\n: x\ndata: 1\n\n",
    "fields": "id: 7\nretry: 100\nother\ndata:no space\ndata: two\ndata\n\n",
    "mark": "\ufeffdata: é😀\n\n",
    "unfinished": "data: 1\n\ndata: 2",
    "too_large": "data: 1\n\ndata: " + "x" * 600 + "\n\n",
}

# ---- HTTP: a byte of flags (fuzz_http.cc), then messages --------------------------------------------

CHUNKED = "Transfer-Encoding: chunked\r\n\r\n"
HTTP = {
    "requests": "@GET /v1/models HTTP/1.1\r\nHost: a\r\n\r\nPOST /v1/chat/completions?a=b HTTP/1.1\r\n"
    "Content-Length: 2\r\nExpect: 100-continue\r\n\r\n{}",
    "chunks": "@POST / HTTP/1.1\r\n" + CHUNKED + "5;x=\"y\"\r\nhello\r\n0A\r\n0123456789\r\n0\r\nT: 1\r\n\r\nGET / HTTP/1.0\r\n\r\n",
    "both_lengths": "@POST / HTTP/1.1\r\nContent-Length: 5\r\n" + CHUNKED,
    "folded": "@GET / HTTP/1.1\r\nA: b\r\n c\r\n\r\n",
    "bare_lines": "@GET / HTTP/1.1\nA: b\n\n",
    "reply": "AHTTP/1.1 103 Early\r\nA: b\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 5\r\nConnection: close\r\n\r\nhello",
    "stream": "AHTTP/1.1 200 OK\r\n" + CHUNKED + "10\r\ndata: {\"a\": 1}\n\n\r\n0\r\n\r\n",
    "until_close": "AHTTP/1.0 200 \r\n\r\nall that comes",
    "to_head": "CHTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n",
}

REQUEST_LOOK = {
    "chat": '{"model":"gpt-5","messages":[{"role":"user","content":"hi"}],"stream":true,'
    '"stream_options":{"include_usage":true},"tools":[{"type":"function","function":{"name":"a"}}]}',
    "responses": '{"input":"x","previous_response_id":"resp_1","store":false,"model":"m"}',
    "messages": ' {"thread":{"id":"t"},"max_tokens":5,"model":"claude","messages":[]} ',
    "escapes": r'{"mod\u0065l":"a\"\u00e9\ud83d\ude00","t\u006fols":[ "]" , [1] ]}',
    "twice": '{"model":"a","model":"b"}',
    "other_kinds": '{"model":null,"stream":"true","tools":{},"store":1,"thread":null}',
    "broken": '{"model":"a","tools":[{]}',
}


def as_bytes(text):
    return text if isinstance(text, bytes) else text.encode()


def write(target, seeds):
    folder = HERE / "corpus" / target
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in seeds.items():
        (folder / name).write_bytes(as_bytes(content))


def arguments():
    for name, (flags, choice, text) in REPAIR.items():
        yield name, bytes([flags ^ 0x40, choice ^ 0x40]) + as_bytes(text)
    for name, text in VALID.items():
        yield "valid_" + name, b"@@" + as_bytes(text)


def schemas():
    for name, (schema, text) in SCHEMA.items():
        yield name, json.dumps(schema, separators=(",", ":")) + "\n" + text


write("json", VALID | BROKEN_JSON)
write("json5", JSON5 | VALID)
write("sse", SSE)
write("repair", dict(arguments()))
write("repair_chunks", dict(arguments()))
write("schema", dict(schemas()))
write("batch", BATCH)
write("http", HTTP)
write("request_look", REQUEST_LOOK)


# Replies and requests: our own recordings, behind a byte of flags (reply_laws.cc, fuzz_request.cc).
def recorded():
    own = HERE.parent / "tests" / "recordings" / "own"
    for line in (own / "index.tsv").read_text().splitlines():
        if line.startswith("#"):
            continue
        name, protocol, _ = line.split("\t")
        yield name, protocol, (own / name).read_bytes()


for protocol in ("chat", "responses", "messages"):
    seeds = {}
    for number, (name, spoken, content) in enumerate(recorded()):
        if spoken == protocol and len(content) < 4000:
            body = 4 if name.endswith(".json") else 0
            to = number % 3
            # The lowest bits choose the protocol, by the rest of a division by three.
            flags = next(f for f in range(64) if f % 3 == to and f & 0x3C == body)
            seeds[name.replace(".", "_")] = bytes([flags]) + content
    write(f"{protocol}_reply", seeds)
requests = HERE.parent / "tests" / "recordings" / "own"
write("request", {
    protocol: bytes([number]) + next(requests.glob(f"{protocol}-*.req.json")).read_bytes()
    for number, protocol in enumerate(("chat", "responses", "messages"))
})
write("governor", {"dense": bytes(range(60)), "broken": bytes([3, 0, 1] + [1, 2, 3, 5, 7] * 20)})
