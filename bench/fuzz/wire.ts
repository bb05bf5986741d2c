import { Agent, request } from 'node:http'
import { connect } from 'node:net'

/** What came back: status 0 is a connection that was closed without an answer. */
export type Reply = { status: number; text: string; hung: boolean }

/** How long an answer, or the end of the connection, may take; in milliseconds. */
const HANGS_MS = 10_000

/** No more of an answer is looked at, in characters. */
const READ_MAX = 20_000_000

export type Ask = {
  method: string
  path: string
  headers: Readonly<Record<string, string>>
  body?: string | Buffer
}

/** Asks over connections that are kept alive, as programs do. */
export function openWire(url: string) {
  const { hostname, port } = new URL(url)
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  return {
    ask: ({ method, path, headers, body }: Ask) =>
      new Promise<Reply>((resolve) => {
        let status = 0
        let text = ''
        let hung = false
        const end = () => resolve({ status, text, hung })
        const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
        const call = request({
          hostname,
          port,
          agent,
          method,
          path,
          headers: {
            ...headers,
            ...length,
          },
        })
        const late = setTimeout(() => {
          hung = true
          call.destroy()
        }, HANGS_MS)
        call.on('response', (answer) => {
          status = answer.statusCode ?? 0
          answer.setEncoding('utf8').on('data', (part: string) => {
            if (text.length < READ_MAX) text += part
          })
          answer.on('close', end)
        })
        call.on('upgrade', (answer, socket) => {
          status = answer.statusCode ?? 0
          socket.destroy()
        })
        call.on('error', () => {})
        call.on('close', () => {
          clearTimeout(late)
          if (status === 0 || hung) end()
        })
        call.end(body)
      }),
    /**
     * Writes bytes as they are, one part after the answer to the part before, and resolves with the last
     * answer, or when the connection ends. With `last` it says that nothing more comes: for what may be
     * the beginning of a request, whose rest the server would rightly wait for.
     */
    write: (parts: readonly (string | Buffer)[], last = false) =>
      new Promise<Reply>((resolve) => {
        let text = ''
        let written = 0
        const socket = connect({ host: hostname, port: Number(port) })
        const finish = (hung: boolean) => {
          clearTimeout(late)
          socket.destroy()
          const statuses = [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)]
          const answered = statuses.length >= written ? statuses.at(-1)?.[1] : undefined
          resolve({ status: Number(answered ?? 0), text, hung })
        }
        const late = setTimeout(() => finish(true), HANGS_MS)
        const next = () => {
          const part = parts[written++] ?? ''
          if (last && written === parts.length) socket.end(part)
          else socket.write(part)
        }
        socket.setEncoding('latin1')
        socket.on('connect', next)
        socket.on('data', (part) => {
          if (text.length < READ_MAX) text += String(part)
          if ([...text.matchAll(/HTTP\/1\.1 (?!100)\d{3}/g)].length < written) return
          if (written < parts.length) next()
          // Its words may still be on their way.
          else setTimeout(() => finish(false), 20)
        })
        socket.on('error', () => finish(false))
        socket.on('close', () => finish(false))
      }),
    close: () => agent.destroy(),
  }
}
