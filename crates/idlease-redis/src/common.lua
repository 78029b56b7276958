-- The beginning of every script. It refuses to run on a replica, and notices that the store may have forgotten grants.
-- A script runs alone and as a whole, so nothing changes between this check and the rest.
--
-- Numbers are doubles here. Every number that is compared with a time of this server is exact up to 2^53, and a larger one
-- is rounded to 2^53 or more, so it is still larger. Records are compared as texts.
local key = KEYS[1]

local function field(section, name)
  return string.match(section, '\n' .. name .. ':([^\r\n]*)')
end

local replication = redis.call('INFO', 'replication')
if field(replication, 'role') ~= 'master' then
  return redis.error_reply('NOTPRIMARY this server is a replica, expected the primary')
end

-- The run id changes with each start. The replication id also changes when a replica becomes a primary without a start.
local run_id, history = field(redis.call('INFO', 'server'), 'run_id'), field(replication, 'master_replid')
if not run_id or not history then
  return redis.error_reply('NOIDENTITY INFO has no run_id or no master_replid')
end
local server = run_id .. ' ' .. history

local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)

local pool, known, floor, restarts = unpack(redis.call('HMGET', key, 'pool', 'server', 'floor', 'restarts'))
floor = tonumber(floor or 0)
local reach
if pool then
  local window = string.match(pool, '^%d+ %d+ %d+ (%d+)$')
  if not window or not floor then
    return redis.error_reply('BADPOOL the fields pool or floor are damaged')
  end
  reach = 2 * window
  if known ~= server then
    -- A server that has been a replica has a second replication id.
    local trusted = restarts == 'trusted'
      and field(replication, 'master_replid2') == string.rep('0', 40)
      and field(redis.call('INFO', 'persistence'), 'aof_enabled') == '1'
    if not trusted then
      floor = math.max(floor, now + reach)
    end
    redis.call('HSET', key, 'server', server, 'floor', string.format('%.0f', floor))
  end
elseif redis.call('EXISTS', key) == 1 then
  return redis.error_reply('NOPOOL the key exists, but it has no pool')
end

