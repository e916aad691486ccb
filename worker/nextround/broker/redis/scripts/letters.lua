#!lua flags=no-writes
-- List the newest dead letters without what the platform sent: it may be large, and holds names.
--
-- KEYS 1  stream of dead letters
-- ARGV 1  how many
-- Returns of each its id, the bytes of the event, and its other fields; the newest first.

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
