#!lua flags=allow-oom
-- Let old answers go that every group has read, and consumers that nobody uses any more.
--
-- KEYS 1  stream of events
--      2  stream of answers
-- ARGV 1  consumer group
--      2  answers up to this id go when they are read
--      3  idle milliseconds after which a consumer without entries is deleted
-- Returns the number of answers, their bytes, the oldest one's id, and of each group its name, what it has not read (-1
-- where nobody can tell) and what it has not acknowledged.

-- include streams.lua
local told, needed = {}, ARGV[2]
for _, group in ipairs(groups_of(KEYS[2])) do
  local oldest = group['last-delivered-id']
  if group['pending'] > 0 then oldest = redis.call('XPENDING', KEYS[2], group['name'])[2] end
  if earlier(oldest, needed) then needed = oldest end
  told[#told + 1] = {group['name'], group['lag'] or -1, group['pending']}
end
if #told > 0 then redis.call('XTRIM', KEYS[2], 'MINID', needed) end

for _, flat in ipairs(redis.call('XINFO', 'CONSUMERS', KEYS[1], ARGV[1])) do
  local consumer = table_of(flat)
  if consumer['pending'] == 0 and consumer['idle'] > tonumber(ARGV[3]) then
    redis.call('XGROUP', 'DELCONSUMER', KEYS[1], ARGV[1], consumer['name'])
  end
end
local oldest = redis.call('XRANGE', KEYS[2], '-', '+', 'COUNT', 1)[1]
-- All of them, for sizes differ: five samples have shown a third too little. It costs 0.15 ms for 1,000 answers.
local bytes = redis.call('MEMORY', 'USAGE', KEYS[2], 'SAMPLES', 0)
return {redis.call('XLEN', KEYS[2]), bytes or 0, oldest and oldest[1] or '', told}
