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
    write(f"chat-{name}.sse", "chat", "".join(line.format(compact(c)) for c in chunks) + end)


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


def chat_body(name, message, finish, **more):
    body = {"id": "chatcmpl-2", "object": "chat.completion", "created": 1790000000, "model": "m", "service_tier": "default",
            "choices": [{"index": 0, "message": {"role": "assistant", **message}, "logprobs": None, "finish_reason": finish}], "usage": USAGE, **more}
    write(f"chat-{name}.json", "chat", json.dumps(body, ensure_ascii=False, indent=1) + "\n")


def body_call(arguments, id="call_a", name="get_weather", **more):
    return {"id": id, "type": "function", "function": {"name": name, "arguments": arguments}, **more}


chat_body("body-text", {"content": "Rain.", "refusal": None, "annotations": []}, "stop")
chat_body("body-call", {"content": None, "tool_calls": [body_call(OSLO), body_call(ROME, "call_b")]}, "tool_calls")
chat_body("body-broken-call", {"content": "Let me look.", "audio": None, "x": {"kept": True}, "tool_calls": [body_call("```json\n{'city': 'Oslo'}\n```")]}, "stop")
chat_body("body-ids", {"content": "", "reasoning_content": "Hm.", "tool_calls": [body_call(OSLO, "functions.get_weather:0")]}, "tool_calls")
chat_body("body-cut-off", {"content": "", "tool_calls": [body_call('{"city":"Osl')]}, "length")
chat_body("body-think", {"content": "<think>\nHm.\n</think>\n\nRain."}, "stop")


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


def messages(name, events, named=True):
    lines = "".join((f"event: {e['type']}\n" if named else "") + f"data: {compact(e)}\n\n" for e in events)
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


def messages_body(name, content, reason):
    body = {**START["message"], "content": content, "stop_reason": reason, "usage": {"input_tokens": 20, "output_tokens": 30, "service_tier": "standard"}}
    write(f"messages-{name}.json", "messages", json.dumps(body, indent=1) + "\n")


messages_body("body", [{"type": "thinking", "thinking": "Hm.", "signature": "c2ln"}, {"type": "text", "text": "I look."}, {"type": "tool_use", "id": "toolu_a", "name": "get_weather", "input": {"city": "Oslo", "days": 3}}], "tool_use")
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


def responses(name, events, status="completed", **more):
    events = list(events)
    output = [e["item"] for e in events if e["type"] == "response.output_item.done"]
    all = [{"type": "response.created", "response": RESPONSE}, {"type": "response.in_progress", "response": RESPONSE}, *events]
    if status:
        all.append({"type": f"response.{status}", "response": {**RESPONSE, "status": status, "output": output, "usage": R_USAGE, **more}})
    lines = (f"event: {e['type']}\ndata: {compact({'type': e['type'], 'sequence_number': n, **e})}\n\n" for n, e in enumerate(all))
    write(f"responses-{name}.sse", "responses", "".join(lines))


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


def responses_body(name, output, status="completed", **more):
    body = {**RESPONSE, "status": status, "output": output, "usage": R_USAGE, **more}
    write(f"responses-{name}.json", "responses", json.dumps(body, indent=1) + "\n")


def done(events):
    return [e["item"] for e in events if e["type"] == "response.output_item.done"]


responses_body("body", done([*r_reasoning(0, "rs_1", "Hm.", "ZW5j"), *r_message(1, "msg_1", "I look."), *r_call(2, "fc_1", "call_a", OSLO)]))
responses_body("body-broken-call", done(r_call(0, "fc_1", "call_a", "{city: 'Oslo'}")))
responses_body("body-custom", [{"type": "custom_tool_call", "id": "ctc_1", "call_id": "call_a", "name": "run", "input": "print('rain')\n", "status": "completed"}])
responses_body("body-cut-off", done(r_message(0, "msg_1", "Rain")), "incomplete", incomplete_details={"reason": "max_output_tokens"})

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
    "responses": ("responses", 404, {"error": {"message": "No such model", "type": "invalid_request_error", "param": "model", "code": "model_not_found"}}),
}
for name, (protocol, status, body) in ERRORS.items():
    write(f"error-{name}.json", protocol, json.dumps(body, indent=1) + "\n", status, tools=False)
write("error-html.json", "chat", "<html><body>502 Bad Gateway</body></html>\n", 502, tools=False)

(FOLDER / "index.tsv").write_text("\n".join(INDEX) + "\n")
