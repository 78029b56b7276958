-- ARGV: the pool, its number of slots, and the start of each slot. After a loss, also how long after the current time a
-- lost lease can end. In that case, the start is based on the client's clock, and this server's clock may be ahead of
-- it. Returns the existing pool, or nil if the pool was created.
if pool then
  return pool
end
local from = ARGV[3]
if ARGV[4] and now + ARGV[4] > tonumber(from) then
  from = string.format('%.0f', now + ARGV[4])
end
redis.call('HSET', key, 'pool', ARGV[1], 'server', server, 'floor', '0', 'start_floor', '0')
for slot = 0, ARGV[2] - 1 do
  redis.call('HSET', key, string.format('%.0f', slot), '0 - ' .. from .. ' ' .. from)
end
return false
