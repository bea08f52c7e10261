/// What Redis does in one step.
///
/// Every script's first two arguments are the prefix of all keys and this process's name. The third of those that
/// change something is a deadline, milliseconds of Redis's clock: a process that had no reply in time does without,
/// so what Redis finds in its socket later, for instance after it was frozen, must not take effect.
///
/// Scripts publish each change of members and of who is signed in themselves, on `mb`, so that all processes get them
/// in the order of the changes.
///
/// Keys, behind the prefix: `c:APP` channel → subscriptions; `k:APP/CHANNEL` user → connections; `m:APP/CHANNEL` user →
/// member; `u:APP` user → connections; `s:`, `e:`, `l:APP/CHANNEL` number, events and departures of a channel that
/// keeps them; `w:APP/CHANNEL/USER` the process that sends the webhook of a leave, without a user that of a channel without
/// subscribers; `n:NODE` what a process has said of its connections, so that it can be taken back; `nodes`, `a:NODE` who
/// lives.
enum RedisScripts {
    /// Refuses what comes too late.
    private static let fence = """
        local now = redis.call('TIME')
        if now[1] * 1000 + now[2] / 1000 > tonumber(ARGV[3]) then return redis.error_reply('TOOLATE') end

        """

    static let join =
        fence + """

            local p,node,_,ticket,app,ch,user,member,max,keeps,returning,except = unpack(ARGV)
            local key = app..'/'..ch
            local out = {ticket=ticket, refused=false, new=false, count=0}
            if user ~= '' then
              local there = redis.call('HEXISTS', p..'k:'..key, user) == 1
              if not there and redis.call('HLEN', p..'k:'..key) >= tonumber(max) then
                out.refused = true
                redis.call('PUBLISH', p..'to:'..node, cjson.encode(out))
                return 0
              end
              if not there then
                redis.call('HSET', p..'m:'..key, user, member)
                redis.call('DEL', p..'w:'..key..'/'..user)
                out.new = true
              end
              local all = redis.call('HINCRBY', p..'k:'..key, user, 1)
              redis.call('PUBLISH', p..'mb', cjson.encode({
                kind=there and 'elsewhere' or 'added', node=node, app=app, ch=ch, user=user, member=member, except=except
              }))
              local own = redis.call('HINCRBY', p..'n:'..node, 'm\\31'..app..'\\31'..ch..'\\31'..user, 1)
              out.elsewhere = all > own
            end
            redis.call('HINCRBY', p..'n:'..node, 'c\\31'..app..'\\31'..ch, 1)
            out.count = redis.call('HINCRBY', p..'c:'..app, ch, 1)
            if out.count == 1 then redis.call('DEL', p..'w:'..key..'/') end
            if user ~= '' then out.members = redis.call('HVALS', p..'m:'..key) end
            if keeps == '1' then
              out.epoch = redis.call('GET', p..'epoch')
              out.serial = tonumber(redis.call('GET', p..'s:'..key) or '0')
              local t = redis.call('TIME')
              redis.call('ZREMRANGEBYSCORE', p..'x:'..key, '-inf', t[1])
              out.events = redis.call('LRANGE', p..'e:'..key, 0, -1)
              out.live = redis.call('ZRANGE', p..'x:'..key, 0, -1)
              if returning ~= '' then
                local left = redis.call('HGET', p..'l:'..key, returning)
                if left then out.left = left redis.call('HDEL', p..'l:'..key, returning) end
                out.now = tonumber(t[1])
              end
            end
            redis.call('PUBLISH', p..'to:'..node, cjson.encode(out))
            return 1
            """

    static let leave =
        fence + """

            local p,node,_,app,ch,user,returning,seconds = unpack(ARGV)
            local key = app..'/'..ch
            local gone = 0
            if redis.call('HINCRBY', p..'n:'..node, 'c\\31'..app..'\\31'..ch, -1) <= 0 then
              redis.call('HDEL', p..'n:'..node, 'c\\31'..app..'\\31'..ch)
            end
            if user ~= '' then
              local own = redis.call('HINCRBY', p..'n:'..node, 'm\\31'..app..'\\31'..ch..'\\31'..user, -1)
              if own <= 0 then redis.call('HDEL', p..'n:'..node, 'm\\31'..app..'\\31'..ch..'\\31'..user) end
              local left = redis.call('HINCRBY', p..'k:'..key, user, -1)
              if left <= 0 then
                redis.call('HDEL', p..'k:'..key, user)
                redis.call('HDEL', p..'m:'..key, user)
                gone = 1
                redis.call('SET', p..'w:'..key..'/'..user, node, 'EX', 30)
                redis.call('PUBLISH', p..'mb', cjson.encode({kind='removed', node=node, app=app, ch=ch, user=user}))
              elseif own <= 0 then
                redis.call('PUBLISH', p..'mb', cjson.encode({
                  kind='parted', node=node, app=app, ch=ch, user=user, left=left
                }))
              end
            end
            if returning ~= '' then
              local t = redis.call('TIME')
              redis.call('HSET', p..'l:'..key, returning, (redis.call('GET', p..'s:'..key) or '0')..' '..(t[1] + seconds))
              redis.call('EXPIRE', p..'l:'..key, seconds)
            end
            local count = redis.call('HINCRBY', p..'c:'..app, ch, -1)
            if count <= 0 then
              redis.call('HDEL', p..'c:'..app, ch)
              redis.call('SET', p..'w:'..key..'/', node, 'EX', 30)
            end
            return {count, gone}
            """

    /// Returns 1 to the first of the processes that ask, if a user is gone from a channel, or, without a user, if a
    /// channel has no subscribers.
    static let claimWebhook = """
        local p,node,app,ch,user = unpack(ARGV)
        local key = app..'/'..ch
        if user ~= '' then
          if redis.call('HEXISTS', p..'k:'..key, user) == 1 then return 0 end
        elseif redis.call('HEXISTS', p..'c:'..app, ch) == 1 then
          return 0
        end
        return redis.call('SET', p..'w:'..key..'/'..user, node, 'NX', 'EX', 30) and 1 or 0
        """

    static let keep =
        fence + """

            local p,node,_,ticket,app,ch,except,open,history,most,seconds,late = unpack(ARGV)
            local key = app..'/'..ch
            local serial = redis.call('INCR', p..'s:'..key)
            local json = open..'}'
            if history == '1' then
              json = open..',"position":{"epoch":"'..redis.call('GET', p..'epoch')..'","serial":'..serial..'}}'
            end
            local t = redis.call('TIME')
            redis.call('RPUSH', p..'e:'..key, serial..' '..json)
            redis.call('LTRIM', p..'e:'..key, -most, -1)
            redis.call('ZADD', p..'x:'..key, t[1] + seconds, serial)
            redis.call('ZREMRANGEBYRANK', p..'x:'..key, 0, -most - 1)
            redis.call('EXPIRE', p..'e:'..key, seconds)
            redis.call('EXPIRE', p..'x:'..key, seconds)
            redis.call('EXPIRE', p..'s:'..key, 604800)
            redis.call('PUBLISH', p..'ev', node..'\\31'..app..'\\31'..ch..'\\31'..except..'\\31'..serial..' '..ticket..' '..late..'\\31'..json)
            return serial
            """

    /// Publishes to this process the events of a channel behind a number of a history, in one stream with new ones.
    ///
    /// All of them if Redis has another history by now. Numbers go on from the last one that a process knows.
    static let missed = """
        local p,node,ticket,key,epoch,serial = unpack(ARGV)
        local current = tonumber(redis.call('GET', p..'s:'..key) or '0')
        local from = redis.call('GET', p..'epoch') == epoch and tonumber(serial) or 0
        local events = {}
        for _, item in ipairs(redis.call('LRANGE', p..'e:'..key, 0, -1)) do
          if tonumber(string.match(item, '^%d+')) > from then events[#events+1] = item end
        end
        if current < tonumber(serial) then
          current = tonumber(serial)
          redis.call('SET', p..'s:'..key, serial, 'EX', 604800)
        end
        redis.call('PUBLISH', p..'to:'..node, cjson.encode({
          ticket=ticket, missed=key, serial=tostring(current), events=events
        }))
        return 1
        """

    static let signIn =
        fence + """

            local p,node,_,app,user = unpack(ARGV)
            redis.call('HINCRBY', p..'n:'..node, 'u\\31'..app..'\\31'..user, 1)
            local count = redis.call('HINCRBY', p..'u:'..app, user, 1)
            if count == 1 then
              redis.call('PUBLISH', p..'mb', cjson.encode({kind='userCame', node=node, app=app, user=user}))
            end
            return count
            """

    static let signOut =
        fence + """

            local p,node,_,app,user = unpack(ARGV)
            if redis.call('HINCRBY', p..'n:'..node, 'u\\31'..app..'\\31'..user, -1) <= 0 then
              redis.call('HDEL', p..'n:'..node, 'u\\31'..app..'\\31'..user)
            end
            local count = redis.call('HINCRBY', p..'u:'..app, user, -1)
            if count <= 0 then
              redis.call('HDEL', p..'u:'..app, user)
              redis.call('PUBLISH', p..'mb', cjson.encode({kind='userWent', node=node, app=app, user=user}))
            end
            return count
            """

    /// Publishes to this process which of some users are signed in, in one stream with who came and went.
    static let online = """
        local p,node,ticket,app = unpack(ARGV)
        local online = {}
        for i = 5, #ARGV do
          if redis.call('HEXISTS', p..'u:'..app, ARGV[i]) == 1 then online[#online+1] = ARGV[i] end
        end
        redis.call('PUBLISH', p..'to:'..node, cjson.encode({ticket=ticket, online=online}))
        return 1
        """

    /// Publishes the members of a presence channel to this process, in one stream with the changes, with the processes
    /// that have said what they know.
    static let look = """
        local p,node,app,ch = unpack(ARGV)
        local members = redis.call('HVALS', p..'m:'..app..'/'..ch)
        local nodes = redis.call('SMEMBERS', p..'nodes')
        redis.call('PUBLISH', p..'to:'..node, cjson.encode({look=true, app=app, ch=ch, members=members, nodes=nodes}))
        return 1
        """

    /// What of a process stands in Redis is taken out; used by the next two.
    private static let take = """
        local p,node,mode = unpack(ARGV)
        local gone = {}
        local function take(dead)
          local said = redis.call('HGETALL', p..'n:'..dead)
          for i = 1, #said, 2 do
            local w = {}
            for part in string.gmatch(said[i], '[^\\31]+') do w[#w+1] = part end
            local n = -tonumber(said[i+1])
            if w[1] == 'u' then
              if redis.call('HINCRBY', p..'u:'..w[2], w[3], n) <= 0 then
                redis.call('HDEL', p..'u:'..w[2], w[3])
                if dead ~= node or mode == 'leaving' then
                  redis.call('PUBLISH', p..'mb', cjson.encode({kind='userWent', node=node, app=w[2], user=w[3]}))
                end
              end
            elseif w[1] == 'm' then
              local key = w[2]..'/'..w[3]
              local left = redis.call('HINCRBY', p..'k:'..key, w[4], n)
              if left > 0 then
                redis.call('PUBLISH', p..'mb', cjson.encode({
                  kind='parted', node=dead, app=w[2], ch=w[3], user=w[4], left=left
                }))
              else
                redis.call('HDEL', p..'k:'..key, w[4])
                redis.call('HDEL', p..'m:'..key, w[4])
                gone[#gone+1] = {'m', w[2], w[3], w[4]}
                if dead ~= node then
                  redis.call('SET', p..'w:'..key..'/'..w[4], node, 'EX', 30)
                  redis.call('PUBLISH', p..'mb', cjson.encode({kind='removed', node=node, app=w[2], ch=w[3], user=w[4]}))
                end
              end
            elseif redis.call('HINCRBY', p..'c:'..w[2], w[3], n) <= 0 then
              redis.call('HDEL', p..'c:'..w[2], w[3])
              gone[#gone+1] = {'c', w[2], w[3]}
              if dead ~= node then redis.call('SET', p..'w:'..w[2]..'/'..w[3]..'/', node, 'EX', 30) end
            end
          end
          redis.call('DEL', p..'n:'..dead)
          redis.call('SREM', p..'nodes', dead)
        end

        """

    /// Removes the state of this process, and publishes that its members are gone if it does not return.
    static let withdraw =
        take + """
            take(node)
            for _, item in ipairs(gone) do
              if mode == 'leaving' and item[1] == 'm' then
                redis.call('PUBLISH', p..'mb', cjson.encode({kind='removed', node=node, app=item[2], ch=item[3], user=item[4]}))
              end
            end
            return gone
            """

    /// Says that this process is back, so that all compare their members with those that Redis lists.
    static let introduce = """
        local p,node,lifetime,isBack = unpack(ARGV)
        redis.call('SET', p..'a:'..node, 1, 'PX', lifetime)
        redis.call('SADD', p..'nodes', node)
        if isBack == '1' then redis.call('PUBLISH', p..'mb', cjson.encode({kind='introduced', node=node})) end
        return 1
        """

    /// Reports that this process is alive, and removes the state of dead processes, unless `spare` is set.
    ///
    /// Returns what was taken out, and the processes that are left.
    ///
    /// An error if Redis has forgotten this process: it must introduce itself again.
    static let beat =
        fence + take + """
            if redis.call('SISMEMBER', p..'nodes', node) == 0 then return redis.error_reply('FORGOTTEN') end
            redis.call('SET', p..'a:'..node, 1, 'PX', ARGV[4])
            if ARGV[5] == '1' then return gone end
            for _, other in ipairs(redis.call('SMEMBERS', p..'nodes')) do
              if redis.call('EXISTS', p..'a:'..other) == 0 then take(other) end
            end
            gone[#gone+1] = {'n', cjson.encode(redis.call('SMEMBERS', p..'nodes'))}
            return gone
            """
}
