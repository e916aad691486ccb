#!lua flags=no-writes
-- Count what lies on the broker.
--
-- KEYS 1  stream of events
--      2  stream of answers
--      3  stream of dead letters
-- Returns the time in milliseconds, the oldest event, the number of events, their groups, the number of answers, the
-- number of dead letters, the groups of the answers with their idle milliseconds, and the bytes of the three streams.

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
