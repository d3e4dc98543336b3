"""Writes own/: replies of our own making, in the real wire formats, one for each thing that upstreams do. Run it after
changing a list below; its output is checked in, with own/index.tsv as its list.

usage: make_own.py
"""

import json
import pathlib

FOLDER = pathlib.Path(__file__).parent / "own"
INDEX = ["# file\tprotocol\tstatus"]

WEATHER = {
    "type": "object",
    "properties": {"city": {"type": "string"}, "days": {"type": "integer"}},
    "required": ["city"],
}
OSLO = '{"city":"Oslo","days":3}'
ROME = '{"city":"Rome"}'


def compact(value):
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def write(name, protocol, content, status=200, tools=True):
    (FOLDER / name).write_bytes(content if isinstance(content, bytes) else content.encode())
    INDEX.append(f"{name}\t{protocol}\t{status}")
    if not tools:
        return
    stem = name.rsplit(".", 1)[0]
    function = {"name": "get_weather", "description": "Weather of a city", "parameters": WEATHER}
    tool = {
        "chat": {"type": "function", "function": function},
        "responses": {"type": "function", **function},
        "messages": {"name": "get_weather", "description": "Weather of a city", "input_schema": WEATHER},
    }[protocol]
    if protocol == "responses":
        request = {"model": "m", "input": "Weather?", "tools": [tool]}
    else:
        request = {"model": "m", "max_tokens": 100, "messages": [{"role": "user", "content": "Weather?"}], "tools": [tool]}
    (FOLDER / f"{stem}.req.json").write_text(json.dumps(request, indent=1) + "\n")


# ---- Chat ----------------------------------------------------------------------------------------------------------


def chunk(delta=None, finish=None, index=0, **more):
    head = {"id": "chatcmpl-1", "object": "chat.completion.chunk", "created": 1790000000, "model": "m"}
    choices = [] if delta is None else [{"index": index, "delta": delta, "finish_reason": finish}]
    return {**head, "choices": choices, **more}


ROLE = chunk({"role": "assistant", "content": ""})
USAGE = {
    "prompt_tokens": 40,
    "completion_tokens": 12,
    "total_tokens": 52,
    "prompt_tokens_details": {"cached_tokens": 8},
    "completion_tokens_details": {"reasoning_tokens": 4},
}


def call(arguments, index=0, id=None, name=None, type="function"):
    piece = {"function": {}}
    if index is not None:
        piece["index"] = index
    if id is not None:
        piece.update(id=id, type=type)
    if name is not None:
        piece["function"]["name"] = name
    if arguments is not ...:
        piece["function"]["arguments"] = arguments
    return chunk({"tool_calls": [piece]})


def chat(name, chunks, end="data: [DONE]\n\n", line="data: {}\n\n"):
    write(f"chat-{name}.sse", "chat", "".join(line.replace("{}", compact(c)) for c in chunks) + end)


def end_of_calls(word="tool_calls"):
    return chunk({}, word)


chat("text", [ROLE, chunk({"content": "Grüße"}), chunk({"content": " aus Oslo 🌧"}), chunk({}, "stop"), chunk(usage=USAGE)])
chat("text-without-done", [ROLE, chunk({"content": "Hi"}), chunk({}, "stop")], end="")
chat("crlf-and-comments", [ROLE, chunk({"content": "a\r\nb"}), chunk({}, "stop")],
     line=": PROCESSING\r\n\r\ndata:{}\r\n\r\n", end="data:[DONE]\r\n\r\n")
chat("reasoning", [ROLE, chunk({"content": None, "reasoning_content": "It asks"}), chunk({"reasoning_content": " for rain."}),
                   chunk({"content": "Rain."}), chunk({}, "stop", usage=USAGE)])
chat("reasoning-details", [
    chunk({"role": "assistant", "content": "", "reasoning": "Let", "reasoning_details": [
        {"type": "reasoning.text", "text": "Let", "format": "f", "index": 0}]}),
    chunk({"content": "", "reasoning": " me see.", "reasoning_details": [
        {"type": "reasoning.text", "text": " me see.", "format": "f", "index": 0}]}),
    chunk({"content": "", "reasoning_details": [{"type": "reasoning.text", "signature": "c2lnbmVk", "index": 0}]}),
    chunk({"content": "Rain."}), chunk({}, "stop")])
chat("think-in-content", [ROLE, chunk({"content": "<th"}), chunk({"content": "ink>It asks"}), chunk({"content": ".</thi"}),
                          chunk({"content": "nk>\n\nRain."}), chunk({}, "stop")])
chat("two-calls", [ROLE, chunk({"content": "I look."}), call("", 0, "call_a", "get_weather"), call('{"city":"Os'), call('lo","days":3}'),
                   call("", 1, "call_b", "get_weather"), call(ROME, 1), end_of_calls(), chunk(usage=USAGE)])
chat("interleaved", [ROLE, call("", 0, "call_a", "get_weather"), call("", 1, "call_b", "get_weather"), call('{"city":', 1),
                     call('{"city":"Oslo",', 0), call('"Rome"}', 1), call('"days":3}', 0), end_of_calls()])
chat("index-from-one", [ROLE, call("", 1, "call_a", "get_weather"), call(OSLO, 1), call("", 2, "call_b", "get_weather"), call(ROME, 2), end_of_calls()])
chat("index-minus-one", [ROLE, call(OSLO, -1, "call_a", "get_weather"), call(ROME, -1, "call_b", "get_weather"), end_of_calls()])
chat("index-missing", [ROLE, call('{"city":', None, "call_a", "get_weather"), call('"Oslo"}', None), call(ROME, None, "call_b", "get_weather"), end_of_calls()])
chat("index-reused", [ROLE, call(OSLO, 0, "call_a", "get_weather"), call(ROME, 0, "call_b", "get_weather"), end_of_calls("stop")])
chat("id-and-name-repeated", [ROLE, call(None, 0, "call_a", "get_weather"), call('{"city":', 0, "call_a", "get_weather"), call('"Oslo"}', 0, "call_a", "get_weather"), end_of_calls()])
chat("empty-ids", [ROLE, call(OSLO, 0, "", "get_weather"), call(ROME, 1, "", "get_weather"), end_of_calls()])
chat("name-late", [ROLE, call('{"city":', 0, "call_a"), call('"Oslo"}', 0), call("", 0, None, "get_weather"), end_of_calls()])
chat("arguments-as-object", [ROLE, call({"city": "Oslo", "days": "3"}, 0, "call_a", "get_weather"), end_of_calls()])
chat("arguments-absent", [ROLE, call(..., 0, "call_a", "now"), end_of_calls()])
chat("call-in-finish-chunk", [ROLE, chunk({"content": "Text stays.", "tool_calls": [
    {"index": 0, "id": "call_a", "type": "function", "function": {"name": "get_weather", "arguments": OSLO}}]}, "tool_calls", usage=USAGE)])
chat("finish-stop-with-call", [ROLE, call(OSLO, 0, "call_a", "get_weather"), end_of_calls("stop")])
chat("finish-of-another-server", [ROLE, call(OSLO, 0, "call_a", "get_weather"), end_of_calls("tool_call")])
chat("finish-missing", [ROLE, call(OSLO, 0, "call_a", "get_weather")])
chat("cut-off-by-length", [ROLE, chunk({"content": "I"}), call(OSLO, 0, "call_a", "get_weather"), call('{"city":"Ro', 1, "call_b", "get_weather"), end_of_calls("length")])
chat("broken-off", [ROLE, call('{"city":"Ro', 0, "call_b", "get_weather")], end="")
chat("broken-arguments", [ROLE, call("{'city': 'Os", 0, "call_a", "get_weather"), call("lo', days: '3',}"), end_of_calls()])
chat("quoted-twice", [ROLE, call(json.dumps(json.dumps({"city": "Oslo"})), 0, "call_a", "get_weather"), end_of_calls()])
chat("two-objects-in-one", [ROLE, call(OSLO + ROME, 0, "call_a", "get_weather"), end_of_calls()])
chat("unreadable-arguments", [ROLE, call("I do not know", 0, "call_a", "get_weather"), end_of_calls()])
chat("misfit", [ROLE, call('{"town":"Oslo"}', 0, "call_a", "get_weather"), end_of_calls()])
chat("role-empty", [chunk({"role": "", "content": "Hi"}), chunk({"role": "", "content": " there"}), chunk({}, "stop")])
chat("role-missing", [chunk({"content": "Hi"}), chunk({}, "stop")])
chat("content-list", [chunk({"role": "assistant", "content": [{"type": "thinking", "thinking": [{"type": "text", "text": "Hm."}]}]}),
                      chunk({"content": [{"type": "text", "text": "Rain."}]}), chunk({}, "stop")])
chat("refusal", [chunk({"role": "assistant", "content": None, "refusal": ""}), chunk({"refusal": "I will not."}), chunk({}, "stop")])
chat("two-choices", [chunk({"role": "assistant", "content": "A"}), chunk({"role": "assistant", "content": "B"}, index=1), chunk({}, "stop"), chunk({}, "stop", index=1)])
chat("usage-in-every-chunk", [{**ROLE, "usage": {**USAGE, "completion_tokens": 1}}, chunk({"content": "Hi"}, usage={**USAGE, "completion_tokens": 2}), chunk({}, "stop", usage=USAGE)])
chat("error-in-stream", [ROLE, chunk({"content": "Hi"}), {"error": {"message": "upstream is gone", "code": 502}}])
chat("error-beside-choices", [ROLE, {**chunk({"content": ""}), "error": {"message": "token limit reached", "code": 400}}])
chat("error-no-json", [ROLE], end="data: <html>gateway timeout</html>\n\n")

# What imitators of the protocol do.
chat("index-as-text", [ROLE, call("", "0", "call_a", "get_weather"), call("", "1", "call_b", "get_weather"), call('{"city":', "1"),
                       call(OSLO, "0"), call('"Rome"}', "1"), end_of_calls()])
chat("id-made-up-anew", [ROLE, call("", 0, "call_a", "get_weather"), call('{"city":', 0, "call_b"), call('"Oslo"}', 0, "call_c"), call("", 1, "call_d", "get_weather"), call(ROME, 1, "call_e"), end_of_calls()])
chat("name-in-pieces", [ROLE, call("", 0, "call_a", "get_"), call("", 0, None, "weather"), call(OSLO), end_of_calls()])
chat("arguments-so-far", [ROLE, call('{"city":', 0, "call_a", "get_weather"), call('{"city":"Os'), call('{"city":"Oslo",'), call(OSLO), end_of_calls()])
chat("arguments-told-twice", [ROLE, call('{"city":"Oslo",', 0, "call_a", "get_weather"), call('"days":3}'), chunk({"tool_calls": [
    {"index": 0, "id": "call_a", "type": "function", "function": {"name": "get_weather", "arguments": OSLO}}]}, "tool_calls")])
chat("two-in-a-list-without-ids", [ROLE, chunk({"tool_calls": [{"function": {"name": "now", "arguments": ""}}, {"function": {"name": "now", "arguments": ""}}]}), end_of_calls()])
chat("call-flat", [ROLE, chunk({"tool_calls": [{"index": 0, "id": "call_a", "type": "function", "name": "get_weather", "arguments": OSLO}]}), end_of_calls()])
chat("call-in-both-forms", [ROLE, chunk({"function_call": {"name": "get_weather", "arguments": OSLO}, "tool_calls": [
    {"index": 0, "id": "call_a", "type": "function", "function": {"name": "get_weather", "arguments": OSLO}}]}), end_of_calls()])
chat("call-behind-finish", [ROLE, chunk({"content": "Hi"}), chunk({}, "stop"), call(OSLO, 0, "call_a", "get_weather")])
chat("finish-in-the-middle", [ROLE, {**call('{"city":"Oslo",', 0, "call_a", "get_weather"), "choices": [{**call('{"city":"Oslo",', 0, "call_a", "get_weather")["choices"][0], "finish_reason": "tool_calls"}]},
                              call('"days":3}'), chunk(usage=USAGE)])
chat("finish-in-every-chunk", [ROLE, chunk({"content": "I look."}, "stop"), *({**c, "choices": [{**c["choices"][0], "finish_reason": "tool_calls"}]} for c in (
    call("{'city':", 0, "call_a", "get_weather"), call("'Oslo'}")))])
chat("finish-null-as-text", [*({**c, "choices": [{**c["choices"][0], "finish_reason": "null"}]} for c in (ROLE, chunk({"content": "Hi"}), call(OSLO, 0, "call_a", "get_weather"))), end_of_calls()])
chat("finish-of-the-old-form", [ROLE, chunk({"function_call": {"name": "get_weather", "arguments": ""}}), chunk({"function_call": {"arguments": OSLO}}), chunk({}, "function_call")])
chat("call-told-again-behind-finish", [ROLE, call(OSLO, 0, "call_a", "get_weather"), end_of_calls(), call(OSLO, 0, "call_a", "get_weather")])
chat("names-alike-without-ids", [ROLE, call("{}", None, None, "get"), call(OSLO, None, None, "get_weather"), end_of_calls()])
chat("one-id-for-two", [ROLE, call(OSLO, None, "call_a", "get_weather"), call("{}", None, "call_a", "now"), end_of_calls()])
chat("id-and-name-made-up-anew", [ROLE, call("", 0, "call_a", "get_weather"), call('{"city":', 0, "call_b", "get_weather"), call('"Oslo"}', 0, "call_c", "get_weather"), end_of_calls()])
chat("message-beside-delta", [ROLE, {**chunk(), "choices": [{"index": 0, "delta": {}, "message": {"role": "assistant", "content": "I look.", "tool_calls": [
    {"id": "call_a", "type": "function", "function": {"name": "get_weather", "arguments": OSLO}}]}, "finish_reason": "tool_calls"}]}])
chat("think-around-a-call", [ROLE, chunk({"content": "<think>It asks"}), call(OSLO, 0, "call_a", "get_weather"), chunk({"content": " for rain.</think>I look."}), end_of_calls()])
chat("finish-without-calls", [ROLE, chunk({"content": "Hi"}), end_of_calls()])
chat("finish-in-capitals", [ROLE, call('{"city":"Ro', 0, "call_a", "get_weather"), end_of_calls("MAX_TOKENS")])
chat("message-behind-deltas", [ROLE, chunk({"content": "Rain"}), chunk({"content": "."}),
                               {**chunk(usage=USAGE), "choices": [{"index": 0, "message": {"role": "assistant", "content": "Rain."}, "finish_reason": "stop"}]}])
chat("message-for-deltas", [{**chunk(), "choices": [{"index": 0, "message": {"role": "assistant", "content": "Rain"}, "finish_reason": None}]},
                            {**chunk(), "choices": [{"index": 0, "message": {"role": "assistant", "content": "."}, "finish_reason": "stop"}]}])
chat("content-of-other-kinds", [ROLE, chunk({"content": ["Ra"]}), chunk({"content": {"type": "text", "text": "in"}}), chunk({"content": [{"text": "."}]}), chunk({}, "stop")])
chat("choice-without-number", [{**chunk(), "choices": [{"delta": {"role": "assistant", "content": "Hi"}}]}, {**chunk(), "choices": [None]},
                               {**chunk(), "choices": [{"delta": {}, "finish_reason": "stop"}]}])
chat("error-null", [{**ROLE, "error": None}, chunk({"content": "Hi"}, error=None), chunk({}, "stop", error=None)])
chat("usage-misplaced", [ROLE, chunk({"content": "Hi"}), chunk({}, "stop", x_groq={"usage": USAGE})])
chat("usage-without-id", [ROLE, chunk({"content": "Hi"}), chunk({}, "stop"), {**chunk(usage=USAGE), "id": ""}])
chat("usage-then-null", [ROLE, chunk({"content": "Hi"}), chunk({}, "stop", usage=USAGE), chunk(usage=None)])
chat("choices-empty-first", [chunk(), chunk({"content": "Hi"}), chunk({}, "stop")])
chat("done-in-small-letters", [ROLE, chunk({"content": "Hi"}), chunk({}, "stop")], end="data: [done]\n\n")
chat("events-without-data", [ROLE, chunk({"content": "Hi"}), chunk({}, "stop")], line="event: ping\n\ndata:\n\ndata: {}\n\n")
chat("character-in-two", [ROLE], end="".join('data: {"id":"chatcmpl-1","choices":[{"index":0,"delta":' + delta + ',"finish_reason":null}]}\n\n' for delta in (
    r'{"content":"Rain \ud83c"}', r'{"content":"\udf27."}', r'{"tool_calls":[{"index":0,"id":"call_a","type":"function","function":{"name":"get_weather","arguments":"{\"city\":\"\ud83c"}}]}',
    r'{"tool_calls":[{"index":0,"function":{"arguments":"\udf27\"}"}}]}')) + f"data: {compact(end_of_calls())}\n\ndata: [DONE]\n\n")
chat("error-in-choice", [ROLE, chunk({"content": "Hi"}), {**chunk(), "choices": [{"index": 0, "delta": {}, "finish_reason": "error", "error": {"code": 502, "message": "provider is gone"}}]}])
chat("error-as-text", [ROLE, chunk({"content": "Hi"}), {"error": "upstream is gone"}])
chat("error-as-list", [[{"error": {"code": 400, "message": "upstream is gone", "status": "INVALID_ARGUMENT"}}]])
chat("error-as-object", [ROLE, {"object": "error", "message": "upstream is gone", "type": "BadRequestError", "code": 400}])
chat("error-by-event", [ROLE], end='event: error\ndata: {"message":"upstream is gone","code":500}\n\n')


def chat_body(name, message, finish, ascii=False, **more):
    body = {"id": "chatcmpl-2", "object": "chat.completion", "created": 1790000000, "model": "m", "service_tier": "default",
            "choices": [{"index": 0, "message": {"role": "assistant", **message}, "logprobs": None, "finish_reason": finish}], "usage": USAGE, **more}
    write(f"chat-{name}.json", "chat", json.dumps(body, ensure_ascii=ascii, indent=1) + "\n")


def body_call(arguments, id="call_a", name="get_weather", **more):
    return {"id": id, "type": "function", "function": {"name": name, "arguments": arguments}, **more}


chat_body("body-text", {"content": "Rain.", "refusal": None, "annotations": []}, "stop")
chat_body("body-call", {"content": None, "tool_calls": [body_call(OSLO), body_call(ROME, "call_b")]}, "tool_calls")
chat_body("body-broken-call", {"content": "Let me look.", "audio": None, "x": {"kept": True}, "tool_calls": [body_call("```json\n{'city': 'Oslo'}\n```")]}, "stop")
chat_body("body-ids", {"content": "", "reasoning_content": "Hm.", "tool_calls": [body_call(OSLO, "functions.get_weather:0")]}, "tool_calls")
chat_body("body-cut-off", {"content": "", "tool_calls": [body_call('{"city":"Osl')]}, "length")
chat_body("body-think", {"content": "<think>\nHm.\n</think>\n\nRain."}, "stop")


chat_body("body-call-in-both-forms", {"content": None, "function_call": {"name": "get_weather", "arguments": OSLO}, "tool_calls": [body_call(OSLO)]}, "tool_calls")
chat_body("body-without-finish", {"content": None, "tool_calls": [body_call("{'city': 'Oslo'}"), body_call("", "call_b", "now")]}, None)
chat_body("body-one-id-for-two", {"content": None, "tool_calls": [body_call(OSLO), body_call("{}", name="now")]}, "tool_calls")
chat_body("body-of-the-old-form", {"content": None, "function_call": {"name": "get_weather", "arguments": OSLO}}, "function_call")
chat_body("body-two-without-ids", {"content": None, "tool_calls": [body_call("", "", "now", index=0), body_call("", "", "now", index=0)]}, "tool_calls")
chat_body("body-error-in-choice", {"content": ""}, "error", choices=[{"index": 0, "message": {"role": "assistant", "content": ""}, "finish_reason": "error", "error": {"code": 502, "message": "provider is gone"}}])


# ---- Messages ------------------------------------------------------------------------------------------------------

START = {"type": "message_start", "message": {
    "id": "msg_1", "type": "message", "role": "assistant", "model": "claude-m", "content": [], "stop_reason": None, "stop_sequence": None,
    "usage": {"input_tokens": 20, "cache_creation_input_tokens": 0, "cache_read_input_tokens": 10, "output_tokens": 1}}}
STOP = {"type": "message_stop"}


def block(index, start, *deltas):
    yield {"type": "content_block_start", "index": index, "content_block": start}
    for delta in deltas:
        yield {"type": "content_block_delta", "index": index, "delta": delta}
    yield {"type": "content_block_stop", "index": index}


def tool_use(index, id, *pieces):
    return block(index, {"type": "tool_use", "id": id, "name": "get_weather", "input": {}}, *({"type": "input_json_delta", "partial_json": p} for p in pieces))


def text(index, *pieces):
    return block(index, {"type": "text", "text": ""}, *({"type": "text_delta", "text": p} for p in pieces))


def thinking(index, words, signature):
    return block(index, {"type": "thinking", "thinking": "", "signature": ""}, {"type": "thinking_delta", "thinking": words}, {"type": "signature_delta", "signature": signature})


def stopped(reason, sequence=None):
    return {"type": "message_delta", "delta": {"stop_reason": reason, "stop_sequence": sequence}, "usage": {"output_tokens": 30}}


def messages(name, events, named=True, typed=True):
    lines = "".join((f"event: {e['type']}\n" if named else "") + f"data: {compact({k: v for k, v in e.items() if typed or k != 'type'})}\n\n" for e in events)
    write(f"messages-{name}.sse", "messages", lines)


messages("text", [START, {"type": "ping"}, *text(0, "Rain", " in Oslo."), stopped("end_turn"), STOP])
messages("thinking-and-calls", [START, *thinking(0, "It asks.", "c2ln"), *text(1, "I look."), *tool_use(2, "toolu_a", "", '{"city":"Os', 'lo"}'), *tool_use(3, "toolu_b", ROME), stopped("tool_use"), STOP])
messages("redacted", [START, *block(0, {"type": "redacted_thinking", "data": "ZGF0YQ"}), *text(1, "Rain."), stopped("end_turn"), STOP])
messages("no-arguments", [START, *block(0, {"type": "tool_use", "id": "toolu_a", "name": "now", "input": {}}), stopped("tool_use"), STOP])
messages("cut-off", [START, *text(0, "I look."), *tool_use(1, "toolu_a", '{"city":"Os'), stopped("max_tokens"), STOP])
messages("broken-arguments", [START, *tool_use(0, "toolu_a", '{"city":"Oslo","days":"3",}'), *text(1, "Done."), stopped("tool_use"), STOP])
messages("begun-anew", [START, *list(tool_use(0, "toolu_a", '{"city":"Os'))[:2], START, *tool_use(0, "toolu_b", OSLO), stopped("tool_use"), STOP])
messages("without-names", [START, *text(0, "Rain."), stopped("end_turn"), STOP], named=False)
messages("hosted-tool", [START, *block(0, {"type": "server_tool_use", "id": "srvtoolu_a", "name": "web_search", "input": {}}, {"type": "input_json_delta", "partial_json": '{"query":"rain"}'}),
                         *block(1, {"type": "web_search_tool_result", "tool_use_id": "srvtoolu_a", "content": []}), *text(2, "Rain."), stopped("end_turn"), STOP])
messages("stop-sequence", [START, *text(0, "Rain."), stopped("stop_sequence", "END"), STOP])
messages("error-overloaded", [START, *list(text(0, "Ra"))[:2], {"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}}])
messages("broken-off", [START, *list(text(0, "Ra"))[:2]])


def unplaced(events):
    return [{k: v for k, v in e.items() if k != "index"} for e in events]


PLAIN_START = {"type": "message_start", "message": {k: v for k, v in START["message"].items() if k != "usage"}}
messages("index-missing", [START, *unplaced([*text(0, "I look."), *tool_use(1, "toolu_a", OSLO), *tool_use(2, "toolu_b", ROME)]), stopped("tool_use"), STOP])
messages("index-from-one", [START, *text(1, "I look."), *tool_use(2, "toolu_a", OSLO), stopped("tool_use"), STOP])
messages("interleaved", [START, *list(thinking(0, "It", "c2ln"))[:2], *list(text(1, "Ra"))[:2], *list(tool_use(2, "toolu_a", '{"city":'))[:2],
                         {"type": "content_block_delta", "index": 0, "delta": {"type": "thinking_delta", "thinking": " asks."}},
                         {"type": "content_block_delta", "index": 1, "delta": {"type": "text_delta", "text": "in."}},
                         {"type": "content_block_delta", "index": 2, "delta": {"type": "input_json_delta", "partial_json": '"Oslo"}'}},
                         {"type": "content_block_delta", "index": 0, "delta": {"type": "signature_delta", "signature": "c2ln"}},
                         *({"type": "content_block_stop", "index": i} for i in range(3)), stopped("tool_use"), STOP])
messages("text-in-start", [START, *block(0, {"type": "thinking", "thinking": "It asks.", "signature": "c2ln"}), *block(1, {"type": "text", "text": "Ra"}, {"type": "text_delta", "text": "in."}), stopped("end_turn"), STOP])
messages("content-in-start", [{**START, "message": {**START["message"], "content": [{"type": "text", "text": "Rain."}]}}, stopped("end_turn"), STOP])
messages("input-in-start", [START, *block(0, {"type": "tool_use", "id": "toolu_a", "name": "get_weather", "input": {"city": "Oslo"}}), stopped("tool_use"), STOP])
messages("input-not-text", [START, *block(0, {"type": "tool_use", "id": "toolu_a", "name": "get_weather", "input": {}}, {"type": "input_json_delta", "partial_json": {"city": "Oslo"}}), stopped("tool_use"), STOP])
messages("usage-missing", [PLAIN_START, *text(0, "Rain."), {"type": "message_delta", "delta": {"stop_reason": "end_turn"}}, STOP])
messages("type-in-name", [START, {"type": "ping"}, *text(0, "Rain."), stopped("end_turn"), STOP], typed=False)
messages("stop-missing", [START, *text(0, "Rain."), stopped("end_turn")])
messages("error-as-openai", [START, *list(text(0, "Ra"))[:2], {"error": {"message": "upstream is gone", "code": 500}, "type": ""}], named=False)


messages("stop-of-another-server", [START, *tool_use(0, "toolu_a", '{"city":"Os'), stopped("length"), STOP])
messages("stop-misplaced", [START, *tool_use(0, "toolu_a", OSLO), {"type": "message_delta", "delta": {}, "stop_reason": "tool_use", "usage": {"output_tokens": 30}}, STOP])
messages("stop-and-null", [START, *text(0, "Rain."), stopped("end_turn"), {"type": "message_delta", "delta": {"stop_reason": None}, "usage": {"output_tokens": 31}}, STOP])
messages("input-in-both", [START, *block(0, {"type": "tool_use", "id": "toolu_a", "name": "get_weather", "input": {"city": "Oslo", "days": 3}}, {"type": "input_json_delta", "partial_json": OSLO}), stopped("tool_use"), STOP])
messages("deltas-numbered-apart", [START, *text(0, "I look."), *({**e, "index": e["index"] + (5 if e["type"] != "content_block_start" else 0)} for e in tool_use(1, "toolu_a", OSLO)), stopped("tool_use"), STOP])
messages("start-told-twice", [START, *list(tool_use(0, "toolu_a"))[:1], *tool_use(0, "toolu_a", OSLO), stopped("tool_use"), STOP])
messages("types-missing", [START, *({**e, **({"delta": {k: v for k, v in e["delta"].items() if k != "type"}} if "delta" in e else {})} for e in [*text(0, "I look."), *tool_use(1, "toolu_a", OSLO)]), stopped("tool_use"), STOP])
messages("signature-in-pieces", [START, *block(0, {"type": "thinking", "thinking": "", "signature": ""}, {"type": "thinking_delta", "thinking": "Hm."}, {"type": "signature_delta", "signature": "c2"}, {"type": "signature_delta", "signature": "ln"}), *text(1, "Rain."), stopped("end_turn"), STOP])


def messages_body(name, content, reason):
    body = {**START["message"], "content": content, "stop_reason": reason, "usage": {"input_tokens": 20, "output_tokens": 30, "service_tier": "standard"}}
    write(f"messages-{name}.json", "messages", json.dumps(body, indent=1) + "\n")


messages_body("body", [{"type": "thinking", "thinking": "Hm.", "signature": "c2ln"}, {"type": "text", "text": "I look."}, {"type": "tool_use", "id": "toolu_a", "name": "get_weather", "input": {"city": "Oslo", "days": 3}}], "tool_use")
messages_body("body-of-text", "Rain.", "end_turn")
messages_body("body-unsigned", [{"type": "thinking", "thinking": "Hm."}, {"type": "text", "text": "Rain."}], "end_turn")
messages_body("body-typed", [{"type": "tool_use", "id": "toolu_a", "name": "get_weather", "input": {"city": "Oslo", "days": "3"}}], "tool_use")


# ---- Responses -----------------------------------------------------------------------------------------------------

RESPONSE = {"id": "resp_1", "object": "response", "created_at": 1790000000, "model": "gpt-m", "status": "in_progress", "output": [], "error": None,
            "incomplete_details": None, "instructions": None, "metadata": {}, "parallel_tool_calls": True, "tools": [], "tool_choice": "auto", "temperature": 1, "top_p": 1, "usage": None}
R_USAGE = {"input_tokens": 40, "input_tokens_details": {"cached_tokens": 8}, "output_tokens": 12, "output_tokens_details": {"reasoning_tokens": 4}, "total_tokens": 52}


def r_message(at, id, words):
    item = {"type": "message", "id": id, "status": "completed", "role": "assistant", "content": [{"type": "output_text", "text": words, "annotations": []}]}
    part = {"type": "output_text", "text": words, "annotations": []}
    yield {"type": "response.output_item.added", "output_index": at, "item": {**item, "status": "in_progress", "content": []}}
    yield {"type": "response.content_part.added", "item_id": id, "output_index": at, "content_index": 0, "part": {**part, "text": ""}}
    for piece in (words[:4], words[4:]):
        yield {"type": "response.output_text.delta", "item_id": id, "output_index": at, "content_index": 0, "delta": piece}
    yield {"type": "response.output_text.done", "item_id": id, "output_index": at, "content_index": 0, "text": words}
    yield {"type": "response.content_part.done", "item_id": id, "output_index": at, "content_index": 0, "part": part}
    yield {"type": "response.output_item.done", "output_index": at, "item": item}


def r_call(at, id, call_id, arguments):
    item = {"type": "function_call", "id": id, "call_id": call_id, "name": "get_weather", "arguments": arguments, "status": "completed"}
    yield {"type": "response.output_item.added", "output_index": at, "item": {**item, "arguments": "", "status": "in_progress"}}
    for piece in (arguments[:5], arguments[5:]):
        yield {"type": "response.function_call_arguments.delta", "item_id": id, "output_index": at, "delta": piece}
    yield {"type": "response.function_call_arguments.done", "item_id": id, "output_index": at, "arguments": arguments}
    yield {"type": "response.output_item.done", "output_index": at, "item": item}


def r_reasoning(at, id, words, encrypted):
    item = {"type": "reasoning", "id": id, "summary": [{"type": "summary_text", "text": words}], "encrypted_content": encrypted}
    where = {"item_id": id, "output_index": at, "summary_index": 0}
    yield {"type": "response.output_item.added", "output_index": at, "item": {**item, "summary": []}}
    yield {"type": "response.reasoning_summary_part.added", **where, "part": {"type": "summary_text", "text": ""}}
    yield {"type": "response.reasoning_summary_text.delta", **where, "delta": words}
    yield {"type": "response.reasoning_summary_text.done", **where, "text": words}
    yield {"type": "response.reasoning_summary_part.done", **where, "part": {"type": "summary_text", "text": words}}
    yield {"type": "response.output_item.done", "output_index": at, "item": item}


def responses(name, events, status="completed", tail="", status_=None, **more):
    events = list(events)
    output = [e["item"] for e in events if e["type"] == "response.output_item.done"]
    all = [{"type": "response.created", "response": RESPONSE}, {"type": "response.in_progress", "response": RESPONSE}, *events]
    if status:
        all.append({"type": f"response.{status}", "response": {**RESPONSE, "status": status_ or status, "output": output, "usage": R_USAGE, **more}})
    lines = (f"event: {e['type']}\ndata: {compact({'type': e['type'], 'sequence_number': n, **e})}\n\n" for n, e in enumerate(all))
    write(f"responses-{name}.sse", "responses", "".join(lines) + tail)


responses("text", r_message(0, "msg_1", "Rain in Oslo."))
responses("reasoning-and-calls", [*r_reasoning(0, "rs_1", "It asks.", "ZW5j"), *r_message(1, "msg_1", "I look."), *r_call(2, "fc_1", "call_a", OSLO), *r_call(3, "fc_2", "call_b", ROME)])
responses("broken-arguments", [*r_call(0, "fc_1", "call_a", '{"city":"Oslo","days":"3"')])
responses("cut-off", [*r_message(0, "msg_1", "I look."), *list(r_call(1, "fc_1", "call_a", OSLO))[:2]], "incomplete", incomplete_details={"reason": "max_output_tokens"})
responses("hosted-tool", [{"type": "response.output_item.added", "output_index": 0, "item": {"type": "web_search_call", "id": "ws_1", "status": "in_progress"}},
                          {"type": "response.web_search_call.searching", "output_index": 0, "item_id": "ws_1"},
                          {"type": "response.output_item.done", "output_index": 0, "item": {"type": "web_search_call", "id": "ws_1", "status": "completed", "action": {"type": "search", "query": "rain"}}},
                          *r_message(1, "msg_1", "Rain.")])
responses("error-failed", list(r_message(0, "msg_1", "Rain."))[:3], "failed", error={"code": "server_error", "message": "The model failed"})
responses("broken-off", list(r_message(0, "msg_1", "Rain."))[:3], None)

ALL = [*r_message(0, "msg_1", "I look."), *r_call(1, "fc_1", "call_a", OSLO), *r_call(2, "fc_2", "call_b", ROME)]
responses("ids-made-up-anew", [{**e, **({"item_id": f"id_{n}"} if "item_id" in e else {"item": {**e["item"], "id": f"id_{n}"}})} for n, e in enumerate(ALL)])
responses("places-missing", [{**{k: v for k, v in e.items() if k not in ("item_id", "output_index")}, **({"item": {k: v for k, v in e["item"].items() if k != "id"}} if "item" in e else {})} for e in ALL])
responses("place-as-text", [{**e, "output_index": str(e["output_index"])} for e in ALL])
responses("content-in-added", [{"type": "response.output_item.added", "output_index": 0, "item": done_item} for done_item in [ALL[6]["item"]]] + [ALL[6]])
responses("reasoning-part", [{"type": "response.output_item.added", "output_index": 0, "item": {"type": "reasoning", "id": "rs_1", "summary": []}},
                             {"type": "response.reasoning_part.added", "item_id": "rs_1", "output_index": 0, "content_index": 0, "part": {"type": "reasoning_text", "text": ""}},
                             {"type": "response.reasoning_text.delta", "item_id": "rs_1", "output_index": 0, "content_index": 0, "delta": "It asks."},
                             {"type": "response.reasoning_part.done", "item_id": "rs_1", "output_index": 0, "content_index": 0, "part": {"type": "reasoning_text", "text": "It asks."}},
                             {"type": "response.output_item.done", "output_index": 0, "item": {"type": "reasoning", "id": "rs_1", "summary": [], "content": [{"type": "reasoning_text", "text": "It asks."}]}},
                             *r_message(1, "msg_1", "Rain.")])
responses("usage-incomplete", [*r_message(0, "msg_1", "Rain.")], usage={"prompt_tokens": 40})
responses("part-index-missing", [{k: v for k, v in e.items() if k not in ("summary_index", "content_index")} for e in [*r_reasoning(0, "rs_1", "It asks.", "ZW5j"), *r_message(1, "msg_1", "Rain.")]])
responses("done-for-the-end", [*r_message(0, "msg_1", "Rain.")], None, tail="data: [DONE]\n\n")
responses("error-bare", list(r_message(0, "msg_1", "Rain."))[:3], None, tail='data: {"error":{"message":"upstream is gone","code":500}}\n\n')


NOW = {"type": "function_call", "id": "fc_x", "name": "now", "arguments": "{}", "status": "completed"}


def without(events, *keys):
    return [{**e, **({"item": {k: v for k, v in e["item"].items() if k not in keys}} if "item" in e else {})} for e in events]


responses("one-id-for-two", [*r_call(0, "fc_x", "call_a", OSLO), *r_call(1, "fc_x", "call_b", ROME)])
responses("one-place-for-two", [*r_call(0, "fc_1", "call_a", OSLO), *r_call(0, "fc_2", "call_b", ROME)])
responses("one-id-and-no-call-id", [*without(r_call(0, "fc_x", "", OSLO), "call_id"), {"type": "response.output_item.added", "output_index": 1, "item": {**NOW, "arguments": ""}},
                                    {"type": "response.output_item.done", "output_index": 1, "item": NOW}])
responses("places-from-one", [{**e, "output_index": e["output_index"] + 1} for e in without([*r_call(0, "", "call_a", OSLO), *r_call(1, "", "call_b", ROME)], "id")])
responses("ended-as-completed-but-cut-off", [*list(r_call(0, "fc_1", "call_a", OSLO))[:2]], "incomplete", status_="completed")
responses("only-in-the-end", [e for e in [*r_message(0, "msg_1", "I look."), *r_call(1, "fc_1", "call_a", OSLO)] if e["type"] == "response.output_item.done"])
responses("empty-object-at-the-end", [{**e, **({"item": {**e["item"], "arguments": "{}"}} if e["type"] == "response.output_item.done" else {}), **({"arguments": "{}"} if e["type"].endswith("arguments.done") else {})} for e in r_call(0, "fc_1", "call_a", OSLO)])


def responses_body(name, output, status="completed", **more):
    body = {**RESPONSE, "status": status, "output": output, "usage": R_USAGE, **more}
    write(f"responses-{name}.json", "responses", json.dumps(body, indent=1) + "\n")


def done(events):
    return [e["item"] for e in events if e["type"] == "response.output_item.done"]


responses_body("body", done([*r_reasoning(0, "rs_1", "Hm.", "ZW5j"), *r_message(1, "msg_1", "I look."), *r_call(2, "fc_1", "call_a", OSLO)]))
responses_body("body-broken-call", done(r_call(0, "fc_1", "call_a", "{city: 'Oslo'}")))
responses_body("body-custom", [{"type": "custom_tool_call", "id": "ctc_1", "call_id": "call_a", "name": "run", "input": "print('rain')\n", "status": "completed"}])
responses_body("body-cut-off", done(r_message(0, "msg_1", "Rain")), "incomplete", incomplete_details={"reason": "max_output_tokens"})
responses_body("body-of-text", [{"type": "message", "id": "msg_1", "role": "assistant", "status": "completed", "content": "Rain."}, None])
responses_body("body-call-incomplete", [{**item, "arguments": '{"city":"Oslo"', "status": "incomplete"} for item in done(r_call(0, "fc_1", "call_a", OSLO))])

# ---- words, names and shapes of other servers ----------------------------------------------------------------------

WHOLE_BUT_FOR_THE_BRACE = '{"city":"Oslo","days":3'
for word in ("odd", "network_error", "MALFORMED_FUNCTION_CALL", "content_filter: SAFETY"):
    name = "".join(c if c.isalnum() else "-" for c in word.lower()).replace("--", "-")
    chat(f"half-a-call-ends-as-{name}", [ROLE, call(WHOLE_BUT_FOR_THE_BRACE, 0, "call_a", "get_weather"), end_of_calls(word)])
messages("half-a-call-ends-as-odd", [START, *tool_use(0, "toolu_a", WHOLE_BUT_FOR_THE_BRACE), stopped("odd"), STOP])
responses("half-a-call-ends-as-odd", [*list(r_call(0, "fc_1", "call_a", WHOLE_BUT_FOR_THE_BRACE))[:3]], status_="odd")
chat("text-ends-as-odd", [ROLE, chunk({"content": "Rain"}), chunk({}, "odd")])
chat("finish-as-object", [ROLE, chunk({"content": "Rain"}), chunk({}, {"type": "length", "length": 1})])
for name in ("functions.get_weather", "default_api.get_weather", "get_weather:0", "get_weather<|channel|>commentary"):
    stem = name.replace("get_weather", "").strip(":.").replace("<|", "").replace("|>", "-") or "nothing"
    chat(f"name-with-{stem.replace('_', '-')}", [ROLE, call(OSLO, 0, "call_a", name), end_of_calls()])
chat("index-counts-pieces", [ROLE, call("", 0, "call_a", "get_weather"), call('{"city":', 1, "call_a"), call('"Oslo"}', 2, "call_a"), end_of_calls()])
chat("members-in-later-chunks", [ROLE, chunk({"content": "I look."}, service_tier="default"), call(OSLO, 0, "call_a", "get_weather"), {**end_of_calls(), "generationId": "gen_1"}])
chat("first-chunk-without-delta", [{**chunk(), "choices": [{"index": 0, "finish_reason": None}]}, chunk({"content": "Rain."}), chunk({}, "stop")])
chat("reasoning-of-copilot", [ROLE, chunk({"reasoning_text": "It asks"}), chunk({"reasoning_text": " for rain."}), chunk({"content": "Rain."}), chunk({}, "stop")])
chat("reasoning-of-ollama", [ROLE, chunk({"thinking": "It asks."}), chunk({"content": "Rain."}), chunk({}, "stop")])
chat("text-of-a-choice", [{**chunk(), "choices": [{"index": 0, "text": "Rain", "finish_reason": None}]}, {**chunk(), "choices": [{"index": 0, "text": ".", "finish_reason": "stop"}]}])
chat("begun-anew", [ROLE, call('{"city":"Os', 0, "call_a", "get_weather"), {**ROLE, "id": "chatcmpl-2"}, {**call(OSLO, 0, "call_b", "get_weather"), "id": "chatcmpl-2"}, {**end_of_calls(), "id": "chatcmpl-2"}])
chat("one-line-end-between-events", [ROLE, chunk({"content": "Rain."}), chunk({}, "stop")], line="data: {}\n", end="data: [DONE]\n")
chat("events-within-data", [ROLE, chunk({"content": "Rain."}), chunk({}, "stop")], line="data: data: {}\n\n")
write("chat-events-as-texts.sse", "chat", "".join(f"data: {json.dumps(compact(c))}\n\n" for c in [ROLE, chunk({"content": "Rain."}), chunk({}, "stop")]) + "data: [DONE]\n\n")
write("chat-error-line.sse", "chat", f'data: {compact(ROLE)}\n\nerror: {{"code":500,"message":"upstream is gone","type":"server_error"}}\n\n')
write("messages-of-chat.sse", "messages", "".join(f"data: {compact(c)}\n\n" for c in [ROLE, chunk({"content": "Rain."}), chunk({}, "stop")]) + "data: [DONE]\n\n")
write("messages-exception.sse", "messages", 'event: exception\ndata: {"message":"Too many tokens, please wait","__type":"ThrottlingException"}\n\n')
write("responses-of-chat.sse", "responses", "".join(f"data: {compact(c)}\n\n" for c in [ROLE, chunk({"content": "Rain."}), chunk({}, "stop")]) + "data: [DONE]\n\n")
messages("deltas-in-other-words", [START, *block(0, {"type": "thinking", "thinking": ""}, {"type": "reasoning_content_delta", "reasoning_content": "It asks."}, {"type": "signature_delta", "signature": "c2ln"}),
                                   *block(1, {"type": "text", "text": ""}, {"type": "text_delta", "content": "I look."}),
                                   *block(2, {"type": "tool_use", "id": "toolu_a", "name": "get_weather", "input": {}}, {"type": "input_json_delta", "input": OSLO}), stopped("tool_use"), STOP])
messages("stop-before-the-input", [START, *(use := list(tool_use(0, "toolu_a", '{"city":', '"Oslo"}')))[:2], stopped("tool_use"), *use[2:], STOP])
responses("another-id-at-the-end", [*r_message(0, "msg_1", "Rain.")], id="resp_2")
responses("error-of-response", [*list(r_message(0, "msg_1", "Rain."))[:3], {"type": "response.error", "error": {"code": "rate_limit_exceeded", "message": "Too many requests"}}], None)
chat_body("body-reasoning-only-closed", {"content": "It asks.\n</think>\n\nRain."}, "stop")
chat_body("body-half-a-character", {"content": "Rain \ud83d."}, "stop", ascii=True)
chat_body("body-in-two-choices", {"content": "I look."}, "tool_calls", choices=[
    {"message": {"role": "assistant", "content": "I look."}, "finish_reason": "tool_calls"},
    {"message": {"role": "assistant", "content": None, "tool_calls": [body_call(OSLO)]}, "finish_reason": "tool_calls"}])
chat_body("body-error-of-nothing", {"content": "Rain."}, "stop", error={"message": "", "type": "", "code": None})
chat_body("body-without-a-choice", {}, "stop", choices=[], prompt_feedback={"block_reason": "SAFETY"})

# ---- errors --------------------------------------------------------------------------------------------------------

ERRORS = {
    "openai": ("chat", 429, {"error": {"message": "Rate limit reached", "type": "rate_limit_error", "param": None, "code": "rate_limit_exceeded"}}),
    "anthropic": ("messages", 529, {"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}, "request_id": "req_1"}),
    "flat": ("chat", 400, {"code": "Client specified an invalid argument", "error": "Incorrect key"}),
    "detail": ("chat", 401, {"detail": "Invalid key"}),
    "list": ("chat", 400, [{"error": {"code": 400, "message": "Key not valid", "status": "INVALID_ARGUMENT"}}]),
    "with-200": ("chat", 200, {"error": {"code": 502, "message": "Provider returned error"}}),
    "base-resp": ("chat", 200, {"base_resp": {"status_code": 1004, "status_msg": "login fail"}}),
    "details": ("chat", 422, {"error": {"code": "Invalid input", "message": "invalid input error", "details": [{"loc": ["body"]}]}}),
    "object": ("chat", 200, {"object": "error", "message": "No such model", "type": "NotFoundError", "code": 404}),
    "message": ("messages", 200, {"message": "upstream is gone", "code": 503}),
    "code-as-text": ("chat", 200, {"error": {"message": "rate", "code": "429"}}),
    "status-word": ("chat", 200, {"error": {"message": "Quota exceeded", "status": "RESOURCE_EXHAUSTED"}}),
    "fault": ("messages", 401, {"fault": {"faultstring": "Invalid ApiKey", "detail": {"errorcode": "oauth.v2.InvalidApiKey"}}}),
    "texts": ("chat", 400, {"errors": ["model is required"]}),
    "responses": ("responses", 404, {"error": {"message": "No such model", "type": "invalid_request_error", "param": "model", "code": "model_not_found"}}),
}
for name, (protocol, status, body) in ERRORS.items():
    write(f"error-{name}.json", protocol, json.dumps(body, indent=1) + "\n", status, tools=False)
write("error-html.json", "chat", "<html><body>502 Bad Gateway</body></html>\n", 502, tools=False)

(FOLDER / "index.tsv").write_text("\n".join(INDEX) + "\n")
