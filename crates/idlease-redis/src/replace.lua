-- ARGV: the slot, the expected record, the new record, the new record's start and end, and the expected record's end.
-- Returns 1 if the record was replaced, and 0 if nothing was written.
local expected, new = ARGV[2], ARGV[3]
local start, last, expected_last = tonumber(ARGV[4]), tonumber(ARGV[5]), tonumber(ARGV[6])

-- Returns true if owner, epoch and start are unchanged and the grant can be renewed regardless of the start floor.
local function is_renewal()
  local grant = '^%S+ %S+ %S+ '
  return is_renewable(expected) and string.match(new, grant) == string.match(expected, grant)
end

-- The condition is idlease's `admits`, for the floor and for the start floor. Renewals are exempt from the latter.
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
