-- ARGV: the pool, its number of slots, and the record of each slot.
-- Returns the pool that was there before, or nil.
if pool then
  return pool
end
redis.call('HSET', key, 'pool', ARGV[1], 'server', server, 'floor', '0', 'start_floor', '0')
for slot = 0, ARGV[2] - 1 do
  redis.call('HSET', key, string.format('%.0f', slot), ARGV[3])
end
return false
