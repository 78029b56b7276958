-- ARGV: a number, which modulo the number of slots is the first slot to examine, and the maximum number of records.
-- Returns a reply like read.lua's, with free records from that slot on, or the record that becomes free first.
-- idlease's `plan_acquire` decides which records are free.
if not pool then
  return false
end
local slots = tonumber(string.match(pool, '^%d+ %d+ (%d+)'))
local first, most = ARGV[1] % slots, tonumber(ARGV[2])

local function candidates()
  local found, next_fields, next_from = {}, {}, math.huge
  for offset = 0, slots - 1, 128 do
    local names = {}
    for place = offset, math.min(offset + 128, slots) - 1 do
      names[#names + 1] = string.format('%.0f', (first + place) % slots)
    end
    for place, record in ipairs(redis.call('HMGET', key, unpack(names))) do
      local owner, last = string.match(record or '', '^%d+ (%S+) %d+ (%d+)')
      -- A released slot is free one second before its end, as in idlease's `free_from`. A damaged record is returned
      -- too, so that the client reports it.
      local from = last and tonumber(last) - (owner == '-' and 1000 or 0) or 0
      if record and from <= now then
        found[#found + 1], found[#found + 2] = names[place], record
        if #found == 2 * most then
          return found
        end
      elseif record and from < next_from then
        next_fields, next_from = { names[place], record }, from
      end
    end
  end
  return #found > 0 and found or next_fields
end

return { pool, string.format('%.0f', now), string.format('%.0f', math.max(floor, start_floor)), candidates() }
