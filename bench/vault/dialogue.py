"""What the clients of `./dev bench vault` ask and what the model answers: an agent's tool loop, about 10 KB a request."""

import json

MODEL = "deepseek-v4-bench-marked"  # a model that wants its reasoning back; the upstream knows the end of the name
BLANK = "#" * 24  # here the upstream puts the mark of the request
WARM = "w0n" + "0" * 21  # the mark of the turn that all conversations have in common

NOTE = "The loop adds every row. Void rows must not count, so I look at the state of each before it is added. "
ARGUMENTS = {
    "path": "src/report/totals.py",
    "old_text": "    for row in rows:\n        total += row['amount']\n",
    "new_text": "    for row in rows:\n        if row['state'] != \"void\":\n            total += row['amount']\n",
    "line": 41,
}
RESULT = "replaced 1 passage of src/report/totals.py\n" + "".join(
    f"{line:4d}      total += row['amount']  # row {line} of the report\n" for line in range(30, 50))
SYSTEM = "You are a careful programmer. Change as little as you can, and say why. " * 25


def tool(name):
    text = {"type": "string", "description": "a text, as it stands in the file"}
    return {"type": "function", "function": {
        "name": name, "description": f"{name.replace('_', ' ')}: one of the tools that an agent has. It needs a path.",
        "parameters": {"type": "object", "required": ["path"], "properties": {
            "path": text, "old_text": text, "new_text": text, "line": {"type": "integer"}}}}}


TOOLS = [tool(name) for name in ("edit_file", "read_file", "list_files", "search_files", "run_tests", "move_file",
                                 "remove_file", "ask_user")]


def call(mark):
    return {"id": f"call_00_{mark}", "type": "function",
            "function": {"name": "edit_file", "arguments": json.dumps(ARGUMENTS)}}


def one_round(mark, following):
    """What the client sends back of a turn: the call without what was thought, and its result."""
    return [{"role": "assistant", "content": "", "tool_calls": [call(mark)]},
            {"role": "tool", "tool_call_id": f"call_00_{mark}", "content": f"{RESULT}mark-{following}"}]


def user(mark):
    return {"role": "user", "content": f"Totals count void rows. Please mend src/report/totals.py. mark-{mark}"}


def texts(messages):
    return "".join("," + json.dumps(each) for each in messages)


def head(stream):
    system = json.dumps({"role": "system", "content": SYSTEM})
    return (f'{{"model":"{MODEL}","stream":{json.dumps(stream)},"tools":{json.dumps(TOOLS)},'
            f'"messages":[{system},{json.dumps(user(WARM))}')


def first_request(stream):
    """Makes the model think what all conversations begin with."""
    return head(stream) + "]}"


def pieces(stream):
    """For loops.lua."""
    answer = {"role": "assistant", "content": "Void rows no longer count."}
    return "\1".join([head(stream) + texts(one_round(WARM, WARM)) + texts([answer]), texts([user("%MARK%")]),
                      texts(one_round("%MARK%", "%NEXT%")), "]}"])


def mark(conversation, turn):
    """24 letters and digits in no order, as upstreams make ids: an index has them all over. As loops.lua does it."""
    text = ""
    for lane in range(3):
        value = (conversation * 8 + turn + 1) * (2654435761, 2246822519, 3266489917)[lane] % 2**32
        text += f"{value ^ (value >> 15):08x}"
    return text


def request(stream, conversation, turns):
    """With so many turns of its own behind it."""
    before, question, each, behind = pieces(stream).split("\1")

    def filled(piece, turn):
        return piece.replace("%MARK%", mark(conversation, turn)).replace("%NEXT%", mark(conversation, turn + 1))

    return before + filled(question, 1) + "".join(filled(each, 1 + turn) for turn in range(turns)) + behind


def body():
    return json.dumps({
        "id": "chatcmpl-9f31c2", "object": "chat.completion", "created": 1760000000, "model": MODEL,
        "choices": [{"index": 0, "finish_reason": "tool_calls",
                     "message": {"role": "assistant", "content": "", "reasoning_content": NOTE * 6,
                                 "tool_calls": [call(BLANK)]}}],
        "usage": {"prompt_tokens": 3120, "completion_tokens": 248, "total_tokens": 3368},
    })


def events():
    """The same as a stream, a few letters each."""
    def event(delta, finish=None):
        chunk = {"id": "chatcmpl-9f31c2", "object": "chat.completion.chunk", "created": 1760000000, "model": MODEL,
                 "choices": [{"index": 0, "delta": delta, "finish_reason": finish}]}
        return f"data: {json.dumps(chunk, separators=(',', ':'))}\n\n"

    thought, arguments = NOTE * 6, json.dumps(ARGUMENTS)
    whole = call(BLANK)
    start = {"index": 0, **whole, "function": {"name": whole["function"]["name"], "arguments": ""}}
    blocks = [event({"role": "assistant", "content": None, "reasoning_content": ""})]
    blocks += [event({"reasoning_content": thought[i:i + 6]}) for i in range(0, len(thought), 6)]
    blocks.append(event({"tool_calls": [start]}))
    blocks += [event({"tool_calls": [{"index": 0, "function": {"arguments": arguments[i:i + 6]}}]})
               for i in range(0, len(arguments), 6)]
    blocks.append(event({"content": ""}, "tool_calls"))
    return "".join(blocks) + "data: [DONE]\n\n"
