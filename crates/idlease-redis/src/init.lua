-- ARGV: the pool, its number of slots, and the start of each slot. After a loss, also how far a lost lease can end after the
-- clock. Then the start was counted from the client's clock, and this server's may be later.
-- Returns the pool that was there before, or nil.
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
