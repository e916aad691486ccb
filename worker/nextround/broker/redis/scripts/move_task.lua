#!lua
-- Move one message from the list of a Celery platform to the stream of events, or to the dead letters.
--
-- KEYS 1  list
--      2  stream of events
--      3  stream of dead letters
-- ARGV 1  the message at the end of the list
--      2  its event, as JSON; empty where it holds none
--      3  what is wrong with the message
--      4  most bytes of a field
-- Returns 1; 0 where another message stands there by now and nothing was done.

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
