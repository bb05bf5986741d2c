import { readContents } from '../../content/actions.ts'
import { contentFor } from '../../content/rules.ts'
import { briefly } from '../../content/words.ts'
import type { ClaimedFollowUp, FollowUpEnd } from '../../deliveries/actions.ts'
import { countChange, giveUpFollowUps } from '../../deliveries/actions.ts'
import { DONE, inDoubt } from '../../deliveries/words.ts'
import { notify } from '../../notifications/actions.ts'
import { ADDITION_PREFIX, type Notice } from '../../notifications/rules.ts'
import { findOpenChanges, setSentChange } from '../../occurrences/actions.ts'
import { after, minutes } from '../../platform/clock.ts'
import type { Context, Tx } from '../../platform/context.ts'
import { LATE_MS, TOO_LATE } from './attempt.ts'
import { continueInterrupted } from '../sent/changes.ts'
import { coalesced } from '../../platform/coalesced.ts'
import * as store from './reports-store.ts'

/** Progress is published to pages at most four times a second. */
const PUBLISH_EVERY_MS = 250

/** How often to search for what a terminated process did not report. */
const SWEEP_EVERY_MS = minutes(1)

/** Reports results of follow-ups: to open pages, in the counts of edits and deletions, and by the bell. */
export type FollowUpReports = {
  note(one: ClaimedFollowUp, end: FollowUpEnd): void
  close(): Promise<void>
}

export function openFollowUpReports(ctx: Context): FollowUpReports {
  const { clock, log } = ctx
  /** Occurrences that have something to report. */
  const news = new Set<string>()
  let last: Promise<void> = Promise.resolve()
  let cancelPublishing = () => {}
  let telling = false

  async function tellAll() {
    telling = false
    const batch = [...news]
    news.clear()
    let failed: unknown
    for (const occurrenceId of batch) {
      try {
        await ctx.transaction((tx) => report(ctx, tx, occurrenceId))
      } catch (error) {
        news.add(occurrenceId)
        failed = error
      }
    }
    if (failed) throw failed
  }

  const publish = coalesced(
    () => (last = tellAll()),
    (error) => {
      log.warn({ reason: error.message }, 'Follow-ups could not be reported; it is tried again.')
      tellLater()
    },
  )

  function tellLater() {
    if (telling) return
    telling = true
    cancelPublishing = clock.later(PUBLISH_EVERY_MS, publish)
  }

  const sweep = coalesced(
    async () => {
      await continueInterrupted(ctx)
      await giveUpFollowUps(ctx, after(clock.now(), -LATE_MS), TOO_LATE)
      for (const { occurrenceId } of await findOpenChanges(ctx)) news.add(occurrenceId)
      for (const id of await store.findUnreported(ctx, clock.now())) news.add(id)
      if (news.size > 0) publish()
    },
    (error) => log.warn({ reason: error.message }, 'Unreported follow-ups could not be searched.'),
  )
  let forgetSweep = () => {}
  function sweepLater() {
    forgetSweep = clock.later(SWEEP_EVERY_MS, () => {
      sweep()
      sweepLater()
    })
  }
  sweepLater()
  sweep()

  return {
    note({ occurrenceId }, end) {
      if ('notBefore' in end) return
      news.add(occurrenceId)
      tellLater()
    },
    async close() {
      cancelPublishing()
      forgetSweep()
      await last.catch(() => {})
      await tellAll().catch(() => {})
    },
  }
}

async function report(ctx: Context, tx: Tx, occurrenceId: string): Promise<void> {
  const whose = await store.findRunSource(tx, occurrenceId)
  if (!whose) return
  for (const { id: changeId } of await findOpenChanges(tx, occurrenceId)) {
    await setSentChange(tx, changeId, await countChange(tx, { occurrenceId, changeId }))
  }
  const failures = await store.takeFailures(tx, ctx.clock.now(), occurrenceId)
  if (failures.length > 0) {
    const { contentId } = failures[0]!
    const content = (await readContents(tx, [contentId])).get(contentId)
    const text = content ? briefly(contentFor(content, failures[0]!)) : ''
    await notify(ctx, tx, whose.userId, noticeOf(occurrenceId, whose, { failures, text }))
  }
  const { userId, source, sourceId } = whose
  await tx.publish({ kind: `${source}.updated`, userId, id: sourceId, rev: 0 })
}

/** The bell item about failed follow-ups, one for each kind or each decision of a person about an occurrence. */
function noticeOf(
  occurrenceId: string,
  { source, sourceId }: store.RunSource,
  { failures, text }: { failures: readonly store.Failures[]; text: string },
): Notice {
  const [first, ...others] = failures
  const { kind, changeId, count, group, reason, doubtful } = first!
  const failed = `${doubtful ? 'may not have been' : 'could not be'} ${DONE[kind]}`
  const where = count === 1 ? group : `${group} and ${count - 1} more`
  const rest = others.reduce((sum, one) => sum + one.count, 0)
  return {
    kind: 'deliveries',
    reason: `${ADDITION_PREFIX}${occurrenceId}.${kind}${changeId ? `.${changeId}` : ''}`,
    appendTo: occurrenceId,
    title: `A message ${failed} in ${where}`,
    message: [
      doubtful
        ? `“${text}” ${failed} in ${where}. ${inDoubt(kind)} ${reason}`
        : `“${text}” ${failed} in ${where}: ${reason}`,
      rest > 0 ? `${rest} other steps failed as well.` : '',
    ]
      .filter(Boolean)
      .join(' '),
    link:
      source === 'message'
        ? `/dashboard/messages/edit/${sourceId}`
        : `/dashboard/cycles/${sourceId}`,
  }
}
