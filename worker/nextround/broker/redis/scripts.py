"""What the broker does in one step: scripts that run on the server, whole or not at all.

The line `#!lua` makes the server refuse the whole script, and not one command of it, when its memory is full; with
`allow-oom` it runs all the same. ENTER, COMMIT and BURY do, for they lead an event out: a broker that events have
filled would never be empty again. What they add beyond the limit is at most an answer for each event there by then.
"""

# COMMIT and BURY ask first whether the entry is still pending: that makes them harmless when the client repeats them,
# or two workers come with the same event. Both append to a stream first: a failing write leaves everything open.

LIBRARY = """
local function is_less(a, b)
  -- As text, for a number of Lua is exact up to 2^53 only.
  if #a ~= #b then return #a < #b end
  return a < b
end
local function earlier(a, b)
  local a1, a2 = string.match(a, '^(%d+)-(%d+)')
  local b1, b2 = string.match(b, '^(%d+)-(%d+)')
  if a1 ~= b1 then return is_less(a1, b1) end
  return is_less(a2, b2)
end
local function table_of(flat)
  local named = {}
  for i = 1, #flat, 2 do named[flat[i]] = flat[i + 1] or false end
  return named
end
local function groups_of(stream)
  local groups = {}
  if redis.call('EXISTS', stream) == 0 then return groups end
  for i, flat in ipairs(redis.call('XINFO', 'GROUPS', stream)) do groups[i] = table_of(flat) end
  return groups
end
"""
"""What scripts about streams share: which id is earlier, and the groups of a stream."""

COMPARE = "compare"
"""What COMMIT returns where the event was written without regard to the answer that is published: nothing was done."""

COMMIT = """#!lua flags=allow-oom
-- KEYS  1 tournament  2 in  3 out  4 order
-- ARGV  1 group  2 entry  3 event  4 final  5 round  6 revision  7 digest  8 reopen  9 seconds to remember
--       10 the mark of the earlier answer that the event was compared with, or nothing  11 what to keep of this one
--       12 seconds of work
local function acknowledge()
  redis.call('XACK', KEYS[2], ARGV[1], ARGV[2])
  redis.call('XDEL', KEYS[2], ARGV[2])
  redis.call('LREM', KEYS[4], 1, ARGV[2])
end

if #redis.call('XPENDING', KEYS[2], ARGV[1], ARGV[2], ARGV[2], 1) == 0 then return 'duplicate' end

if ARGV[4] == '0' then
  redis.call('XADD', KEYS[3], '*', 'ce', ARGV[3], 'seconds', ARGV[12])
  acknowledge()
  return 'committed'
end

local round, revision = tonumber(ARGV[5]), tonumber(ARGV[6])
local latest = tonumber(redis.call('HGET', KEYS[1], 'round') or '0')
local seen = redis.call('HGET', KEYS[1], 'r:' .. ARGV[5])
if seen then
  local seen_revision, seen_digest = string.match(seen, '^(%d+):([^:]*)')
  seen_revision = tonumber(seen_revision)
  if revision < seen_revision then return 'stale' end
  if revision == seen_revision then
    if seen_digest ~= ARGV[7] then return 'conflict' end
    acknowledge()
    return 'duplicate'
  end
end
if round < latest and ARGV[8] == '0' then return 'superseded' end

if (seen or '') ~= ARGV[10] then return 'compare' end

local published = redis.call('XADD', KEYS[3], '*', 'ce', ARGV[3], 'seconds', ARGV[12])
redis.call('HSET', KEYS[1], 'round', ARGV[5], 'r:' .. ARGV[5], ARGV[6] .. ':' .. ARGV[7] .. ':' .. published,
  'a:' .. ARGV[5], ARGV[11])
redis.call('EXPIRE', KEYS[1], ARGV[9])
acknowledge()
return 'committed'
"""

ENTER = """#!lua flags=allow-oom
-- KEYS  1 in  2… the order of each entry's tournament, or 1 where it has none
-- ARGV  1 group  2 the worker's consumer  3 the consumer of what nobody has taken in  4 seconds to remember an order
--       5… entries, in the order of the stream
-- Returns the entries before the last of these that nobody has taken in, and has then done nothing: an order is right
-- where all that came earlier is in it. Or else, for each entry, its deliveries and which one it is after, if any; 0
-- deliveries where it is not this worker's.
local function pending(entry)
  return redis.call('XPENDING', KEYS[1], ARGV[1], entry, entry, 1)[1]
end

local given = {}
for i = 5, #ARGV do given[ARGV[i]] = true end
local earlier = {}
for _, found in ipairs(redis.call('XPENDING', KEYS[1], ARGV[1], '-', ARGV[#ARGV], #ARGV + 100, ARGV[3])) do
  if not given[found[1]] then earlier[#earlier + 1] = found[1] end
end
if #earlier > 0 then return {earlier, {}} end

local verdicts = {}
for i = 5, #ARGV do
  local entry, order, after, deliveries = ARGV[i], KEYS[i - 3], '', 0
  local found = pending(entry)
  if found and (found[2] == ARGV[2] or found[2] == ARGV[3]) then
    -- What somebody deleted leaves the pending list here.
    local is_there = redis.call('XCLAIM', KEYS[1], ARGV[1], ARGV[2], 0, entry, 'JUSTID')[1]
    if is_there then deliveries = found[4] else found = nil end
  end
  -- Also where it is another worker's: what comes later must find it.
  if found and order ~= KEYS[1] then
    local place = redis.call('LPOS', order, entry)
    if not place then place = redis.call('RPUSH', order, entry) - 1 end
    redis.call('EXPIRE', order, ARGV[4])
    while place > 0 and after == '' do
      local before = redis.call('LINDEX', order, place - 1)
      if pending(before) then after = before else redis.call('LREM', order, 1, before) end
      place = place - 1
    end
  end
  verdicts[#verdicts + 1] = {deliveries, after}
end
return {{}, verdicts}
"""

BURY = """#!lua flags=allow-oom
-- KEYS  1 in  2 dead  3 out
-- ARGV  1 group  2 entry  3 reason  4 detail  5 most dead letters  6 event, or nothing to publish
--       7 most bytes of a field: of a longer one the beginning is kept, under another name, and never sent again
--       8 most bytes of all dead letters  9 SHA-256 of the body, where it is known
local pending = redis.call('XPENDING', KEYS[1], ARGV[1], ARGV[2], ARGV[2], 1)
if #pending == 0 then return 0 end
local time = redis.call('TIME')
local now = string.format('%.0f', time[1] * 1000 + math.floor(time[2] / 1000))
local came = string.match(ARGV[2], '^%d+')
local letter = {'reason', ARGV[3], 'detail', ARGV[4], 'entry', ARGV[2], 'deliveries', pending[1][4],
  'first', tonumber(came) < tonumber(now) and came or now, 'last', now}
local found = redis.call('XRANGE', KEYS[1], ARGV[2], ARGV[2])
if found[1] then
  -- Some hundred fields at most: more than Lua's stack holds must not make an entry that cannot be buried.
  for i = 1, math.min(#found[1][2], 200), 2 do
    local value = found[1][2][i + 1]
    local whole = #value <= tonumber(ARGV[7])
    letter[#letter + 1] = (whole and 'in.' or 'cut.') .. string.sub(found[1][2][i], 1, 200)
    letter[#letter + 1] = whole and value or string.sub(value, 1, 1000)
    if found[1][2][i] == 'ce' then
      for _, told in ipairs({'bytes', #value, 'sha256', ARGV[9]}) do letter[#letter + 1] = told end
    end
  end
end
redis.call('XADD', KEYS[2], 'MAXLEN', '~', ARGV[5], '*', unpack(letter))
-- Of all of them, for sizes differ; the last letter stays, whatever its size.
local size, count = redis.call('MEMORY', 'USAGE', KEYS[2], 'SAMPLES', 0), redis.call('XLEN', KEYS[2])
while size > tonumber(ARGV[8]) and count > 1 do
  local surplus = math.max(1, math.floor(count * (size - ARGV[8]) / size))
  redis.call('XTRIM', KEYS[2], 'MAXLEN', math.max(1, count - surplus))
  size, count = redis.call('MEMORY', 'USAGE', KEYS[2], 'SAMPLES', 0), redis.call('XLEN', KEYS[2])
end
if ARGV[6] ~= '' then redis.call('XADD', KEYS[3], '*', 'ce', ARGV[6]) end
redis.call('XACK', KEYS[1], ARGV[1], ARGV[2])
redis.call('XDEL', KEYS[1], ARGV[2])
return 1
"""

MOVE = """#!lua
-- KEYS  1 list  2 in  3 dead
-- ARGV  1 the message at the end of the list  2 its event, or nothing  3 what is wrong with it  4 most bytes of a field
if redis.call('LINDEX', KEYS[1], -1) ~= ARGV[1] then return 0 end
if ARGV[2] ~= '' then
  redis.call('XADD', KEYS[2], '*', 'ce', ARGV[2])
else
  local whole = #ARGV[1] <= tonumber(ARGV[4])
  local now = redis.call('TIME')[1] .. '000'
  redis.call('XADD', KEYS[3], '*', 'reason', 'not-a-task', 'detail', ARGV[3], 'entry', '0-0', 'deliveries', 0,
    'first', now, 'last', now,
    (whole and 'in.' or 'cut.') .. 'message', whole and ARGV[1] or string.sub(ARGV[1], 1, 1000))
end
redis.call('RPOP', KEYS[1])
return 1
"""

REPLAY = """#!lua
-- KEYS  1 dead  2 in
-- ARGV  1 letter
local found = redis.call('XRANGE', KEYS[1], ARGV[1], ARGV[1])
if not found[1] then return false end
local event = {}
for i = 1, #found[1][2], 2 do
  if string.sub(found[1][2][i], 1, 4) == 'cut.' then return false end
  local name = string.match(found[1][2][i], '^in%.(.*)$')
  if name then
    event[#event + 1] = name
    event[#event + 1] = found[1][2][i + 1]
  end
end
if #event == 0 then return false end
local entry = redis.call('XADD', KEYS[2], '*', unpack(event))
redis.call('XDEL', KEYS[1], ARGV[1])
return entry
"""

SHOW = """#!lua flags=allow-oom
-- KEYS  1 in  2 the key of a worker
-- ARGV  1 group  2 its consumer  3 what it shows  4 seconds
-- Workers are found by their consumers, which one that has read nothing so far has not got.
redis.call('XGROUP', 'CREATECONSUMER', KEYS[1], ARGV[1], ARGV[2])
redis.call('SET', KEYS[2], ARGV[3], 'EX', ARGV[4])
"""

FLOW = """#!lua flags=no-writes
-- KEYS  1 in  2 out  3 dead
local time = redis.call('TIME')
local oldest = redis.call('XRANGE', KEYS[1], '-', '+', 'COUNT', 1)[1]
local function groups(stream)
  return redis.call('EXISTS', stream) == 1 and redis.call('XINFO', 'GROUPS', stream) or {}
end
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local answer = redis.call('XRANGE', KEYS[2], '-', '+', 'COUNT', 1)[1]
local since = answer and now - string.match(answer[1], '^%d+') or 0
local readers, bytes = groups(KEYS[2]), {}
for _, group in ipairs(readers) do
  local idle = nil
  for _, consumer in ipairs(redis.call('XINFO', 'CONSUMERS', KEYS[2], group[2])) do
    if not idle or consumer[6] < idle then idle = consumer[6] end
  end
  group[#group + 1] = 'idle'
  group[#group + 1] = idle or since
end
for i, stream in ipairs(KEYS) do bytes[i] = redis.call('MEMORY', 'USAGE', stream, 'SAMPLES', 0) or 0 end
return {now, oldest and oldest[1] or '', redis.call('XLEN', KEYS[1]), groups(KEYS[1]),
  redis.call('XLEN', KEYS[2]), redis.call('XLEN', KEYS[3]), readers, bytes}
"""

LETTERS = """#!lua flags=no-writes
-- KEYS  1 dead
-- ARGV  1 how many, newest first
-- What the platform sent stays here: it may be large, and holds names.
local letters, upper = {}, '+'
for _ = 1, tonumber(ARGV[1]) do
  local found = redis.call('XREVRANGE', KEYS[1], upper, '-', 'COUNT', 1)[1]
  if not found then break end
  local size, told = 0, {}
  for i = 1, #found[2], 2 do
    if string.sub(found[2][i], 1, 3) == 'in.' then
      size = size + #found[2][i + 1]
    elseif string.sub(found[2][i], 1, 4) ~= 'cut.' then
      told[#told + 1] = found[2][i]
      told[#told + 1] = found[2][i + 1]
    end
  end
  letters[#letters + 1] = {found[1], size, told}
  upper = '(' .. found[1]
end
return letters
"""
