-- ARGV: the slot, the expected record and the new one, and the start of the new one, its end, and the end of the expected one.
-- Returns 1 if the record was replaced, and 0 if nothing was written. The second and third lines of the condition are
-- idlease's `admits`.
if pool
  and redis.call('HGET', key, ARGV[1]) == ARGV[2]
  and tonumber(ARGV[5]) <= now + reach
  and (tonumber(ARGV[4]) >= floor or tonumber(ARGV[6]) >= floor)
then
  redis.call('HSET', key, ARGV[1], ARGV[3])
  return 1
end
return 0
