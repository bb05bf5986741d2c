import { after } from '../../platform/clock.ts'
import { invalid, reasonOf } from '../../platform/errors.ts'
import type { Ids } from '../../platform/ids.ts'
import type { PairingEvents, PairingSession, PairingWay, StepPairing } from '../port/pairing.ts'
import { KEY_BYTES, readCredentials, writeCredentials } from './credentials.ts'
import type { DeviceEvent } from './protocol.ts'
import type { WhatsappContext } from './context.ts'
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
const NOT_SAVED = 'This server could not keep it. Remove the device on your phone and try again.'
const NOT_REACHED = 'WhatsApp cannot be reached now. Try again in a moment.'

/** Links a device, by a code to scan or by one that is typed on the phone. */
export const pairBySteps = (context: WhatsappContext & { ids: Ids }): StepPairing => ({
  ways: ['qr', 'phone'],
  begin: (way, events) => begin(context, way, events),
  async undo(credentials) {
    const key = readCredentials(credentials)
    return key !== undefined && unlinkDevice(context, key)
  },
})

let pairings = 0

function begin(
  context: WhatsappContext & { ids: Ids },
  way: PairingWay,
  events: PairingEvents,
): PairingSession {
  const { host, clock, ids, random, reading, log, versions } = context
  const device = `pairing ${++pairings}`
  const key = { sessionId: ids.next(), dataKey: random.bytes(KEY_BYTES) }
  let shown = false
  let number: string | undefined
  let version: Version | undefined
  let over = false
  /** The phone linked the device while this pairing was being closed: `paired` is still to come. */
  let awaitsPaired = false
  let saving: Promise<void> = Promise.resolve()
  const last = Promise.withResolvers<void>()

  const stopListening = host.listen(device, {
    onEvent: handleDeviceEvent,
    died() {
      if (awaitsPaired) reportLeftThere()
      else fail(NOT_REACHED)
    },
  })

  function handleDeviceEvent(event: DeviceEvent): void {
    // Reported also after the pairing was closed: whoever closed it unlinks the device again.
    if (event.kind === 'paired') {
      saving = savePaired(event)
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

  async function savePaired({ creds, number, name }: Extract<DeviceEvent, { kind: 'paired' }>) {
    over = true
    try {
      await store.create(reading, clock.now(), key.sessionId, Buffer.from(creds))
    } catch (error) {
      log.error({ reason: reasonOf(error) }, 'The paired account could not be saved.')
      return reportLeftThere()
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

  /** The phone has linked the device and we could not save its keys: only its owner can remove it, on the phone. */
  function reportLeftThere() {
    over = true
    last.resolve()
    events.failed(NOT_SAVED, { left: true })
  }

  function fail(reason: string) {
    if (over) return
    over = true
    events.failed(reason)
  }

  /** WhatsApp refuses our version before it gives a code: the pairing starts again with a version that it accepts. */
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
      log.warn({ reason: reasonOf(error) }, 'A pairing with WhatsApp could not start.')
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
      // Events that the thread sent before it reads this arrive before its answer.
      awaitsPaired = await host.call('close', { device, unlink: false }).catch(() => false)
      if (awaitsPaired) await last.promise
      stopListening()
      await saving
    },
  }
}

/** A number as others may see it: enough to recognize one's own. */
function masked(number: string): string {
  return `+${number.slice(0, -7)}•••${number.slice(-4)}`
}
