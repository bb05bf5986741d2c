import { openAccount, findAccount, loseAccount, pauseAccountUntil } from '../accounts/actions.ts'
import type { Owned, Ownership } from '../accounts/port.ts'
import { channelFor } from '../channels/rules.ts'
import { readContents } from '../content/actions.ts'
import { contentFor } from '../content/rules.ts'
import {
  claimFollowUp,
  dropRest,
  endFollowUp,
  findDueAccounts,
  nextFollowUpAt,
  noteUnpin,
  postponeFollowUps,
  sayInstead,
  type ClaimedFollowUp,
} from '../deliveries/actions.ts'
import { blockGroupUntil } from '../groups/actions.ts'
import { seconds, sleep } from '../platform/clock.ts'
import type { Context } from '../platform/context.ts'
import type { Listener } from '../platform/news/listener.ts'
import { openAlarm } from './alarm.ts'
import { openFollowUpReports, type FollowUpReports } from './follow-up-reports.ts'
import { tryFollowUp, type Tried } from './follow-up.ts'
import { laneState } from './rules.ts'
import { serial } from './serial.ts'

/** How often all accounts are looked at again: a lost wake-up costs at most this. */
const LOOK_AGAIN_MS = seconds(5)

/** The share of its account's pace that follow-ups take, and how many go at once after a rest: the other is for sending. */
const SHARE = 0.4
const BURST = 10

export type FollowUpWorker = {
  /** Ends with the try that is on its way. */
  close(): Promise<void>
}

/**
 * Does what is to be done with messages that were sent, for the accounts that this process owns: one follow-up of
 * an account after the other, users in turn. Rows decide what is done; wake-ups only make it sooner. A try is
 * written down before the wire, so whoever takes over goes on with it.
 */
export function startFollowUps(
  ctx: Context,
  { ownership, listener }: { ownership: Ownership; listener: Pick<Listener, 'on' | 'onConnected'> },
): FollowUpWorker {
  const { clock, log } = ctx
  const reports = openFollowUpReports(ctx)
  const queues = new Map<string, ReturnType<typeof openQueue>>()
  const closing = new AbortController()

  const queueOf = (owner: Owned) => {
    const known = queues.get(owner.id)
    if (known?.epoch === owner.epoch) return known
    void known?.close()
    const isOwned = () =>
      ownership.mayAct() &&
      !closing.signal.aborted &&
      ownership.owned().get(owner.id)?.epoch === owner.epoch
    const queue = openQueue(ctx, { owner, isOwned, reports, closing: closing.signal })
    queues.set(owner.id, queue)
    return queue
  }

  const lookAll = serial(
    async () => {
      const owned = ownership.owned()
      for (const [id, queue] of queues) {
        if (owned.get(id)?.epoch === queue.epoch) continue
        void queue.close()
        queues.delete(id)
      }
      if (owned.size === 0 || !ownership.mayAct()) return
      for (const id of await findDueAccounts(ctx, clock.now(), [...owned.keys()])) {
        const owner = owned.get(id)
        if (owner) queueOf(owner).look()
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

  const forget = [
    ownership.onChange(() => lookAll()),
    listener.on(
      'followups',
      (id) => {
        const owner = ownership.owned().get(id)
        if (owner) queueOf(owner).look()
      },
      lookAll,
    ),
    listener.onConnected(lookAll),
  ]
  lookLater()
  lookAll()

  return {
    async close() {
      for (const one of forget) one()
      forgetLook()
      closing.abort()
      await Promise.all([...queues.values()].map((queue) => queue.close()))
      await reports.close()
    },
  }
}

type QueueOptions = {
  owner: Owned
  isOwned: () => boolean
  reports: FollowUpReports
  closing: AbortSignal
}

/** The follow-ups of one account. */
function openQueue(ctx: Context, { owner, isOwned, reports, closing }: QueueOptions) {
  const { clock, log } = ctx
  const { id: accountId, epoch } = owner
  let afterUser = ''
  let working: Promise<void> = Promise.resolve()
  /** When the next one may be done, in monotonic milliseconds; in the past by at most a burst. */
  let turnMs = -Infinity

  const look = serial(
    () => (working = work()),
    (error) => {
      if (!closing.aborted)
        log.warn(
          { account: accountId, reason: error.message },
          'Follow-ups failed; they are tried again.',
        )
    },
  )
  const alarm = openAlarm(clock, look)

  async function work() {
    while (isOwned()) {
      const row = await findAccount(ctx, accountId)
      const channel = ctx.channels.get(owner.channel)
      if (!row || !channel) return
      const own = channelFor(channel, owner.traits)
      const state = laneState(row, own.capabilities)
      // What is lost or down is looked at again when it changes, and every few seconds.
      if (state.kind !== 'open') return
      if (state.until && state.until > clock.now()) return alarm.at(state.until)
      await pace(own.capabilities.pace.account.perSecond * SHARE)
      // Whoever cannot open it begins nothing.
      const account = await openAccount(ctx, accountId)
      if (!isOwned()) return
      const one = await claimFollowUp(ctx, clock.now(), { accountId, epoch, afterUser })
      if (!one) break
      afterUser = one.userId
      const content = one.contentId
        ? (await readContents(ctx, [one.contentId])).get(one.contentId)
        : undefined
      const said = content && contentFor(content, one)
      // Reading may have taken so long that the account was lost. Whoever has it now tries this one again.
      if (!isOwned()) return
      const tried = await tryFollowUp(one, { clock, channel: own, account, content: said })
      await writeDown(one, tried, account.credentials)
      reports.note(one, tried.end)
    }
    const at = isOwned() ? await nextFollowUpAt(ctx, accountId) : undefined
    if (at) alarm.at(at)
  }

  /** Waits for the turn of the next one. */
  async function pace(perSecond: number) {
    const now = clock.steadyMs()
    turnMs = Math.max(turnMs, now - (BURST * 1_000) / perSecond) + 1_000 / perSecond
    if (turnMs > now) await sleep(clock, turnMs - now, closing)
  }

  /** Records the end of a try, with all that follows from it. */
  const writeDown = (one: ClaimedFollowUp, { end, waits, lost }: Tried, credentials: string) =>
    ctx.transaction(async (tx) => {
      if (lost) await loseAccount(ctx, tx, accountId, lost.code, lost.reason, credentials)
      if (waits) {
        const chatId = waits.scope === 'chat' ? one.chatId : null
        await postponeFollowUps(tx, accountId, chatId, waits.until)
        if (waits.scope === 'chat') await blockGroupUntil(ctx, tx, one.groupId, waits.until)
        else await pauseAccountUntil(ctx, tx, accountId, waits.until)
      }
      if (!(await endFollowUp(tx, { accountId, epoch }, one, end)) || !('doneAt' in end)) return
      if (one.kind === 'pin') await noteUnpin(tx, end.doneAt, one.deliveryId)
      if (one.kind === 'edit') await sayInstead(tx, one.deliveryId, one.contentId!)
      if (one.kind === 'delete') await dropRest(tx, one.deliveryId, 'It was deleted before.')
    })

  return {
    epoch,
    look,
    close() {
      alarm.clear()
      return working.catch(() => {})
    },
  }
}
