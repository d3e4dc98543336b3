-- wrk posts what BENCH_REQUEST holds (JSON) with the headers of BENCH_HEADERS ("name: value" lines), and tells what it
-- saw as one line of JSON.
local function contents(path)
  local file = assert(io.open(path, "rb"))
  local text = file:read("*a")
  file:close()
  return text
end

wrk.method = "POST"
wrk.body = contents(os.getenv("BENCH_REQUEST"))
for name, value in contents(os.getenv("BENCH_HEADERS")):gmatch("([^:\n]+): ([^\n]+)") do
  wrk.headers[name] = value
end

function done(summary, latency)
  local errors = summary.errors
  print(string.format('RESULT {"requests": %d, "seconds": %f, "failed": %d, "p50_us": %d, "p99_us": %d}',
    summary.requests, summary.duration / 1e6,
    errors.connect + errors.read + errors.write + errors.status + errors.timeout,
    latency:percentile(50), latency:percentile(99)))
end
