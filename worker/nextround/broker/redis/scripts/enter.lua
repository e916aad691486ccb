#!lua flags=allow-oom
-- Take in entries: give them to a worker and tell which earlier event of its tournament each one waits for.
--
-- KEYS 1  stream of events
--      2… for each entry the list of its tournament's open events, or KEYS 1 where it has no tournament
-- ARGV 1  consumer group
--      2  the worker's consumer
--      3  the consumer of what nobody has taken in
--      4  seconds to remember an order
--      5… the entries, in the order of the stream
-- Returns {earlier, {}}, and has done nothing, where entries before the last of these have been taken in by nobody:
-- an order is right only where all that came earlier is in it. Else {{}, verdicts}: for each entry its number of
-- deliveries, 0 where it is not this worker's, and the entry that it comes after, or nothing.

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
