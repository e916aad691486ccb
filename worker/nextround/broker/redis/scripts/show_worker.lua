#!lua flags=allow-oom
-- Show operators that a worker lives.
-- Workers are found by their consumers, and one that has read nothing yet has none.
--
-- KEYS 1  stream of events
--      2  key of the worker
-- ARGV 1  consumer group
--      2  the worker's consumer
--      3  what it shows, as JSON
--      4  seconds for which that holds

redis.call('XGROUP', 'CREATECONSUMER', KEYS[1], ARGV[1], ARGV[2])
redis.call('SET', KEYS[2], ARGV[3], 'EX', ARGV[4])
