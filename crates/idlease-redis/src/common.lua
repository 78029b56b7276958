-- The start of every script. It rejects requests on a replica and detects that the store may have forgotten grants.
-- Scripts are atomic, so nothing changes between this check and the rest.
--
-- Numbers are doubles here. They are exact up to 2^53. A larger number is rounded to 2^53 or more, so it is still
-- larger than any time of this server. Records are compared as strings.
local key = KEYS[1]

local function field(section, name)
  return string.match(section, '\n' .. name .. ':([^\r\n]*)')
end

local replication = redis.call('INFO', 'replication')
if field(replication, 'role') ~= 'master' then
  return redis.error_reply('NOTPRIMARY this server is a replica, expected the primary')
end

-- The run ID changes with each start. The replication ID also changes when a replica becomes a primary without a
-- restart.
local run_id, history = field(redis.call('INFO', 'server'), 'run_id'), field(replication, 'master_replid')
if not run_id or not history then
  return redis.error_reply('NOIDENTITY INFO returned no run_id or no master_replid')
end
local server = run_id .. ' ' .. history

local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)

-- Returns true if this seems to be the server that wrote the data, after a restart. The server can't know whether its
-- file is an older copy. A server that has been a replica has a second replication ID.
local function is_restart(known)
  local known_run_id = string.match(known or '', '^(%S+) %S+$')
  return known_run_id ~= nil
    and known_run_id ~= run_id
    and field(replication, 'master_replid2') == string.rep('0', 40)
    and field(redis.call('INFO', 'persistence'), 'aof_enabled') == '1'
end

local pool, known, floor, start_floor =
  unpack(redis.call('HMGET', key, 'pool', 'server', 'floor', 'start_floor'))
floor, start_floor = tonumber(floor or ''), tonumber(start_floor or '')
local window, horizon
if pool then
  window = tonumber(string.match(pool, '^%d+ %d+ %d+ (%d+)$') or '')
  if not window or not floor or not start_floor then
    return redis.error_reply('BADPOOL the field pool, floor or start_floor is missing or damaged')
  end
  horizon = 2 * window
  if known ~= server then
    -- After a restart, no new grant starts before the start floor. If the data may come from a different server, no
    -- grant starts before the floor, and no earlier grant is renewed.
    start_floor = math.max(start_floor, now + horizon)
    if not is_restart(known) then
      floor = math.max(floor, now + horizon)
    end
    local floors = { string.format('%.0f', floor), string.format('%.0f', start_floor) }
    redis.call('HSET', key, 'server', server, 'floor', floors[1], 'start_floor', floors[2])
  end
elseif redis.call('EXISTS', key) == 1 then
  return redis.error_reply('NOPOOL the key exists but has no pool')
end

-- Returns true if a record is a grant with more than a quarter of the window left. The margin is for clocks that
-- differ.
local function is_renewable(record)
  local owner, last = string.match(record, '^%d+ (%x+) %d+ (%d+)')
  return owner ~= nil and tonumber(last) > now + window / 4
end

