import { once } from 'node:events'
import { initAuthCreds, jidDecode, type WASocket } from 'baileys'
import { systemClock } from '../../../platform/clock.ts'
import type { Calls } from '../calls.ts'
import type { DeviceEvent, MainCalls } from '../protocol.ts'
import { openSealing } from './sealing.ts'
import { endOf, type SocketOptions } from './socket.ts'
import { keysInMemory, sealCreds } from './state.ts'

/** How long the first code to scan is good, and each one after it: the library's own times. */
const FIRST_SCAN_MS = 60_000
const SCAN_MS = 20_000

/** How long a code is good that is typed on the phone: as long as the connection is held for it. */
const CODE_MS = 160_000

/** How long the server may take to end the connection of a device that was linked. */
const RESTART_MS = 10_000

/** Links a device: by a code to scan, or by one to type on the phone with this number. */
export function openPairing(
  connect: (options: SocketOptions) => WASocket,
  main: Calls<MainCalls>,
  given: { device: string; sessionId: string; dataKey: Uint8Array; phone?: string },
): { close(): Promise<void> } {
  const { device, sessionId, dataKey, phone } = given
  const sealing = openSealing(dataKey, sessionId)
  const creds = initAuthCreds()
  const tell = (event: DeviceEvent) => main.tell(device, event)
  let shown = 0
  let linked = false
  let over = false
  let forget = () => {}

  const socket = connect({ auth: { creds, keys: keysInMemory() } })
  socket.ev.on('creds.update', (update) => void Object.assign(creds, update))
  socket.ev.on('connection.update', ({ connection, lastDisconnect, qr, isNewLogin }) => {
    if (over) return
    if (qr) show(qr)
    if (isNewLogin) {
      linked = true
      // The server ends the connection, so that the device logs in. Should it not, so do we.
      forget = systemClock.later(RESTART_MS, () => void socket.end(undefined))
    }
    if (connection !== 'close') return
    over = true
    forget()
    if (linked && creds.me) {
      const number = jidDecode(creds.me.id)?.user ?? ''
      const { name } = creds.me
      tell({ kind: 'paired', creds: sealCreds(sealing, creds), number, name })
    } else tell({ kind: 'closed', ...endOf(lastDisconnect?.error) })
  })

  function show(qr: string) {
    shown += 1
    if (!phone) {
      tell({ kind: 'scan', text: qr, expiresInMs: shown === 1 ? FIRST_SCAN_MS : SCAN_MS })
    } else if (shown === 1) {
      // The server takes a request for a code once it offers codes to scan.
      void askForCode(phone).catch(() => void socket.end(undefined))
    }
  }

  async function askForCode(number: string) {
    // It is told before the server has heard of it: a code that is typed then is nobody's.
    const heard = once(socket.ws, 'CB:iq,type:result,link_code_companion_reg')
    const code = await socket.requestPairingCode(number)
    await heard
    if (!over) tell({ kind: 'typeThere', code, expiresInMs: CODE_MS })
  }

  return {
    async close() {
      over = true
      forget()
      await socket.end(undefined)
    },
  }
}
