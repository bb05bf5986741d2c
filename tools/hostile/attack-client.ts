import { Agent, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/** The count of each answered status; 0 is a connection that was closed without an answer. */
export type Tally = Record<string, number>

/** The HTTP client of an attack; it stops when `over` is aborted. */
export type AttackClient = {
  over: AbortSignal
  /** Calls per second; undefined: as many as possible. */
  perSecond: number | undefined
  /** Sends a request, reads all of the answer and counts its status. */
  ask(method: string, path: string, given?: Given): Promise<number>
  /** Opens a live connection; undefined when it is refused. The server's packets are never read. */
  socket(): Promise<Live | undefined>
  tally(): Tally
}

export type Given = { token?: string; body?: unknown; headers?: Record<string, string> }

export type Live = {
  /** Sends text frames, as fast as the connection takes them; false once it was closed. */
  say(frames: readonly string[]): Promise<boolean>
  close(): void
}

/** Most open requests of one attack. */
const CONNECTIONS_MAX = 256

/** A pause after a connection that was refused, in milliseconds: without it the attacker only uses up its own processor time. */
const REFUSED_MS = 5

type Options = {
  over: AbortSignal
  /** The network that the requests seem to come from. */
  network: string
  /** Calls per second; it also obeys `Retry-After`. Undefined: it never waits. */
  perSecond: number | undefined
}

export function openAttackClient(url: string, { over, network, perSecond }: Options): AttackClient {
  const { hostname, port } = new URL(url)
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS_MAX })
  const wires = new Set<Socket>()
  const tally: Tally = {}
  let next = performance.now()
  over.addEventListener('abort', () => {
    agent.destroy()
    for (const wire of wires) wire.destroy()
  })

  const count = (name: string) => void (tally[name] = (tally[name] ?? 0) + 1)

  /** Waits until the next call is allowed by `perSecond`. */
  async function turn() {
    if (perSecond === undefined) return
    const now = performance.now()
    next = Math.max(now, next + 1_000 / perSecond)
    await pause(next - now, undefined, { signal: over }).catch(() => {})
  }

  async function ask(method: string, path: string, { token, body, headers }: Given = {}) {
    await turn()
    if (over.aborted) return 0
    const text = body === undefined ? '' : JSON.stringify(body)
    const { status, wait, unnamed } = await new Promise<Answer>((resolve) => {
      let answered: Answer = { status: 0, wait: 0, unnamed: false }
      const call = request({ hostname, port, agent, method, path, signal: over })
      call.setHeader('x-forwarded-for', network)
      call.setHeader('origin', url)
      if (token) call.setHeader('authorization', `Bearer ${token}`)
      if (body !== undefined) {
        call.setHeader('content-type', 'application/json')
        call.setHeader('content-length', Buffer.byteLength(text))
      }
      for (const [name, value] of Object.entries(headers ?? {})) call.setHeader(name, value)
      call.on('response', (answer) => {
        const code = answer.statusCode ?? 0
        answered = {
          status: code,
          wait: Number(answer.headers['retry-after'] ?? 0),
          unnamed: false,
        }
        let start = ''
        answer.setEncoding('utf8').on('data', (part: string) => {
          if (start.length < 200) start += part
        })
        answer.on('close', () => {
          answered.unnamed = code >= 500 && !(code === 503 && start.includes('"unavailable"'))
        })
      })
      call.on('error', () => {})
      call.on('close', () => resolve(answered))
      call.end(text)
    })
    if (over.aborted) return status
    count(unnamed ? `${status} without our error body` : String(status))
    if (status === 429 && perSecond !== undefined) {
      await pause(wait * 1_000, undefined, { signal: over }).catch(() => {})
    }
    if (status === 0) await pause(REFUSED_MS)
    return status
  }

  async function socket(): Promise<Live | undefined> {
    await turn()
    if (over.aborted) return undefined
    const wire = connect({ host: hostname, port: Number(port) })
    wires.add(wire)
    wire.on('close', () => wires.delete(wire))
    wire.on('error', () => {})
    wire.write(
      [
        'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1',
        `Host: ${hostname}:${port}`,
        `X-Forwarded-For: ${network}`,
        'Connection: Upgrade',
        'Upgrade: websocket',
        'Sec-WebSocket-Version: 13',
        'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
      ].join('\r\n'),
    )
    const open = await new Promise<boolean>((resolve) => {
      wire.once('data', (head) => resolve(head.toString('latin1').startsWith('HTTP/1.1 101')))
      wire.once('close', () => resolve(false))
    })
    count(open ? 'sockets' : 'sockets refused')
    if (!open) {
      wire.destroy()
      await pause(REFUSED_MS)
      return undefined
    }
    wire.pause()
    return {
      async say(frames) {
        if (wire.destroyed || over.aborted) return false
        count('writes')
        if (wire.write(Buffer.concat(frames.map(masked)))) await pause(0)
        else {
          await new Promise<void>((resolve) => {
            wire.once('drain', resolve)
            wire.once('close', resolve)
          })
        }
        return !wire.destroyed
      },
      close: () => wire.destroy(),
    }
  }

  return { over, perSecond, ask, socket, tally: () => tally }
}

type Answer = { status: number; wait: number; unnamed: boolean }

/** A text frame as a browser sends it; its mask of zeros leaves the words as they are. */
function masked(text: string): Buffer {
  const words = Buffer.from(text)
  const long = words.length > 125
  const length = long ? [0x80 | 126, words.length >> 8, words.length & 255] : [0x80 | words.length]
  return Buffer.concat([Buffer.from([0x81, ...length, 0, 0, 0, 0]), words])
}
