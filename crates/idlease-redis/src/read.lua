-- ARGV: a slot, or nothing for all slots. Returns nil if the pool does not exist. Otherwise, returns the pool, the
-- time, the floor, and fields with their values.
if not pool then
  return false
end
local fields
local shown = math.max(floor, start_floor)
if ARGV[1] then
  local record = redis.call('HGET', key, ARGV[1])
  fields = record and { ARGV[1], record } or {}
  -- The start floor does not apply to the holder of this grant.
  if record and is_renewable(record) then
    shown = floor
  end
else
  fields = redis.call('HGETALL', key)
end
return { pool, string.format('%.0f', now), string.format('%.0f', shown), fields }
