import type { Content } from '@carillon/contract/content/content'
import { OTHER_RUNS_MAX, type SentContents } from '@carillon/contract/deliveries'
import { readShownContents } from '../../content/actions.ts'
import {
  countDueFollowUps,
  GROUPS_NAMED_MAX,
  readSentCopies,
  readShownCopies,
  type SentCopies,
} from '../../deliveries/actions.ts'
import { readOccurrence, readOtherRuns, type ShownOccurrence } from '../../occurrences/actions.ts'
import type { Run } from '../../occurrences/port.ts'
import { presentOccurrence } from '../../occurrences/present.ts'
import type { UserContext } from '../../platform/context.ts'
import {
  blockedBy,
  deletableOf,
  editableOf,
  editObstacle,
  reasonsOf,
  sum,
  tooSlowFor,
  total,
  windowsOf,
} from './possible.ts'
import { contentAsSent, writtenFor } from './edit-checks.ts'

/** The copies of an occurrence, and how many of them can be edited or deleted now. */
export async function readSent(ctx: UserContext, id: string): Promise<SentContents> {
  const occurrence = await readOccurrence(ctx, id)
  const sentCopies = await readSentCopies(ctx, id, windowsOf(ctx))
  const changed = occurrence.changes.flatMap(({ contentId, says }) => [contentId, says])
  const shownCopies = await readShownCopies(ctx, id)
  const copied = [...sentCopies, ...shownCopies].map(({ contentId }) => contentId)
  const named = [...copied, ...changed].filter((one) => !!one)
  const contents = await readShownContents(ctx, [...new Set(named)] as string[])
  const stands = new Map(
    [...contents].filter(([one]) => sentCopies.some((it) => it.contentId === one)),
  )
  const blocked = blockedBy(occurrence)
  const deletable = sentCopies.map((one) => deletableOf(ctx, one))
  const others = occurrence.source === 'message' ? await readOthers(ctx, occurrence) : []
  const tooSlow = await tooSlowTogether(ctx, sentCopies, others)
  return {
    contents: [...Map.groupBy(sentCopies, ({ contentId }) => contentId)].flatMap(
      ([contentId, all]) => {
        const content = contents.get(contentId)
        if (!content) return []
        const can = all.map((one) => editableOf(ctx, one, content))
        const isAsked = (one: SentCopies) =>
          one.contentId === contentId && !editObstacle(ctx, one, content)
        const reasons = [...tooSlow('edit', isAsked), ...reasonsOf(can)]
        const titles = [...new Set(all.flatMap((one) => one.named))]
        const summary = { ...total(all), editable: sum(can), copies: copiesOf(all, can), reasons }
        return [
          {
            contentId,
            content: contentAsSent(content, occurrence.run),
            groups: titles.slice(0, GROUPS_NAMED_MAX),
            ...summary,
          },
        ]
      },
    ),
    ...total(sentCopies),
    deletable: sum(deletable),
    reasons: [...tooSlow('delete', () => true), ...reasonsOf(deletable)],
    ...(blocked ? { blocked } : {}),
    shown: shownCopies.flatMap(({ contentId, sentAt, editedAt, deletedAt, ...copy }) => {
      const content = contents.get(contentId)
      return content
        ? {
            ...copy,
            content: contentAsSent(content, occurrence.run),
            sentAt: sentAt?.toISOString() ?? null,
            editedAt: editedAt?.toISOString() ?? null,
            deletedAt: deletedAt?.toISOString() ?? null,
          }
        : []
    }),
    others: others.map((one) => presentOther(ctx, one, { contents: stands, run: occurrence.run })),
    changes: presentOccurrence(occurrence).changes.map((change, n) => {
      const { contentId, says } = occurrence.changes[n]!
      const [was, is] = [contents.get(contentId ?? ''), contents.get(says ?? '')]
      return {
        ...change,
        ...(was ? { was: contentAsSent(was, occurrence.run) } : {}),
        ...(is ? { says: is } : {}),
      }
    }),
  }
}

type OtherRun = { id: string; dueAt: Date; run: Run | null; sentCopies: readonly SentCopies[] }

/**
 * Reasons why copies cannot be edited or deleted in time: of this run alone; if it fits, of this run together with the
 * others.
 */
async function tooSlowTogether(
  ctx: UserContext,
  own: readonly SentCopies[],
  others: readonly OtherRun[],
) {
  const allCopies = [...own, ...others.flatMap(({ sentCopies }) => sentCopies)]
  const accountIds = [...new Set(allCopies.map(({ accountId }) => accountId))]
  const due = await countDueFollowUps(ctx, ctx.clock.now(), accountIds)
  return (kind: 'edit' | 'delete', isAsked: (one: SentCopies) => boolean): string[] => {
    const alone = tooSlowFor(ctx, { kind, all: own.filter(isAsked), due })
    if (alone.length > 0) return alone
    const together = tooSlowFor(ctx, { kind, all: allCopies.filter(isAsked), due })
    return together.map((words) => `With those of other runs: ${words}`)
  }
}

/** Other runs of the same message that still have copies in groups. */
async function readOthers(ctx: UserContext, occurrence: ShownOccurrence): Promise<OtherRun[]> {
  const runs: OtherRun[] = []
  for (const one of await readOtherRuns(ctx, occurrence, OTHER_RUNS_MAX)) {
    const sentCopies = await readSentCopies(ctx, one.id, windowsOf(ctx))
    if (sentCopies.length > 0) runs.push({ ...one, sentCopies })
  }
  return runs
}

/** How many copies of another run can get the same edit; `run` is the run being edited. */
function presentOther(
  ctx: UserContext,
  { id, dueAt, run, sentCopies }: OtherRun,
  { contents, run: asked }: { contents: ReadonlyMap<string, Content>; run: Run | null },
): SentContents['others'][number] {
  const own = [...Map.groupBy(sentCopies, ({ contentId }) => contentId)]
  return {
    occurrenceId: id,
    at: dueAt.toISOString(),
    ...total(sentCopies),
    editable: own.flatMap(([contentId, all]) => {
      const content = contents.get(contentId)
      if (!content) return []
      const can = all.map((one) => editableOf(ctx, one, content))
      return copiesOf(all, can).map(({ differs, ...one }) => ({
        ...one,
        contentId,
        differs:
          differs ||
          writtenFor(content, run, one.channel) !== writtenFor(content, asked, one.channel),
      }))
    }),
    deletable: sum(sentCopies.map((one) => deletableOf(ctx, one))),
  }
}

/** How many of these copies can be edited, by channel; `can` has the number for each entry. */
const copiesOf = (all: readonly SentCopies[], can: readonly { count: number }[]) =>
  [...Map.groupBy(all.keys(), (n) => all[n]!.channel)].flatMap(([channel, indexes]) => {
    const count = sum(indexes.map((n) => can[n]!))
    return count > 0 ? { channel, count, differs: indexes.some((n) => all[n]!.unsettled > 0) } : []
  })
