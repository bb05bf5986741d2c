import type { Stretch } from '@carillon/contract/calendar'
import { fromEpoch, hours, minutes } from '../platform/clock.ts'
import { startLongWork } from '../platform/long-work.ts'
import type { Described } from '../planning/port.ts'
import { countByHour, type Day } from './days.ts'
import { willSkip, type UndescribedSend } from './rules.ts'

/** A send that is not listed, with whether the rules of its groups will skip it in all, and whether it can reach none. */
export type Unlisted = UndescribedSend & { willSkip: boolean; unreachable?: boolean }

/** Most stretches of one answer: some 100 kB. */
const STRETCHES_MAX = 1_000

/** How long the gaps within a stretch may be: a quarter of an hour cannot be seen; longer ones if there are too many. */
const GAPS_MS = [minutes(15), hours(1), hours(6), hours(48)]

/** The sends that are not listed, summed up. A series of which nothing is listed is left out: it has no row. */
export async function sumUp(
  sends: readonly UndescribedSend[],
  sources: ReadonlyMap<string, Described>,
): Promise<{ unlisted?: Stretch[] }> {
  const unlisted = await describedOf(sends, sources)
  return unlisted.length > 0 ? { unlisted: stretchesOf(unlisted) } : {}
}

/** The same of one day: one entry for each series and status, with how many are in each hour. */
export async function sumUpDay(
  day: Day,
  timeZone: string,
  { all, listed }: { all: readonly UndescribedSend[]; listed: readonly UndescribedSend[] },
  sources: ReadonlyMap<string, Described>,
): Promise<{ unlisted?: (Stretch & { hours: number[] })[] }> {
  if (listed.length === all.length) return {}
  const told = new Set(listed)
  const rest = all.filter((send) => !told.has(send))
  const unlisted = await describedOf(rest, sources)
  if (unlisted.length === 0) return {}
  const groups = [...Map.groupBy(unlisted, keyOf).values()]
  return {
    unlisted: groups.map((alike) => ({
      ...stretchOf(alike as [Unlisted, ...Unlisted[]]),
      hours: countByHour(day, alike, timeZone),
    })),
  }
}

async function describedOf(
  sends: readonly UndescribedSend[],
  sources: ReadonlyMap<string, Described>,
): Promise<Unlisted[]> {
  const letOthersRun = startLongWork()
  const unlisted: Unlisted[] = []
  for (const send of sends) {
    const described = sources.get(send.sourceId)
    if (described) {
      const unreachable = send.status === 'planned' && described.isUnreachable
      unlisted.push({ ...send, willSkip: willSkip(send, described), unreachable })
    }
    await letOthersRun()
  }
  return unlisted
}

/** Sums up sends, which are in time order, by series and status. */
export function stretchesOf(sends: readonly Unlisted[]): Stretch[] {
  const groups = [...Map.groupBy(sends, keyOf).values()]
  let stretches: Stretch[] = []
  for (const gapMs of GAPS_MS) {
    stretches = groups.flatMap((alike) => joined(alike, gapMs))
    if (stretches.length <= STRETCHES_MAX) break
  }
  return stretches
}

/** `sends` are of one series and status. */
function joined(sends: readonly Unlisted[], gapMs: number): Stretch[] {
  const runs: [Unlisted, ...Unlisted[]][] = []
  for (const send of sends) {
    const run = runs.at(-1)
    if (run && send.at - run.at(-1)!.at <= gapMs) run.push(send)
    else runs.push([send])
  }
  return runs.map(stretchOf)
}

/** `run` are of one series and status. */
const stretchOf = (run: readonly [Unlisted, ...Unlisted[]]): Stretch => ({
  sourceId: run[0].sourceId,
  ...standing(run[0]),
  ...(run[0].willSkip ? { willSkip: true } : {}),
  ...(run[0].unreachable ? { unreachable: true } : {}),
  from: instant(run[0].at),
  to: instant(run.at(-1)!.at),
  count: run.length,
})

/** The status of a send, with what words need besides. */
export const standing = ({ status, reason, sent }: UndescribedSend) => ({
  status,
  ...(reason === 'late' ? { missed: true as const } : {}),
  ...(status === 'partly' && sent === 0 ? { unsure: true as const } : {}),
  ...(reason === 'will_overlap' ? { willSkip: true as const } : {}),
})

const keyOf = (send: Unlisted) =>
  JSON.stringify([send.sourceId, standing(send), send.willSkip, send.unreachable])

const instant = (at: number) => fromEpoch(at).toISOString()
