#!lua
-- Append the event of a dead letter again, field for field, and drop the letter.
--
-- KEYS 1  stream of dead letters
--      2  stream of events
-- ARGV 1  letter
-- Returns the id of the new entry; nothing where there is no such letter, or not the whole event.

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
