#!lua flags=allow-oom
-- Make a stream anew whose last id lies beyond the server's time, a step at a time.
-- In the meantime the old stream takes new entries, and its groups are delivered nothing: their place is put behind the
-- last possible id. Entries move from its beginning to the end of the new one; the last step, which finds the old one
-- empty, lets the new one take its name. So the order holds, and nothing is delivered twice or left out. An entry that
-- is worked on and moves is not pending for that moment, or not any more by its old id: its answer is dropped as that
-- of a duplicate, and it is worked on again. It runs where the memory is used up, for it moves, and adds nothing.
--
-- KEYS 1  stream
--      2  the new stream
--      3  hash of what the groups had been delivered
--      4  note for operators
-- ARGV 1  milliseconds that an id may be ahead
--      2  most entries of a step
--      3  most bytes of a step
--      4  seconds to keep the note
-- Returns 0 where all is well, 1 while it is under way, 2 at the end; and the number of entries moved.

-- include streams.lua
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local function is_ahead(id) return tonumber(string.match(id, '^%d+')) > now + tonumber(ARGV[1]) end
local function last_of(stream) return table_of(redis.call('XINFO', 'STREAM', stream))['last-generated-id'] end

if redis.call('EXISTS', KEYS[3]) == 0 then
  if redis.call('EXISTS', KEYS[1]) == 0 or not is_ahead(last_of(KEYS[1])) then return {0, 0} end
  redis.call('HSET', KEYS[3], 'moved', 0)
end

local groups = groups_of(KEYS[1])
for _, group in ipairs(groups) do
  local delivered = redis.call('HGET', KEYS[3], 'group:' .. group['name'])
  if not delivered then
    delivered = group['last-delivered-id']
    redis.call('HSET', KEYS[3], 'group:' .. group['name'], delivered)
    redis.call('XGROUP', 'SETID', KEYS[1], group['name'], '18446744073709551615-18446744073709551615')
    redis.call('XGROUP', 'CREATE', KEYS[2], group['name'], delivered == '0-0' and '0-0' or '$', 'MKSTREAM')
  end
  group['delivered'] = delivered
end

local moved, bytes = 0, 0
local last = redis.call('EXISTS', KEYS[2]) == 1 and last_of(KEYS[2]) or '0-0'
while moved < tonumber(ARGV[2]) and bytes < tonumber(ARGV[3]) do
  local entry = redis.call('XRANGE', KEYS[1], '-', '+', 'COUNT', 1)[1]
  if not entry then break end
  local id, fields = entry[1], entry[2]
  for i = 1, #fields do bytes = bytes + #fields[i] end
  -- Some hundred fields at most: Lua's stack holds no more.
  local keeps_id = earlier(last, id) and not is_ahead(id)
  last = redis.call('XADD', KEYS[2], keeps_id and id or '*', unpack(fields, 1, math.min(#fields, 1000)))
  for _, group in ipairs(groups) do
    local pending = redis.call('XPENDING', KEYS[1], group['name'], id, id, 1)[1]
    if pending then
      redis.call('XCLAIM', KEYS[2], group['name'], pending[2], 0, last, 'IDLE', pending[3], 'RETRYCOUNT', pending[4],
        'FORCE', 'JUSTID')
      redis.call('XACK', KEYS[1], group['name'], id)
    end
    if not earlier(group['delivered'], id) then
      redis.call('XGROUP', 'SETID', KEYS[2], group['name'], last, 'ENTRIESREAD', redis.call('XLEN', KEYS[2]))
    end
  end
  redis.call('XDEL', KEYS[1], id)
  moved = moved + 1
end
local all = redis.call('HGET', KEYS[3], 'moved') + moved
redis.call('HSET', KEYS[3], 'moved', all)
if redis.call('XLEN', KEYS[1]) > 0 then return {1, all} end

if redis.call('EXISTS', KEYS[2]) == 1 then
  for _, group in ipairs(groups) do
    for _, consumer in ipairs(redis.call('XINFO', 'CONSUMERS', KEYS[1], group['name'])) do
      redis.call('XGROUP', 'CREATECONSUMER', KEYS[2], group['name'], consumer[2])
    end
  end
  -- Ids of the past are refused from now on.
  local here = string.format('%.0f-0', now)
  if earlier(last, here) then redis.call('XSETID', KEYS[2], here) end
  redis.call('RENAME', KEYS[2], KEYS[1])
else
  redis.call('DEL', KEYS[1])
end
redis.call('DEL', KEYS[3])
redis.call('SET', KEYS[4], string.format('%.0f ', now) .. KEYS[1], 'EX', ARGV[4])
return {2, all}
