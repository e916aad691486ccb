#!lua flags=allow-oom
-- Move an event to the dead letters, and publish an answer if there is one.
-- It asks first whether the entry is still pending: see commit.lua.
--
-- KEYS 1  stream of events
--      2  stream of dead letters
--      3  stream of answers
-- ARGV 1  consumer group
--      2  entry of the event
--      3  reason
--      4  detail
--      5  most dead letters
--      6  the answer, as JSON; empty where there is none
--      7  most bytes of a field: of a longer one the beginning is kept, under another name, and never sent again
--      8  most bytes of all dead letters
--      9  SHA-256 of the body; empty where it is not known
--     10… the reasons of letters that are worth keeping: those of other reasons go first
-- Returns 1; 0 where the entry was no longer pending and nothing was done.

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
redis.call('XADD', KEYS[2], '*', unpack(letter))
-- A flood of what is not worth keeping pushes out the flood, and nothing that came before it; then the oldest go. The
-- last letter stays, whatever its size.
local worth, limit, most = {}, tonumber(ARGV[5]), tonumber(ARGV[8])
for i = 10, #ARGV do worth[ARGV[i]] = true end
while true do
  local size, count = redis.call('MEMORY', 'USAGE', KEYS[2], 'SAMPLES', 0), redis.call('XLEN', KEYS[2])
  if size <= most and count <= limit then break end
  local before = redis.call('XREVRANGE', KEYS[2], '+', '-', 'COUNT', 2)[2]
  if not before then break end
  if not worth[before[2][2]] then
    redis.call('XDEL', KEYS[2], before[1])
  elseif size > most then
    redis.call('XTRIM', KEYS[2], 'MAXLEN', math.max(1, count - math.max(1, math.floor(count * (size - most) / size))))
  else
    redis.call('XTRIM', KEYS[2], 'MAXLEN', '~', limit)
    break
  end
end
if ARGV[6] ~= '' then redis.call('XADD', KEYS[3], '*', 'ce', ARGV[6]) end
redis.call('XACK', KEYS[1], ARGV[1], ARGV[2])
redis.call('XDEL', KEYS[1], ARGV[2])
return 1
