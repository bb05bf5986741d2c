import fc from 'fast-check'
import { nasty } from './values.ts'

/** How long a live connection may take to be there, and to be gone once it was closed; in milliseconds. */
const HANGS_MS = 10_000

/** How long the server has to say something to the frames, in milliseconds. */
const LISTEN_MS = 100

const KINDS = [
  '0',
  '1',
  '2',
  '3',
  '4',
  '5',
  '6',
  '9',
  'b',
  '40',
  '41',
  '42',
  '43',
  '44',
  '45',
  '46',
]

/** Frames that a browser may send over a live connection, with `TOKEN` in place of a token. */
export const frames: fc.Arbitrary<(string | Uint8Array)[]> = fc.array(
  fc.oneof(
    fc.constantFrom<string>(
      '40',
      '40{}',
      '40{"token":"TOKEN"}',
      '40{"token":"TOKEN"}',
      '40/admin,{"token":"TOKEN"}',
      '40{"token":',
      '40{"token":{"a":1}}',
      '40{"__proto__":{"token":"TOKEN"}}',
      '42["x"]',
      '421["x"]',
      '42/admin,["x"]',
      '42["disconnect"]',
      '42["error",{}]',
      '42["__proto__"]',
      '42[null]',
      '42{}',
      '451-["x",{"_placeholder":true,"num":0}]',
      '4599999999-["x"]',
      '43["x"]',
      '43999[]',
      '41',
      '44"x"',
      '3',
      '2probe',
      '1',
      '6',
      '',
      `42${'['.repeat(5_000)}`,
      `42["${'a'.repeat(20_000)}"]`,
    ),
    fc.tuple(fc.constantFrom(...KINDS), nasty).map(([kind, value]) => kind + JSON.stringify(value)),
    fc.uint8Array({ maxLength: 50 }),
  ),
  { minLength: 1, maxLength: 12 },
)

/** Opens a live connection, says the frames, and answers all that was heard; `hung` if it never came or went. */
export function converse(
  url: string,
  token: string,
  said: readonly (string | Uint8Array)[],
): Promise<{ status: number; text: string; hung: boolean }> {
  const address = `${url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`
  return new Promise((resolve) => {
    let text = ''
    let status = 0
    const finish = (hung: boolean) => {
      clearTimeout(late)
      resolve({ status, text, hung })
    }
    const late = setTimeout(() => finish(true), HANGS_MS)
    const socket = new WebSocket(address)
    socket.addEventListener('open', () => {
      status = 101
      for (const one of said) {
        if (socket.readyState !== WebSocket.OPEN) break
        socket.send(typeof one === 'string' ? one.replace('TOKEN', token) : Buffer.from(one))
      }
      setTimeout(() => socket.close(), LISTEN_MS)
    })
    socket.addEventListener('message', ({ data }) => (text += String(data)))
    socket.addEventListener('error', () => {})
    socket.addEventListener('close', () => finish(false))
  })
}

/** Listens as this person for all that is told live; `heard` takes what came since it was last asked. */
export function listen(url: string, token: string) {
  const address = `${url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`
  let text = ''
  const socket = new WebSocket(address)
  socket.addEventListener('message', ({ data }) => {
    const said = String(data)
    if (said.startsWith('0')) socket.send(`40${JSON.stringify({ token })}`)
    else if (said === '2') socket.send('3')
    else text += `${said}\n`
  })
  socket.addEventListener('error', () => {})
  return {
    heard() {
      const all = text
      text = ''
      return all
    },
    close: () => socket.close(),
  }
}
