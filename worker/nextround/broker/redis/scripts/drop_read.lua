#!lua flags=allow-oom
-- Delete answers that every group has read and acknowledged.
--
-- KEYS 1  stream of answers
-- ARGV 1  id to begin at
--      2  how many answers to look at
--      3  how many to delete at most
-- Returns how many were deleted, and the id to go on at; nothing at the end.

-- include streams.lua
local groups, heard = groups_of(KEYS[1]), nil
for _, group in ipairs(groups) do
  if not heard or earlier(group['last-delivered-id'], heard) then heard = group['last-delivered-id'] end
end
if not heard then return {0, ''} end
local found = redis.call('XRANGE', KEYS[1], ARGV[1], heard, 'COUNT', ARGV[2])
local dropped, place, last = 0, '', found[#found]
if #found == tonumber(ARGV[2]) and earlier(last[1], heard) then place = '(' .. last[1] end
for _, answer in ipairs(found) do
  local is_read = true
  for _, group in ipairs(groups) do
    if group['pending'] > 0 and #redis.call('XPENDING', KEYS[1], group['name'], answer[1], answer[1], 1) > 0 then
      is_read = false
      break
    end
  end
  if is_read then dropped = dropped + redis.call('XDEL', KEYS[1], answer[1]) end
  if dropped == tonumber(ARGV[3]) then break end
end
return {dropped, place}
