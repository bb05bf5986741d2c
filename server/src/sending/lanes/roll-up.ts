import { noteSent, type SentTo } from '../../groups/actions.ts'
import { seconds } from '../../platform/clock.ts'
import type { Context, Tx } from '../../platform/context.ts'
import { coalesced } from '../../platform/coalesced.ts'
import { openSingleTimer } from '../../platform/single-timer.ts'
import { giveWay } from '../store.ts'
import {
  findUnreported,
  findUnannounced,
  finishOccurrences,
  publishProgress,
} from '../../occurrences/actions.ts'
import type { Changed } from '../../deliveries/port.ts'

/** The most occurrences in one transaction: all of them wait while their sources are updated. */
const OCCURRENCES_TOGETHER = 50
const GROUPS_TOGETHER = 1_000

/** Progress is reported to a source at most four times a second, because nobody reads faster. */
const PROGRESS_EVERY_MS = 250

/** The time of the last send of a group is shown in minutes. */
const GROUPS_EVERY_MS = seconds(5)

/** How often the used part of an account's daily allowance is published. */
const ACCOUNTS_EVERY_MS = seconds(1)

/** A failed update is retried after this time; mostly an action of a person had locked the rows. */
const AGAIN_MS = seconds(1)

/** Reports how sending goes: finished occurrences at once, progress and groups from time to time. */
export type RollUp = {
  note(changed: readonly Changed[]): void
  /** Something was sent to these groups: texts alone, or something else. */
  sent(sends: readonly { groupId: string; isText: boolean }[]): void
  /** An account used something of its daily allowance. */
  used(accountId: string): void
  /** Finds what a process that ended did not report. */
  sweep(): Promise<void>
  close(): Promise<void>
}

export function openRollUp(ctx: Context): RollUp {
  const ended = openBacklog(ctx, OCCURRENCES_TOGETHER, (tx, ids) => finishOccurrences(ctx, tx, ids))
  const going = openBacklog(ctx, OCCURRENCES_TOGETHER, (tx, ids) => publishProgress(ctx, tx, ids))
  /** The last sends of each group that are not written yet. */
  const sentTo = new Map<string, SentTo>()
  let written: SentTo[] = []
  const groups = openBacklog(
    ctx,
    GROUPS_TOGETHER,
    (tx, ids) => {
      written = ids.flatMap((id) => sentTo.get(id) ?? [])
      return noteSent(ctx, tx, written)
    },
    () => {
      // A later send of a group, which came meanwhile, is still to be written.
      for (const send of written) if (sentTo.get(send.id) === send) sentTo.delete(send.id)
    },
  )
  const accounts = openBacklog(ctx, OCCURRENCES_TOGETHER, async (tx, ids) => {
    for (const id of ids.toSorted()) await ctx.accountWatcher.changed(ctx, tx, id)
  })
  /** When progress was reported last, in the steady time of the clock. */
  let reportedMs = -Infinity
  const progress = openSingleTimer(ctx.clock, () => {
    reportedMs = ctx.clock.steadyMs()
    going.flush()
  })
  const groupsLater = openSingleTimer(ctx.clock, groups.flush)
  const accountsLater = openSingleTimer(ctx.clock, accounts.flush)
  const reportProgress = () => {
    if (going.ids.size === 0) return
    progress.in(Math.max(0, reportedMs + PROGRESS_EVERY_MS - ctx.clock.steadyMs()))
  }

  return {
    note(changed) {
      for (const { id, allEnded } of changed) {
        if (allEnded) going.ids.delete(id)
        ;(allEnded ? ended : going).ids.add(id)
      }
      ended.flush()
      reportProgress()
    },
    sent(sends) {
      const at = ctx.clock.now()
      for (const { groupId: id, isText } of sends) {
        groups.ids.add(id)
        sentTo.set(id, { id, at, textAt: isText ? at : (sentTo.get(id)?.textAt ?? null) })
      }
      if (groups.ids.size > 0) groupsLater.in(GROUPS_EVERY_MS)
    },
    used(accountId) {
      accounts.ids.add(accountId)
      accountsLater.in(ACCOUNTS_EVERY_MS)
    },
    async sweep() {
      for (const id of await findUnreported(ctx)) ended.ids.add(id)
      for (const id of await findUnannounced(ctx)) going.ids.add(id)
      ended.flush()
      reportProgress()
    },
    async close() {
      progress.clear()
      groupsLater.clear()
      accountsLater.clear()
      await ended.close()
      await groups.close()
      await accounts.close()
    },
  }
}

/**
 * Ids with pending work, some of them in one transaction; retried until it is done. A transaction that met a
 * deadlock is repeated, so `work` changes nothing but the database; `committed` is called after it.
 */
function openBacklog(
  ctx: Context,
  together: number,
  work: (tx: Tx, ids: readonly string[]) => Promise<void>,
  committed: () => void = () => {},
) {
  const ids = new Set<string>()
  let most = together
  let working = Promise.resolve()

  /**
   * What is added in the meantime waits for the next flush; otherwise progress would be reported without a
   * pause.
   */
  async function workOff(waiting = [...ids]): Promise<void> {
    const taken = waiting.slice(0, most)
    if (taken.length === 0) return
    for (const id of taken) ids.delete(id)
    try {
      await ctx.transaction(async (tx) => {
        await giveWay(tx)
        await work(tx, taken)
      })
      committed()
      if (taken.length === waiting.length) most = together
    } catch (error) {
      for (const id of taken) ids.add(id)
      // One that fails must not stop the others: it goes to the end and is tried alone.
      most = 1
      throw error
    }
    await workOff(waiting.slice(taken.length))
  }

  const flush = coalesced(
    () => (working = workOff()),
    (error) => {
      ctx.log.warn({ reason: error.message }, 'A roll-up failed; it is tried again.')
      again.in(AGAIN_MS)
    },
  )
  const again = openSingleTimer(ctx.clock, flush)

  return {
    ids,
    flush,
    /** Does the remaining work once. */
    async close() {
      again.clear()
      await working.catch(() => {})
      await workOff().catch(() => {})
    },
  }
}
