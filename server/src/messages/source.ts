import { brief, BRIEF_SOURCE_MAX } from '../content/words.ts'
import { minutes } from '../platform/clock.ts'
import type { Context, Reading, Tx } from '../platform/context.ts'
import type { Described, Due, Planned, Prepared, Source, DescribedSend } from '../planning/port.ts'
import { statusAfter } from './status-transitions.ts'
import { settleAll } from '../notifications/actions.ts'
import { attentionFor, cannotBePlanned, SENT_AFTER_ALL } from './words.ts'
import { adoptedBy, adoptedContent, replaceFormer } from './lasting-text.ts'
import { seriesAfter } from './self-pause.ts'
import { contentAt, sendsAtItsSlots, obstacleOf } from '../series/rules.ts'
import * as store from './store.ts'
import {
  readFirstGroups,
  readQuiet,
  readTargets,
  readUnreachable,
  type PostTarget,
} from './targets-store.ts'
import type { OccurrenceChange } from '../occurrences/port.ts'
import { quietForecast } from '../sending/rules.ts'
import {
  postsTo,
  publishChanged,
  readRunTexts,
  readSlotContents,
  readSlotTexts,
  replaceLater,
  replacingMessages,
  commonSourceMethods,
  withLatest,
} from '../series/actions.ts'
import { othersOf, readSending } from '../occurrences/actions.ts'

declare module '../platform/news/news.ts' {
  interface NewsKinds {
    'message.updated': true
    'message.deleted': true
  }
}

/** The functions of messages that the planner calls. */
export const messageSource: Source = {
  ...commonSourceMethods('message', cannotBePlanned),
  prepare,
  planned,
  occurrencesChanged,
  findPresent: store.findPresent,
  describe,
}

/**
 * Decides what due slots send. Only a waiting message sends at its slots; a send-now and a continued fan-out
 * were decided before.
 */
async function prepare(
  ctx: Context,
  tx: Tx,
  due: readonly Due[],
): Promise<ReadonlyMap<string, Prepared>> {
  const ids = due.map(({ sourceId }) => sourceId)
  const rows = new Map((await store.readPlanned(tx, ids)).map((row) => [row.id, row]))
  const series = ids.filter((id) => rows.get(id)?.kind === 'automated')
  const [targets, contents, sending] = [
    await readTargets(tx, ids),
    await readSlotContents(tx, 'message', series),
    await readSending(tx, 'message', series),
  ]
  const prepared = new Map<string, Prepared>()
  for (const one of due) {
    const { sourceId, slotAt, originalAt, continued } = one
    const row = rows.get(sourceId)
    if (!row) continue
    const slot = continued ? null : slotAt
    if (slot && !sendsAtItsSlots(row)) continue
    const obstacle =
      slot && obstacleOf(row, sending.has(sourceId), { slotAt: slot, now: ctx.clock.now() })
    if (obstacle) {
      prepared.set(sourceId, obstacle)
      continue
    }
    const content =
      continued?.decided?.contents[0] ??
      // What a person sends now is what a run of this moment would say.
      contentAt(contents.get(sourceId), originalAt ?? ctx.clock.now())?.contentId ??
      row.contentId
    const answer = plannerAnswer(row, content, targets.get(sourceId) ?? [])
    const onward = slot && adoptedContent(row, contents.get(sourceId), one)
    prepared.set(sourceId, onward ? { ...answer, onward } : answer)
  }
  return prepared
}

function plannerAnswer(
  row: store.PlannedRow,
  contentId: string,
  chosen: readonly PostTarget[],
): Exclude<Prepared, { kind: 'wait' }> {
  const lost = row.kind === 'automated' && chosen.every(({ gone }) => gone)
  if (chosen.length === 0 || lost) return { kind: 'skip', reason: 'no_groups' }
  const contentIds = [contentId]
  return {
    kind: 'send',
    catchUpMs: minutes(row.catchUpMinutes),
    onUnconfirmed: row.onUnconfirmed,
    posts: postsTo(chosen, () => contentIds),
    decided: { contents: contentIds },
    run: { n: row.runs + 1, ...(row.timeZone ? { timeZone: row.timeZone } : {}) },
  }
}

/**
 * Moves messages on after a slot: a single one is being sent, a series waits for its next slot or is
 * finished. A content of all later slots becomes that of the series.
 */
async function planned(ctx: Context, tx: Tx, moves: readonly Planned[]): Promise<void> {
  if (moves.length === 0) return
  await replaceFormer(ctx, tx, moves)
  const changes = moves.map((one) => ({ ...one, adopts: adoptedBy(one)?.contentId }))
  await publishChanged(tx, 'message', await store.moveOn(tx, changes, ctx.clock.now()))
}

/**
 * Updates messages after their latest occurrence changed; an older occurrence only changes its own numbers.
 */
async function occurrencesChanged(
  ctx: Context,
  tx: Tx,
  occurrences: readonly OccurrenceChange[],
): Promise<void> {
  const ids = [...new Set(occurrences.map(({ sourceId }) => sourceId))]
  const messages = await store.lockThese(tx, ids)
  if (messages.length === 0) return
  const latest = await withLatest(tx, 'message', messages, occurrences)
  const series = latest.filter(({ row }) => row.kind === 'automated')
  const changes = new Map((await seriesAfter(ctx, tx, series)).map((one) => [one.id, one]))
  for (const { row: message, occurrence } of latest) {
    if (message.kind === 'automated') continue
    const status = statusAfter(message.status, occurrence)
    const attention = occurrence.isSame
      ? message.attention
      : (attentionFor(message.id, status, occurrence) ?? null)
    changes.set(message.id, { id: message.id, status, attention })
  }
  // The notices of earlier tries are settled.
  const done = latest.filter(
    ({ row }) =>
      row.kind !== 'automated' && row.status !== 'sent' && changes.get(row.id)?.status === 'sent',
  )
  const others = await othersOf(
    tx,
    'message',
    done.map(({ row, occurrence: { id } }) => ({ id, sourceId: row.id })),
  )
  await settleAll(
    ctx,
    tx,
    others.map(({ id: about, userId }) => ({ userId, about, message: SENT_AFTER_ALL })),
  )
  const ended = occurrences.filter(({ status, sent }) => status !== 'sending' && sent > 0)
  const replacing = await replacingMessages(tx, [...new Set(ended.map(({ sourceId }) => sourceId))])
  await replaceLater(tx, replacing, ended)
  const all = messages.map((message) => changes.get(message.id) ?? message)
  await publishChanged(tx, 'message', await store.setStatuses(tx, all, ctx.clock.now()))
}

async function describe(
  reading: Reading,
  ids: readonly string[],
  wanted: readonly DescribedSend[] = [],
) {
  const made = wanted.flatMap(({ occurrenceId }) => occurrenceId ?? [])
  const [runTexts, rows, groups, contents, quiet, unreachable] = [
    await readRunTexts(reading, made),
    await store.readBrief(reading, ids),
    await readFirstGroups(reading, ids),
    await readSlotTexts(reading, 'message', ids, BRIEF_SOURCE_MAX),
    await readQuiet(reading, ids),
    await readUnreachable(reading, ids),
  ]
  return new Map(
    rows.map(({ id, kind, title, text, count, shows }): [string, Described] => {
      const { groupIds: [groupId] = [], groupCount = 0 } = groups.get(id) ?? {}
      return [
        id,
        {
          kind,
          title,
          groups: groupCount,
          ...(groupId ? { groupId } : {}),
          ...(shows ? { shows } : {}),
          textOf: ({ slotAt, occurrenceId }) => {
            const own = contentAt(contents.get(id), slotAt)
            const changed = own !== undefined
            const sent = runTexts.get(occurrenceId ?? '')
            if (sent !== undefined) return { text: sent, changed }
            return { text: brief(own?.text ?? text), changed, texts: own?.count ?? count }
          },
          quietAt: quietForecast(quiet.get(id) ?? []),
          isUnreachable: unreachable.has(id),
        },
      ]
    }),
  )
}
