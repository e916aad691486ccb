#!lua flags=allow-oom
-- Publish an answer and acknowledge its event, both or neither.
-- It first asks whether the entry is still pending, so it is harmless when the client repeats it or two workers come
-- with the same event; and it appends to the stream before it does anything else: a failing write changes nothing.
--
-- KEYS 1  hash of the tournament's answers
--      2  stream of events
--      3  stream of answers
--      4  list of the tournament's open events, in order
-- ARGV 1  consumer group
--      2  entry of the event
--      3  the answer, as JSON
--      4  1 where the answer is final, else 0
--      5  round
--      6  revision
--      7  digest
--      8  1 where the event reopens its round, else 0
--      9  seconds to remember the answer
--     10  mark of the earlier answer that this one was compared with; empty where there was none
--     11  what to keep of this answer for later comparison
--     12  seconds of work
-- Returns the verdict; 'compare' where ARGV 10 is not the mark of the answer that is published: nothing was done.

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
