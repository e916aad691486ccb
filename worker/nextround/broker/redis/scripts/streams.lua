-- What scripts about streams share: which id is earlier, and the groups of a stream.

local function is_less(a, b)
  -- As text, for a number of Lua is exact up to 2^53 only.
  if #a ~= #b then return #a < #b end
  return a < b
end
local function earlier(a, b)
  local a1, a2 = string.match(a, '^(%d+)-(%d+)')
  local b1, b2 = string.match(b, '^(%d+)-(%d+)')
  if a1 ~= b1 then return is_less(a1, b1) end
  return is_less(a2, b2)
end
local function table_of(flat)
  local named = {}
  for i = 1, #flat, 2 do named[flat[i]] = flat[i + 1] or false end
  return named
end
local function groups_of(stream)
  local groups = {}
  if redis.call('EXISTS', stream) == 0 then return groups end
  for i, flat in ipairs(redis.call('XINFO', 'GROUPS', stream)) do groups[i] = table_of(flat) end
  return groups
end
