-- wrk plays clients in tool loops that drop what the model thought. BENCH_PIECES holds what requests are made of, with
-- %MARK% and %NEXT% for the mark of a turn and of the turn after it: what stands before a loop, its question, a round
-- (a call and its result), what stands behind it. Conversations take turns: so many questions, then so many first rounds ..,
-- so that a reply has come long before the next request of its conversation goes out.
local CONVERSATIONS, ROUNDS = 2000, 5

local pieces = {}
local file = assert(io.open(os.getenv("BENCH_PIECES"), "rb"))
for piece in file:read("*a"):gmatch("[^\1]+") do pieces[#pieces + 1] = piece end
file:close()
local before, question, round, behind = unpack(pieces)
local first = tonumber(os.getenv("BENCH_FIRST"))

-- As dialogue.py does it: 24 letters and digits in no order. Numbers are doubles, so factors are taken in two halves.
local function times(a, b) -- modulo 2^32
  local high = math.floor(a / 65536)
  return (((high * b) % 65536) * 65536 + (a % 65536) * b) % 4294967296
end
local function mark(conversation, turn)
  local text = ""
  for _, factor in ipairs({ 2654435761, 2246822519, 3266489917 }) do
    local value = times(conversation * 8 + turn + 1, factor)
    text = text .. bit.tohex(bit.bxor(value, bit.rshift(value, 15)))
  end
  return text
end

local function filled(piece, conversation, turn)
  return (piece:gsub("%%MARK%%", mark(conversation, turn)):gsub("%%NEXT%%", mark(conversation, turn + 1)))
end

wrk.method = "POST"
wrk.headers["Content-Type"] = "application/json"
wrk.headers["Authorization"] = "Bearer sk-bench"

local sent = 0
function request()
  local turn = math.floor(sent / CONVERSATIONS) % ROUNDS
  local conversation = first + math.floor(sent / (CONVERSATIONS * ROUNDS)) * CONVERSATIONS + sent % CONVERSATIONS
  sent = sent + 1
  local parts = { before, filled(question, conversation, 1) }
  for done = 1, turn do parts[#parts + 1] = filled(round, conversation, done) end
  parts[#parts + 1] = behind
  return wrk.format(nil, nil, nil, table.concat(parts))
end

function done(summary, latency)
  local errors = summary.errors
  print(string.format('RESULT {"requests": %d, "seconds": %f, "failed": %d, "p50_us": %d, "p99_us": %d}',
    summary.requests, summary.duration / 1e6,
    errors.connect + errors.read + errors.write + errors.status + errors.timeout,
    latency:percentile(50), latency:percentile(99)))
end
