-- ARGV: the slot, the expected record and the new one, and the start of the new one, its end, and the end of the expected one.
-- Returns 1 if the record was replaced, and 0 if nothing was written.
local expected, new = ARGV[2], ARGV[3]
local start, last, expected_last = tonumber(ARGV[4]), tonumber(ARGV[5]), tonumber(ARGV[6])

-- The same owner, epoch and start, and a grant that can be renewed whatever the start floor.
local function is_renewal()
  local grant = '^%S+ %S+ %S+ '
  return is_renewable(expected) and string.match(new, grant) == string.match(expected, grant)
end

-- The condition is idlease's `admits`, and the same again after another start of the server, except for a renewal.
if pool
  and redis.call('HGET', key, ARGV[1]) == expected
  and last <= now + horizon
  and (start >= floor or expected_last >= floor)
  and (start >= start_floor or expected_last >= start_floor or is_renewal())
then
  redis.call('HSET', key, ARGV[1], new)
  return 1
end
return 0
