import type { ChannelEvents, Session } from '../channels/port/receiving.ts'
import { seconds } from '../platform/clock.ts'
import type { Context } from '../platform/context.ts'
import type { Listener } from '../platform/news/listener.ts'
import { channelOf } from './actions.ts'
import { withCredentials } from './credentials.ts'
import { handleEvent } from './status.ts'
import type { Owned, Ownership } from './port.ts'
import { isLive } from './rules.ts'
import * as store from './store.ts'
import { hookMaker } from './webhooks.ts'

/** How soon an account is checked again when its session could not be opened. */
const RETRY_MS = seconds(5)

type Opened = { epoch: number; credentials: string; sealed: Buffer; session: Session }

/**
 * Keeps a session open for every account that this process owns and that has working credentials.
 * The rows decide; ownership and wake-ups only start a check.
 */
export function openSessions(
  ctx: Context,
  ownership: Pick<Ownership, 'owned' | 'onChange'>,
  listener: Pick<Listener, 'on' | 'onConnected'>,
): { close(): Promise<void> } {
  const sessions = new Map<string, Opened>()
  const queues = new Map<string, Promise<void>>()
  /** Cancels the next try of a session that could not be opened. */
  const retries = new Map<string, () => void>()
  const stop = new AbortController()

  /** Brings one account's session in line with its row; calls for one account follow each other. */
  function look(id: string): Promise<void> {
    const next = (queues.get(id) ?? Promise.resolve()).then(async () => {
      // One chain of tries for each: every wake-up would begin another.
      retries.get(id)?.()
      retries.delete(id)
      try {
        await adjust(id)
      } catch (error) {
        if (stop.signal.aborted) return
        const reason = (error as Error).message
        ctx.log.warn({ account: id, reason }, 'A session could not be opened; retrying.')
        retries.set(
          id,
          ctx.clock.later(RETRY_MS, () => void look(id)),
        )
      }
    })
    queues.set(id, next)
    return next.finally(() => queues.get(id) === next && queues.delete(id))
  }

  async function adjust(id: string) {
    const owned = stop.signal.aborted ? undefined : ownership.owned().get(id)
    const account = owned && (await store.find(ctx, id))
    const wanted = account && isLive(account.status) ? account.credentials : null
    const current = sessions.get(id)
    if (current && wanted && current.epoch === owned?.epoch && current.sealed.equals(wanted)) return
    if (current) {
      sessions.delete(id)
      await current.session.close({ unlink: owned !== undefined && isGivenUp(current, account) })
    }
    if (!owned || !account || !wanted) return
    const session = await open(owned, account, wanted)
    sessions.set(id, { ...session, epoch: owned.epoch, sealed: wanted })
  }

  /** Whether these credentials are no longer those of the account: they were deleted or replaced. */
  function isGivenUp({ credentials }: Opened, account: store.AccountRow | undefined): boolean {
    if (!account?.credentials) return true
    try {
      return withCredentials(ctx, account, account.credentials).credentials !== credentials
    } catch {
      return false
    }
  }

  async function open(owned: Owned, account: store.AccountRow, sealed: Buffer) {
    const channelAccount = withCredentials(ctx, account, sealed)
    const channel = channelOf(ctx, owned.channel)
    const webhook = channel.webhook && hookMaker(ctx, channel.webhook, account.id)
    const { credentials } = channelAccount
    const session = channel.open(
      { ...channelAccount, epoch: owned.epoch, ...(webhook ? { webhook } : {}) },
      eventsOf(owned, credentials),
    )
    return { credentials, session }
  }

  /** Somebody in another process asked for the chats of an account. */
  const tellAgain = (id: string) =>
    void sessions
      .get(id)
      ?.session.refresh?.()
      .catch((error: Error) =>
        ctx.log.warn({ account: id, reason: error.message }, 'Chats could not be refreshed.'),
      )

  const eventsOf = (owned: Owned, credentials: string): ChannelEvents => ({
    on: (event) => handleEvent(ctx, owned, event, credentials),
    async offset(next) {
      if (await store.saveOffset(ctx, owned.id, owned.epoch, next)) return
      void look(owned.id)
      throw new Error('Another process has taken this account over.')
    },
  })

  const lookAtAll = () => {
    for (const id of new Set([...sessions.keys(), ...ownership.owned().keys()])) void look(id)
  }

  const forget = [
    ownership.onChange(async (_gained, lost) => {
      lookAtAll()
      // Close first: if two processes poll one bot, they end each other's polls.
      await Promise.all(lost.map(({ id }) => look(id)))
    }),
    listener.on('accounts', (id) => void look(id), lookAtAll),
    listener.on('chats', tellAgain),
    listener.onConnected(lookAtAll),
  ]
  lookAtAll()

  return {
    async close() {
      stop.abort(new Error('The process is stopping.'))
      for (const one of [...forget, ...retries.values()]) one()
      await Promise.all([...sessions.keys(), ...queues.keys()].map(look))
    },
  }
}
