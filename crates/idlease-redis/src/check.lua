-- ARGV: the values of `script::SETTINGS`, empty if the user can't read them. Returns pairs of a level and a message.
local fsync, no_fsync_on_rewrite, backlog_ttl, min_replicas, max_lag = unpack(ARGV)
local findings = {}
local function add(level, message)
  findings[#findings + 1], findings[#findings + 2] = level, message
end

if field(redis.call('INFO', 'persistence'), 'aof_enabled') ~= '1' then
  add('warning', 'appendonly is off: a restart loses leases, or the whole pool; set appendonly to yes')
elseif fsync ~= '' and fsync ~= 'always' then
  add('warning', 'appendfsync is ' .. fsync .. ': a power loss loses the last leases; set it to always')
elseif no_fsync_on_rewrite == 'yes' then
  add('warning', 'no-appendfsync-on-rewrite is yes: a power loss can lose leases; set it to no')
end

local policy = field(redis.call('INFO', 'memory'), 'maxmemory_policy') or ''
if string.find(policy, '^allkeys') then
  add('warning', 'maxmemory-policy is ' .. policy .. ': if memory is short, the pool is evicted; set it to noeviction')
end

local ttl = redis.pcall('TTL', key)
if type(ttl) == 'number' and ttl >= 0 then
  add('error', 'the pool expires in ' .. string.format('%.0f', ttl) .. ' s, and all leases with it; call PERSIST ' .. key)
end

-- The backlog remains if a replica has left.
if field(replication, 'connected_slaves') ~= '0' or field(replication, 'repl_backlog_active') == '1' then
  local lag = tonumber(max_lag) or 0
  if window and window < 4000 then
    add('error', 'the window is too short for an automatic failover, so use at least 10 s')
  elseif min_replicas == '0' or max_lag == '0' then
    add('error', 'after a failover, the former primary can repeat node IDs; set min-replicas-to-write to 1')
  elseif window and lag * 1000 > window / 4 then
    add('error', 'after a failover, the former primary can repeat node IDs; set min-replicas-max-lag to at most '
      .. string.format('%.0f', math.floor(window / 4000)))
  end
  if backlog_ttl ~= '' and backlog_ttl ~= '0' then
    add('warning', 'repl-backlog-ttl is ' .. backlog_ttl
      .. ': that many seconds after the last replica has left, all leases are lost; set it to 0')
  end
end

if fsync == '' then
  add('warning', 'this user may not call CONFIG GET, so appendfsync and the settings of replicas were not checked')
end
return findings
