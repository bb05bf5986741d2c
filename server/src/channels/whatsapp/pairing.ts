import { after } from '../../platform/clock.ts'
import { invalid, reasonOf } from '../../platform/errors.ts'
import type { Ids } from '../../platform/ids.ts'
import type { PairingEvents, PairingSession, PairingWay, StepPairing } from '../port/pairing.ts'
import { KEY_BYTES, readCredentials, writeCredentials } from './credentials.ts'
import type { DeviceEvent } from './protocol.ts'
import type { Means } from './means.ts'
import { TOO_OLD } from './endings.ts'
import * as store from './store.ts'
import { unlinkDevice } from './unlink.ts'
import type { Version } from './versions.ts'

/** A number with its country code, as E.164 has them; people write spaces and signs between the digits. */
const NUMBER = /^\+?[1-9]\d{6,14}$/

const BAD_NUMBER = 'Give the number with its country code, such as +49 151 12345678.'
const NOBODY_CAME = 'Nobody used the code in time. Get a new one.'
const VERSION_REFUSED =
  'WhatsApp takes the version of this server no more. Whoever runs it has to update it, or set WHATSAPP_VERSION.'
const NOT_KEPT = 'This server could not keep it. Remove the device on your phone and try again.'
const NOT_REACHED = 'WhatsApp cannot be reached now. Try again in a moment.'

/** Links a device, by a code to scan or by one that is typed on the phone. */
export const pairBySteps = (means: Means & { ids: Ids }): StepPairing => ({
  ways: ['qr', 'phone'],
  begin: (way, events) => begin(means, way, events),
  async undo(credentials) {
    const key = readCredentials(credentials)
    return key !== undefined && unlinkDevice(means, key)
  },
})

let pairings = 0

function begin(
  means: Means & { ids: Ids },
  way: PairingWay,
  events: PairingEvents,
): PairingSession {
  const { host, clock, ids, random, reading, log, versions } = means
  const device = `pairing ${++pairings}`
  const key = { sessionId: ids.next(), dataKey: random.bytes(KEY_BYTES) }
  let shown = false
  let number: string | undefined
  let version: Version | undefined
  let over = false
  /** The phone has linked it although it was ended: that is still to be told. */
  let leaving = false
  let keeping: Promise<void> = Promise.resolve()
  const last = Promise.withResolvers<void>()

  const stopListening = host.listen(device, {
    told: heard,
    died() {
      if (leaving) leftThere()
      else fail(NOT_REACHED)
    },
  })

  function heard(event: DeviceEvent): void {
    // What the phone has linked is told also after the end: whoever ended it undoes it.
    if (event.kind === 'paired') {
      keeping = paired(event)
      return last.resolve()
    }
    if (over) return event.kind === 'closed' ? last.resolve() : undefined
    switch (event.kind) {
      case 'scan':
      case 'typeThere': {
        shown = true
        const expiresAt = after(clock.now(), event.expiresInMs)
        return event.kind === 'scan'
          ? events.step({ kind: 'scan', text: event.text, expiresAt })
          : events.step({ kind: 'typeThere', code: event.code, expiresAt })
      }
      case 'closed':
        if (event.code === TOO_OLD) return void tooOld()
        return fail(shown && event.code === 408 ? NOBODY_CAME : NOT_REACHED)
      default:
        return undefined
    }
  }

  async function paired({ creds, number, name }: Extract<DeviceEvent, { kind: 'paired' }>) {
    over = true
    try {
      await store.create(reading, clock.now(), key.sessionId, Buffer.from(creds))
    } catch (error) {
      log.error({ reason: reasonOf(error) }, 'What a pairing found was not kept.')
      return leftThere()
    }
    const identity = masked(number)
    events.paired({
      identity: {
        externalId: number,
        identity,
        username: '',
        name: name && name !== '~' ? name : 'WhatsApp',
      },
      credentials: writeCredentials(key),
    })
  }

  /** Nothing is kept of what the phone has linked, so that it cannot be undone from here. */
  function leftThere() {
    over = true
    last.resolve()
    events.failed(NOT_KEPT, { left: true })
  }

  function fail(reason: string) {
    if (over) return
    over = true
    events.failed(reason)
  }

  /** Nobody has seen a code yet: it begins anew as what WhatsApp takes. */
  async function tooOld() {
    if (!(await versions.after(version))) return fail(VERSION_REFUSED)
    if (!over) await link(number)
  }

  async function link(phone?: string) {
    number = phone
    version = versions.current()
    try {
      const about = { device, ...key, ...(version ? { version } : {}) }
      await host.call('pair', { ...about, ...(phone ? { phone } : {}) })
    } catch (error) {
      log.warn({ reason: reasonOf(error) }, 'A pairing with WhatsApp was not begun.')
      fail(NOT_REACHED)
    }
  }

  if (way === 'phone') events.step({ kind: 'phone' })
  else void link()

  let asked = way === 'qr'
  return {
    async give(input) {
      const digits = input.kind === 'phone' ? input.phone.replaceAll(/[\s()./-]/g, '') : ''
      if (!NUMBER.test(digits)) throw invalid(input.kind, BAD_NUMBER)
      if (asked) throw invalid(input.kind, 'A number was given already. Begin again.')
      asked = true
      await link(digits.replace('+', ''))
    },
    async close() {
      over = true
      // What was told before the thread reads this is heard before its answer.
      leaving = await host.call('close', { device, unlink: false }).catch(() => false)
      if (leaving) await last.promise
      stopListening()
      await keeping
    },
  }
}

/** A number as others may see it: enough to know one's own by. */
function masked(number: string): string {
  return `+${number.slice(0, -7)}•••${number.slice(-4)}`
}
