#!/usr/bin/env python3
"""Makes version1.db: a store as version 1 of the schema made it, with rows that knew no reasoning_content.

Run once; the file it made is kept, since version 1 is what old files are, whatever the program does today.
"""

import os
import sqlite3

TABLES = """
CREATE TABLE schema_version(version INTEGER NOT NULL) STRICT;
INSERT INTO schema_version VALUES (1);
CREATE TABLE totals(
  name TEXT PRIMARY KEY, bytes INTEGER NOT NULL, last_number INTEGER NOT NULL) STRICT, WITHOUT ROWID;
INSERT INTO totals VALUES ('calls', 150, 1), ('responses', 0, 0);
CREATE TABLE calls(
  number INTEGER PRIMARY KEY, time INTEGER NOT NULL, bytes INTEGER NOT NULL, model TEXT NOT NULL,
  tool TEXT NOT NULL, outcome TEXT NOT NULL, fate TEXT NOT NULL, provider TEXT NOT NULL,
  request_id TEXT NOT NULL, key_name TEXT NOT NULL, upstream TEXT NOT NULL, call_id TEXT NOT NULL,
  error TEXT, fixes TEXT, arguments TEXT, raw TEXT NOT NULL) STRICT;
CREATE TABLE responses(
  number INTEGER PRIMARY KEY, time INTEGER NOT NULL, bytes INTEGER NOT NULL, owner TEXT NOT NULL,
  id TEXT NOT NULL, body TEXT NOT NULL, input TEXT NOT NULL) STRICT;
CREATE UNIQUE INDEX response_ids ON responses(owner, id);
CREATE INDEX response_times ON responses(time);
CREATE TABLE response_items(
  response INTEGER NOT NULL REFERENCES responses(number) ON DELETE CASCADE, place INTEGER NOT NULL,
  owner TEXT NOT NULL, item_id TEXT NOT NULL, PRIMARY KEY(response, place)) STRICT, WITHOUT ROWID;
CREATE INDEX response_item_ids ON response_items(owner, item_id, response);
CREATE TABLE conversation_history(
  number INTEGER PRIMARY KEY, session TEXT NOT NULL, time INTEGER NOT NULL, role TEXT NOT NULL,
  content TEXT NOT NULL, payload TEXT NOT NULL) STRICT;
CREATE INDEX conversation_sessions ON conversation_history(session, number);
"""

HISTORY = [
    ("user", "How many files are here?", '{"role": "user", "content": "How many files are here?"}'),
    ("assistant", "", '{"role": "assistant", "tool_calls": [{"id": "call_1", "type": "function", '
                      '"function": {"name": "list", "arguments": "{\\"path\\": \\".\\"}"}}]}'),
    ("tool", "12 files", '{"role": "tool", "tool_call_id": "call_1", "content": "12 files"}'),
]

target = os.path.join(os.path.dirname(os.path.abspath(__file__)), "version1.db")
if os.path.exists(target):
    os.remove(target)
database = sqlite3.connect(target)
database.execute("PRAGMA page_size = 512")  # small: it is kept in the repository
database.executescript(TABLES)
database.execute(
    "INSERT INTO calls VALUES (1, 1767225600000000, 150, 'gpt-4.1-mini', 'list', 'ok', 'released', 'openai', "
    "'req_1', 'team-a', 'main', 'call_1', NULL, NULL, NULL, ?)", ('{"path": "."}',))
for number, (role, content, payload) in enumerate(HISTORY, start=1):
    database.execute("INSERT INTO conversation_history VALUES (?, 'session-1', ?, ?, ?, ?)",
                     (number, 1767225600000000 + number, role, content, payload))
database.commit()
database.close()
