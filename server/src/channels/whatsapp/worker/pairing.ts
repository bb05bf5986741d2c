import { once } from 'node:events'
import { initAuthCreds, jidDecode, type WASocket } from 'baileys'
import { systemClock } from '../../../platform/clock.ts'
import type { Calls } from '../calls.ts'
import type { DeviceEvent, MainThreadCalls, PairDevice } from '../protocol.ts'
import { openSealing } from './sealing.ts'
import { deviceName, endOf, type SocketOptions } from './socket.ts'
import { keysInMemory, sealCreds } from './state.ts'

/** How long the first code to scan is valid, and each one after it: the library's own times. */
const FIRST_SCAN_MS = 60_000
const SCAN_MS = 20_000

/** How long a code to type on the phone is valid: as long as the server keeps the connection. */
const CODE_MS = 160_000

/** How long the server may take to end the connection of a device that was linked. */
const RESTART_MS = 10_000

/**
 * Links a device: by a code to scan, or by one to type on the phone with this number. Closing it answers whether the
 * phone has linked it already, which is then still told.
 */
export function openPairing(
  connect: (options: SocketOptions) => WASocket,
  mainThread: Calls<MainThreadCalls>,
  given: PairDevice,
): { close(): Promise<boolean> } {
  const { device, sessionId, dataKey, phone, version } = given
  const sealing = openSealing(dataKey, sessionId)
  const creds = initAuthCreds()
  const tell = (event: DeviceEvent) => mainThread.tell(device, event)
  let shown = 0
  let linked = false
  let over = false
  let forget = () => {}

  const browser = deviceName()
  const socket = connect({ auth: { creds, keys: keysInMemory() }, browser, version })
  socket.ev.on('creds.update', (update) => void Object.assign(creds, update))
  socket.ev.on('connection.update', ({ connection, lastDisconnect, qr, isNewLogin }) => {
    if (over) return
    if (qr) show(qr)
    if (isNewLogin) {
      linked = true
      // The server ends the connection, so that the device logs in. If it does not, we do.
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
      // The server accepts a request for a code only after it has offered codes to scan.
      void askForCode(phone).catch(() => void socket.end(undefined))
    }
  }

  async function askForCode(number: string) {
    // Its name was told when the connection began. Together with a code WhatsApp takes only systems that it knows, and
    // says nothing of others but that the code is wrong (reported for this version of the library, 2026-08).
    browser[0] = 'Ubuntu'
    // It is told before the server has heard of it: a code that is typed then is nobody's.
    const heard = once(socket.ws, 'CB:iq,type:result,link_code_companion_reg')
    const code = await socket.requestPairingCode(number)
    await heard
    if (!over) tell({ kind: 'typeThere', code, expiresInMs: CODE_MS })
  }

  return {
    async close() {
      // It is linked on the phone, and told once the server has ended this connection: who began it gives it up then.
      if (linked && !over) return true
      over = true
      forget()
      await socket.end(undefined)
      return false
    },
  }
}
