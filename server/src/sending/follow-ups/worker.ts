import { openAccount, findAccount, loseAccount, pauseAccountUntil } from '../../accounts/actions.ts'
import type { Owned, Ownership } from '../../accounts/port.ts'
import type { Channel } from '../../channels/port.ts'
import type { Pace } from '../../channels/port/sending.ts'
import { channelFor } from '../../channels/rules.ts'
import { linkPictureOf, readContents } from '../../content/actions.ts'
import { contentFor } from '../../content/rules.ts'
import {
  claimFollowUp,
  dropRest,
  endFollowUp,
  findNextFollowUps,
  nextFollowUpAt,
  recordUnpin,
  postponeFollowUps,
  replaceContent,
  type ClaimedFollowUp,
} from '../../deliveries/actions.ts'
import { blockGroupUntil } from '../../groups/actions.ts'
import { seconds, sleep } from '../../platform/clock.ts'
import type { Context } from '../../platform/context.ts'
import type { Listener } from '../../platform/news/listener.ts'
import { openEarliestTimer } from '../../platform/earliest-timer.ts'
import { openFollowUpReports, type FollowUpReports } from './reports.ts'
import { followUpPace } from './pace.ts'
import { tryFollowUp, type FollowUpResult } from './attempt.ts'
import type { Turn } from '../lanes/turn-waiters.ts'
import { laneState } from '../rules.ts'
import type { Sender } from '../sender.ts'
import { coalesced } from '../../platform/coalesced.ts'

/** How often all accounts are checked again: a lost wake-up delays follow-ups by at most this. */
const LOOK_AGAIN_MS = seconds(30)

export type FollowUpWorker = {
  /** Resolves when the running try has ended. */
  close(): Promise<void>
}

export type FollowUpOptions = {
  ownership: Ownership
  listener: Pick<Listener, 'on' | 'onConnected'>
  /** Gives a turn of an account, from its lane, so that sends and follow-ups together keep its pace. */
  turn: Sender['turn']
}

/**
 * Does the follow-ups of sent messages for the accounts that this process owns: one at a time for each account, users
 * in turn. Rows decide what is done; wake-ups only make it sooner. A try is stored before the request is sent, so the
 * next owner can continue it.
 */
export function startFollowUps(
  ctx: Context,
  { ownership, listener, turn }: FollowUpOptions,
): FollowUpWorker {
  const { clock, log } = ctx
  const reports = openFollowUpReports(ctx)
  const queues = new Map<string, ReturnType<typeof openQueue>>()
  let closed = false

  const queueOf = (owner: Owned) => {
    const known = queues.get(owner.id)
    if (known?.epoch === owner.epoch) return known
    void known?.close()
    const isOwned = () =>
      ownership.mayAct() && !closed && ownership.owned().get(owner.id)?.epoch === owner.epoch
    const queue = openQueue(ctx, { owner, isOwned, reports, turn })
    queues.set(owner.id, queue)
    return queue
  }

  const lookAll = coalesced(
    async () => {
      const owned = ownership.owned()
      if (owned.size === 0 || !ownership.mayAct()) return
      for (const { id, at } of await findNextFollowUps(ctx, [...owned.keys()])) {
        const owner = owned.get(id)
        if (owner) queueOf(owner).lookAt(at)
      }
    },
    (error) => log.warn({ reason: error.message }, 'Follow-ups could not be read.'),
  )

  let forgetLook = () => {}
  function lookLater() {
    forgetLook = clock.later(LOOK_AGAIN_MS, () => {
      lookAll()
      lookLater()
    })
  }

  function look(id: string) {
    const owner = ownership.owned().get(id)
    if (owner) queueOf(owner).look()
  }

  /** Waits for the running tries: the next owner must not begin the same ones in the meantime. */
  async function leave(lost: readonly Owned[]) {
    await Promise.all(
      lost.map(async ({ id }) => {
        const queue = queues.get(id)
        queues.delete(id)
        await queue?.close()
      }),
    )
  }

  const forget = [
    ownership.onChange((_gained, lost) => {
      lookAll()
      return leave(lost)
    }),
    listener.on('followups', look, lookAll),
    // An account that was down may be back.
    listener.on('accounts', (id) => queues.get(id)?.look()),
    listener.onConnected(lookAll),
  ]
  lookLater()
  lookAll()

  return {
    async close() {
      for (const one of forget) one()
      forgetLook()
      closed = true
      await Promise.all([...queues.values()].map((queue) => queue.close()))
      await reports.close()
    },
  }
}

type QueueOptions = {
  owner: Owned
  isOwned: () => boolean
  reports: FollowUpReports
  turn: Sender['turn']
}

/** The follow-ups of one account. */
function openQueue(ctx: Context, { owner, isOwned, reports, turn: turnOf }: QueueOptions) {
  const { clock, log } = ctx
  const { id: accountId, epoch } = owner
  const closing = new AbortController()
  let afterUser = ''
  let working: Promise<void> = Promise.resolve()
  /** When the next one may be done, in monotonic milliseconds; in the past by at most a burst. */
  let turnMs = -Infinity

  const look = coalesced(
    () => (working = work()),
    (error) => {
      if (!closing.signal.aborted)
        log.warn(
          { account: accountId, reason: error.message },
          'Follow-ups failed; they are tried again.',
        )
    },
  )
  const alarm = openEarliestTimer(clock, look)

  async function work() {
    while (isOwned()) {
      // A turn is taken only if something is due.
      const at = await nextFollowUpAt(ctx, accountId)
      if (!at) return
      if (at > clock.now()) return alarm.at(at)
      const row = await findAccount(ctx, accountId)
      const channel = ctx.channels.get(owner.channel)
      if (!row || !channel) return
      const own = channelFor(channel, owner.traits)
      const state = laneState(row, own.capabilities)
      // An account that is lost or down is checked again when it changes, and every half minute.
      if (state.kind !== 'open') return
      if (state.until && state.until > clock.now()) return alarm.at(state.until)
      await pace(own.capabilities.pace)
      const turn = await turnOf(accountId, closing.signal)
      if (!turn) return
      await useTurn(turn, own)
    }
  }

  async function useTurn(turn: Turn, channel: Channel) {
    let asked = false
    try {
      // If the account cannot be opened, no try begins.
      const account = await openAccount(ctx, accountId)
      if (!isOwned()) return
      const one = await claimFollowUp(ctx, clock.now(), { accountId, epoch, afterUser })
      if (!one) return
      afterUser = one.userId
      const content = one.contentId
        ? (await readContents(ctx, [one.contentId])).get(one.contentId)
        : undefined
      const resolved = content && contentFor(content, one)
      // Reading may have taken so long that the account was lost. Its next owner tries this one again.
      if (!isOwned()) return
      asked = true
      const linkPicture = resolved && linkPictureOf(ctx, resolved)
      const by = { clock, channel, account }
      const tried = await tryFollowUp(one, { ...by, content: resolved, linkPicture })
      await writeDown(one, tried, account.credentials)
      reports.note(one, tried.end)
    } finally {
      turn.end(asked)
    }
  }

  /** Waits until the share of the pace for follow-ups allows the next one. */
  async function pace(of: Pace) {
    const { everyMs, most } = followUpPace(of)
    const now = clock.steadyMs()
    turnMs = Math.max(turnMs, now - most * everyMs) + everyMs
    if (turnMs > now) await sleep(clock, turnMs - now, closing.signal)
  }

  /** Records the end of a try, with all that follows from it. */
  const writeDown = (
    one: ClaimedFollowUp,
    { end, waits, lost }: FollowUpResult,
    credentials: string,
  ) =>
    ctx.transaction(async (tx) => {
      if (lost) await loseAccount(ctx, tx, accountId, lost.code, lost.reason, credentials)
      if (waits) {
        const chatId = waits.scope === 'chat' ? one.chatId : null
        await postponeFollowUps(tx, accountId, chatId, waits.until)
        if (waits.scope === 'chat') await blockGroupUntil(ctx, tx, one.groupId, waits.until)
        else await pauseAccountUntil(ctx, tx, accountId, waits.until)
      }
      if (!(await endFollowUp(tx, { accountId, epoch }, one, end)) || !('doneAt' in end)) return
      if (one.kind === 'pin') await recordUnpin(tx, end.doneAt, one.deliveryId)
      if (one.kind === 'edit') await replaceContent(tx, one.deliveryId, one.contentId!)
      if (one.kind === 'delete') await dropRest(tx, one.deliveryId, 'It was deleted before.')
    })

  return {
    epoch,
    look,
    lookAt: (at: Date) => (at <= clock.now() ? look() : alarm.at(at)),
    close() {
      closing.abort()
      alarm.clear()
      return working.catch(() => {})
    },
  }
}
