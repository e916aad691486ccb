// Asks NextRound for a pairing, from Node.js 18 or newer, without any dependency.
//
//   NEXTROUND_BROKER_URL=redis://127.0.0.1:6379/0 node pair.mjs round.finished.json
//
// A platform appends its events to the stream `{nextround}:in` and reads the answers from `{nextround}:out` with a
// consumer group of its own. An entry of either stream has one field, `ce`: the event as CloudEvents JSON.
// Any Redis client can do this; the two small classes at the end are here so that nothing is hidden.

import { readFile } from 'node:fs/promises'
import net from 'node:net'
import tls from 'node:tls'

const GROUP = 'platform' // one per platform: each group gets every answer
const CONSUMER = 'node-example' // one per process of the platform: the group's answers are shared among these

async function main(path) {
  const event = JSON.parse(await readFile(path, 'utf8'))
  const address = process.env.NEXTROUND_BROKER_URL ?? 'redis://127.0.0.1:6379/0'
  let redis = await Redis.connect(address)

  // Once and for all; before the first event, so that no answer can be missed.
  await redis.call('XGROUP', 'CREATE', '{nextround}:out', GROUP, '0', 'MKSTREAM').catch((error) => {
    if (!error.message.startsWith('BUSYGROUP')) throw error
  })

  // When this returns, the event is with NextRound. If it fails, append again: the same round, revision and data
  // are answered once.
  await redis.call('XADD', '{nextround}:in', '*', 'ce', JSON.stringify(event))

  for (const patience = Date.now() + 30_000; Date.now() < patience; ) {
    let entries
    try {
      // `0` first, at every read: what was delivered to this consumer and not acknowledged, because the process died or
      // its connection broke before the reply. Nothing else brings it back. Only then `>`: the new ones.
      entries = await read(redis, '0')
      if (entries.length === 0) entries = await read(redis, '>')
    } catch (error) {
      if (!redis.isBroken) throw error
      redis = await Redis.connect(address)
      continue
    }

    for (const [id, fields] of entries) {
      // Somebody has trimmed it before it was acknowledged: only the place is left.
      const answer = fields && JSON.parse(fields[fields.indexOf('ce') + 1])
      if (!answer) {
        await redis.call('XACK', '{nextround}:out', GROUP, id)
        continue
      }
      handle(answer)
      // Only now: had we died before, the answer would come again. An answer's id tells whether it was stored already.
      await redis.call('XACK', '{nextround}:out', GROUP, id)
      if (answer.causationid === event.id) return redis.close()
    }
  }
  redis.close()
  throw new Error('No answer yet. Is a worker running? What was answered before is not answered again.')
}

async function read(redis, from) {
  const streams = await redis.call(
    'XREADGROUP', 'GROUP', GROUP, CONSUMER, 'COUNT', '10', 'BLOCK', '2000', 'STREAMS', '{nextround}:out', from)
  return streams?.[0][1] ?? []
}

function handle({ type, data }) {
  if (type.endsWith('.round.paired.v1')) {
    console.log(`${data.tournament}, round ${data.round}: ${data.system}`)
    for (const { board, white, black } of data.boards) console.log(`${board}. ${white.id} - ${black.id}`)
    if (data.pab) console.log(`bye: ${data.pab.player.id}`)
    for (const { player, reason } of data.not_paired) console.log(`not paired: ${player.id} (${reason})`)
  } else if (type.endsWith('.round.refused.v1')) {
    console.log(`${data.tournament}, round ${data.round}: refused. ${data.title}`)
    for (const { pointer, message } of data.problems) console.log(`${pointer ?? ''} ${message}`)
  }
}

// A connection: commands go out as arrays of strings, and each gets the next reply.
class Redis {
  static async connect(address) {
    const url = new URL(address)
    const port = Number(url.port || 6379)
    const open = url.protocol === 'rediss:' ? tls.connect : net.connect
    const redis = new Redis(open({ host: url.hostname, port, servername: url.hostname }))
    if (url.password) {
      const user = decodeURIComponent(url.username || 'default')
      await redis.call('AUTH', user, decodeURIComponent(url.password))
    }
    if (url.pathname.length > 1) await redis.call('SELECT', url.pathname.slice(1))
    return redis
  }

  constructor(socket) {
    this.socket = socket
    this.waiting = []
    this.received = Buffer.alloc(0)
    socket.on('data', (bytes) => this.receive(bytes))
    this.isBroken = false
    socket.on('error', (error) => this.break(error))
    socket.on('close', () => this.break(new Error('the broker closed the connection')))
    socket.on('close', () => this.waiting.splice(0).forEach(({ reject }) => reject(new Error('connection closed'))))
  }

  call(...words) {
    const parts = words.map((word) => `$${Buffer.byteLength(word)}\r\n${word}\r\n`)
    return new Promise((resolve, reject) => {
      this.waiting.push({ resolve, reject })
      this.socket.write(`*${words.length}\r\n${parts.join('')}`)
    })
  }

  receive(bytes) {
    this.received = Buffer.concat([this.received, bytes])
    for (let reply; (reply = new Reply(this.received)).complete; ) {
      this.received = this.received.subarray(reply.end)
      const { resolve, reject } = this.waiting.shift()
      if (reply.value instanceof Error) reject(reply.value)
      else resolve(reply.value)
    }
  }

  break(error) {
    this.isBroken = true
    this.waiting.splice(0).forEach(({ reject }) => reject(error))
  }

  close() {
    this.socket.end()
  }
}

// One reply in RESP2: +text, -error, :number, $length and bytes, *count and replies; a length of -1 is null.
class Reply {
  constructor(bytes) {
    this.bytes = bytes
    this.end = 0
    this.complete = true
    this.value = this.next()
  }

  next() {
    const line = this.bytes.indexOf('\r\n', this.end)
    if (line < 0) return (this.complete = false)
    const kind = String.fromCharCode(this.bytes[this.end])
    const rest = this.bytes.toString('utf8', this.end + 1, line)
    this.end = line + 2
    if (kind === '+') return rest
    if (kind === '-') return new Error(rest)
    if (kind === ':' || rest === '-1') return kind === ':' ? Number(rest) : null
    if (kind === '$') return this.take(Number(rest))
    const values = []
    for (let left = Number(rest); left > 0 && this.complete; left--) values.push(this.next())
    return values
  }

  take(length) {
    const start = this.end
    this.end = start + length + 2
    if (this.end > this.bytes.length) return (this.complete = false)
    return this.bytes.toString('utf8', start, start + length)
  }
}

main(process.argv[2]).catch((error) => {
  console.error(error.message)
  process.exitCode = 1
})
