"""What is asked and what is answered: about 1 KB each, as agents and models write it."""

import json

TOOL = {
    "type": "function",
    "function": {
        "name": "edit_file",
        "description": "Replaces one passage of a file. The passage must stand in the file exactly once.",
        "parameters": {
            "type": "object",
            "properties": {
                "path": {"type": "string", "description": "relative to the project"},
                "old_text": {"type": "string", "description": "what is replaced"},
                "new_text": {"type": "string", "description": "what it is replaced with"},
                "line": {"type": "integer", "description": "where it begins"},
                "create": {"type": "boolean", "description": "make the file if there is none"},
            },
            "required": ["path", "old_text", "new_text"],
            "additionalProperties": False,
        },
    },
}
ARGUMENTS = {
    "path": "src/report/totals.py",
    "old_text": "    for row in rows:\n        total += row['amount']\n",
    "new_text": "    for row in rows:\n        if row['state'] != \"void\":\n            total += row['amount']\n",
    "line": 41,
    "create": False,
}
EVENTS = 200


def request(model, stream):
    return json.dumps({
        "model": model,
        "messages": [
            {"role": "system", "content": "You are a careful programmer. Change as little as you can."},
            {"role": "user", "content": "Totals count void rows. Please mend src/report/totals.py."},
        ],
        "tools": [TOOL],
        "stream": stream,
    })


def body():
    """A reply with a call that fits its declaration."""
    call = {"id": "call_8hK2mQ", "type": "function",
            "function": {"name": "edit_file", "arguments": json.dumps(ARGUMENTS)}}
    note = "The loop adds every row. I will leave out those whose state is void, and touch nothing else in the file. "
    return json.dumps({
        "id": "chatcmpl-9f31c2", "object": "chat.completion", "created": 1760000000, "model": "bench",
        "choices": [{"index": 0, "message": {"role": "assistant", "content": None, "reasoning_content": note * 3,
                                             "tool_calls": [call]}, "finish_reason": "tool_calls"}],
        "usage": {"prompt_tokens": 312, "completion_tokens": 148, "total_tokens": 460},
    })


def events():
    """A stream of EVENTS events, [DONE] not counted: text, then the call in pieces, then the finish."""
    def event(delta, finish=None):
        chunk = {"id": "chatcmpl-9f31c2", "object": "chat.completion.chunk", "created": 1760000000, "model": "bench",
                 "choices": [{"index": 0, "delta": delta, "finish_reason": finish}]}
        return f"data: {json.dumps(chunk, separators=(',', ':'))}\n\n"

    arguments = json.dumps(ARGUMENTS)
    pieces = [arguments[i:i + 8] for i in range(0, len(arguments), 8)]
    blocks = [event({"role": "assistant", "content": ""})]
    words = EVENTS - len(pieces) - 3
    blocks += [event({"content": f" word{i}"}) for i in range(words)]
    blocks.append(event({"tool_calls": [{"index": 0, "id": "call_8hK2mQ", "type": "function",
                                         "function": {"name": "edit_file", "arguments": ""}}]}))
    blocks += [event({"tool_calls": [{"index": 0, "function": {"arguments": piece}}]}) for piece in pieces]
    blocks.append(event({}, "tool_calls"))
    assert len(blocks) == EVENTS
    return "".join(blocks) + "data: [DONE]\n\n"
