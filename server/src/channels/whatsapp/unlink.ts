import { seconds } from '../../platform/clock.ts'
import { reasonOf } from '../../platform/errors.ts'
import type { SessionKey } from './credentials.ts'
import type { WhatsappContext } from './context.ts'
import * as store from './store.ts'

/** How long a device may take to log in before it can be unlinked. */
const LOGIN_MS = seconds(20)

let leavings = 0

/**
 * Unlinks a device that belongs to no account, and deletes its stored state. Returns whether WhatsApp confirmed it;
 * otherwise a person has to remove it on the phone.
 */
export async function unlinkDevice(context: WhatsappContext, key: SessionKey): Promise<boolean> {
  const { reading, clock, host, owners, log, versions } = context
  const device = `leaving ${++leavings}`
  const owned = { accountId: '', sessionId: key.sessionId, epoch: 0 }
  const loggedIn = Promise.withResolvers<boolean>()
  const stopListening = host.listen(device, {
    onEvent({ kind }) {
      if (kind === 'open') loggedIn.resolve(true)
      if (kind === 'closed') loggedIn.resolve(false)
    },
    died: () => loggedIn.resolve(false),
  })
  const forgetWait = clock.later(LOGIN_MS, () => loggedIn.resolve(false))
  let unlink = false
  try {
    const claimed = await store.claim(reading, owned)
    if (typeof claimed !== 'string') {
      owners.set(device, owned)
      const version = versions.current()
      const about = { device, ...key, creds: claimed.creds, sentTo: [] }
      await host.call('open', { ...about, ...(version ? { version } : {}) })
      unlink = await loggedIn.promise
    }
  } catch (error) {
    log.warn({ reason: reasonOf(error) }, 'A device was not unlinked.')
  }
  forgetWait()
  stopListening()
  const unlinked = await host.call('close', { device, unlink }).catch(() => false)
  owners.delete(device)
  await store.remove(reading, key.sessionId)
  return unlinked
}
