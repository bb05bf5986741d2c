import { openAgenda } from './engines/agenda.ts'
import { openBullMq } from './engines/bullmq.ts'
import { openCarillon, openUnprepared } from './engines/carillon.ts'
import { FAN_OUT, type Engine, type OpenEngine } from './engines/engine.ts'
import { openFloor } from './engines/floor.ts'
import { openGraphileWorker } from './engines/graphile-worker.ts'
import { openPgBoss } from './engines/pg-boss.ts'
import { startRedis } from './engines/redis.ts'
import { median, percentile, say } from './figures.ts'
import { startPostgres, type Postgres } from './postgres.ts'

const ROUNDS = 5

/** Enough to be busy for half a second or more, and what the slowest can finish within `PATIENCE_MS`. */
const DUE_NOW = 4_000
const AT_ONCE = 1_000
const SPREAD = { count: 200, overMs: 5_000 }

/** For engines that plan some ten a second: a rate needs no thousand. */
const DUE_NOW_SLOW = 100

/** An engine that has not finished by then is given up. */
const PATIENCE_MS = 30_000

/** What falls due before, so that an engine that waits is measured as one that has been at work. */
const WARM_UP = { count: 400, beforeMs: 2_500 }

/** Time to store a thousand schedules in the slowest engine, before the instant they are due. */
const LEAD_MS = 5_000

/** How long an engine may take to stop; one that was given up in the middle of its work may never. */
const CLOSE_MS = 10_000

type Engines = Readonly<Record<string, { open: OpenEngine; slow?: true }>>
type Run = { perSecond: number; p99: number }
type Figures = Readonly<Record<string, Run | undefined>>

/** Ours may reach this share of the peer or must stay below it; design of the bars: ratios in one run. */
type Bar = { peer: string; atLeast?: number; atMost?: number }

/** How many schedules a second become deliveries in all their groups, beside others doing the same. */
export const throughput = () =>
  measure('throughput', {
    what: `${DUE_NOW} schedules due now, each to ${FAN_OUT} groups: schedules planned a second`,
    figure: 'perSecond',
    count: DUE_NOW,
    dueOf: (start) => () => start,
    bars: [
      { peer: 'floor', atLeast: 0.4 },
      { peer: 'BullMQ on Redis', atLeast: 1 },
      { peer: 'agenda', atLeast: 10 },
    ],
  })

/** How late the last of a thousand schedules of one instant has its deliveries. */
export const burst = () =>
  measure('burst', {
    what: `${AT_ONCE} schedules at one instant: p99 late, in ms, negative when there before it`,
    figure: 'p99',
    count: AT_ONCE,
    dueOf: (start) => () => start,
    bars: [
      { peer: 'floor', atMost: 2 },
      { peer: 'BullMQ on Redis', atMost: 0.3 },
      { peer: 'graphile-worker', atMost: 0.1 },
    ],
  })

/** How late single schedules are, one every 25 ms. */
export const spread = () =>
  measure('spread', {
    what: `${SPREAD.count} schedules over ${SPREAD.overMs / 1_000} s: p99 late, in ms, negative when there before`,
    figure: 'p99',
    count: SPREAD.count,
    dueOf: (start) => (index) => start + (index * SPREAD.overMs) / SPREAD.count,
    bars: [{ peer: 'floor', atMost: 1.5 }],
  })

type Measure = {
  what: string
  figure: keyof Run
  count: number
  /** When each schedule is due, given the instant the measurement may begin. */
  dueOf(start: number): (index: number) => number
  bars: readonly Bar[]
}

async function measure(name: string, measure: Measure): Promise<boolean> {
  const postgres = await startPostgres()
  const redis = await startRedis()
  const engines: Engines = {
    floor: { open: openFloor },
    Carillon: { open: openCarillon },
    ...(measure.figure === 'p99' ? { 'the same, not ahead': { open: openUnprepared } } : {}),
    ...(redis ? { 'BullMQ on Redis': { open: openBullMq(redis.port) } } : {}),
    'graphile-worker': { open: openGraphileWorker },
    'pg-boss': { open: openPgBoss },
    // It starts what was due long before it was started, but little of what falls due later.
    ...(measure.figure === 'perSecond' ? { agenda: { open: openAgenda, slow: true } } : {}),
  }
  try {
    say(`${name}: ${measure.what} (PostgreSQL ${postgres.version}, Redis ${redis?.version ?? '-'})`)
    if (!redis) say('  BullMQ on Redis: not measured, no redis-server is installed here')
    const figures = await interleaved(engines, measure, postgres)
    return compare(figures, measure)
  } finally {
    await redis?.stop()
    await postgres.stop()
  }
}

/** Every engine once a round, so that what else the machine does touches all alike; the medians. */
async function interleaved(engines: Engines, measure: Measure, postgres: Postgres) {
  const runs = new Map<string, Run[]>()
  const lost = new Set<string>()
  for (let round = 0; round < ROUNDS; round++) {
    for (const [name, { open, slow }] of Object.entries(engines)) {
      if (lost.has(name)) continue
      const count = slow ? DUE_NOW_SLOW : measure.count
      const run = await runOnce(await postgres.database(), open, { ...measure, count })
      if (run) runs.set(name, [...(runs.get(name) ?? []), run])
      else lost.add(name)
    }
  }
  const figures: Record<string, Run | undefined> = {}
  for (const name of Object.keys(engines)) {
    const all = runs.get(name)
    figures[name] =
      all && !lost.has(name)
        ? {
            perSecond: median(all.map((run) => run.perSecond)),
            p99: median(all.map((run) => run.p99)),
          }
        : undefined
  }
  return figures
}

/** One engine on a database of its own; undefined when it has not finished in time. */
async function runOnce(databaseUrl: string, open: OpenEngine, measure: Measure) {
  const engine = await open(databaseUrl)
  try {
    return await (measure.figure === 'perSecond' ? rate : lateness)(engine, measure)
  } finally {
    await Promise.race([engine.close(), until(Date.now() + CLOSE_MS)])
  }
}

/** From a standing start: all is due and stored when the engine begins. */
async function rate(engine: Engine, { count }: Measure): Promise<Run | undefined> {
  const due = Date.now()
  await engine.schedule(count, () => due)
  const start = Date.now()
  const late = await work(engine, count, () => start, start + PATIENCE_MS)
  return (
    late && {
      perSecond: (count * 1_000) / (Date.now() - start),
      p99: percentile([...late.values()], 0.99),
    }
  )
}

/** The engine waits for the instants that it has stored, once it has done with some others. */
async function lateness(engine: Engine, { count, dueOf }: Measure): Promise<Run | undefined> {
  const start = Date.now() + LEAD_MS
  const dueLater = dueOf(start)
  const due = (index: number) =>
    index < WARM_UP.count ? start - WARM_UP.beforeMs : dueLater(index - WARM_UP.count)
  const all = WARM_UP.count + count
  await engine.schedule(all, due)
  if (Date.now() >= due(0)) throw new Error('Storing took too long; nothing would be measured.')
  const late = await work(engine, all, due, due(all - 1) + PATIENCE_MS)
  if (!late) return undefined
  const measured = [...late].flatMap(([index, ms]) => (index < WARM_UP.count ? [] : [ms]))
  return { perSecond: (count * 1_000) / (Date.now() - start), p99: percentile(measured, 0.99) }
}

/** How late each was, in milliseconds, by its index; undefined when not all were made in time. */
function work(engine: Engine, count: number, due: (index: number) => number, patience: number) {
  const late = new Map<number, number>()
  const finished = new Promise<ReadonlyMap<number, number>>((resolve, reject) => {
    engine
      .work((index) => {
        late.set(index, Date.now() - due(index))
        if (late.size === count) resolve(late)
      })
      .catch(reject)
  })
  return Promise.race([finished, until(patience)])
}

function compare(figures: Figures, { figure, bars }: Measure): boolean {
  const ours = figures['Carillon']?.[figure]
  for (const [name, run] of Object.entries(figures)) {
    const value = run ? String(Math.round(run[figure])) : `not within ${PATIENCE_MS / 1_000} s`
    say(`  ${name.padEnd(19)} ${value}`)
  }
  let held = ours !== undefined
  for (const { peer, atLeast, atMost } of bars) {
    const theirs = figures[peer]?.[figure]
    if (theirs === undefined || ours === undefined) continue
    // What is there before its time is not late.
    const ratio = Math.max(0, ours) / theirs
    const holds = atLeast === undefined ? ratio <= atMost! : ratio >= atLeast
    const bar = atLeast === undefined ? `≤ ${atMost}` : `≥ ${atLeast}`
    say(`  ${ratio.toFixed(2)} × ${peer}, bar ${bar}: ${holds ? 'held' : 'MISSED'}`)
    held &&= holds
  }
  return held
}

const until = (at: number) =>
  new Promise<undefined>((resolve) => {
    setTimeout(() => resolve(undefined), Math.max(0, at - Date.now()))
  })
