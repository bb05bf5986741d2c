import { attackNames, type AttackName } from '../tools/hostile/attacks.ts'
import { openScene, SCENE_ENV, type Outcome, type Period } from '../tools/hostile/scene.ts'
import { startProduct } from '../tools/product.ts'
import { percentile, say } from './figures.ts'

const BOTS = 20
const GROUPS_PER_BOT = 20

/** All that the limits let one user have, and accounts to delete that have sent a lot. */
const HOARD = { series: 100, messages: 4_500, accountsToDelete: 12, sent: 10_000 }

/** How long each attack goes on alone, and how long all together; in milliseconds. */
const ALONE_MS = 4_000
const TOGETHER_MS = 10_000

/** Sends of the neighbor a second: each to a group of its own, so that no pace makes one wait. */
const SENDS_PER_SECOND = 4

/** As many heavy reads at once as one user may have. */
const HEAVY_READS = 3

/** The bars in milliseconds: lateness at worst, while the attacker keeps to his limits, and silence of /healthz. */
const WORST_MS = 2_000
const POLITE_MS = 250
const SILENCE_MS = 250

/** How late one user's messages go out, and how long the server is silent, while others do the worst they can. */
export async function hostile(): Promise<boolean> {
  const product = await startProduct({ env: { ...SCENE_ENV, LOG_LEVEL: 'error' } })
  try {
    const size = { bots: BOTS, groupsPerBot: GROUPS_PER_BOT, data: HOARD }
    const scene = await openScene(product, size)
    say('hostile: another’s sends, in ms late (negative when there before); longest waits in ms of')
    say('/healthz, /readyz and the other’s list. Attacker, server and watcher share these cores.')
    say(`  ${'attack'.padEnd(22)}  p50  p99 late  /healthz  /readyz    list  answered`)
    const outcomes: { polite: boolean; outcome: Outcome }[] = []
    const run = async (what: string, names: AttackName[], overMs: number, polite = false) => {
      const sends = (overMs / 1_000) * SENDS_PER_SECOND
      const limit = polite ? { parallelMax: HEAVY_READS } : {}
      const stretch: Period = { names, polite, sends, overMs, ...limit }
      const outcome = await scene.run(stretch)
      say(row(what, outcome))
      return { polite, outcome }
    }
    try {
      const idle = await run('nobody', [], ALONE_MS)
      for (const name of attackNames) outcomes.push(await run(name, [name], ALONE_MS))
      outcomes.push(await run('all together', [...attackNames], TOGETHER_MS))
      outcomes.push(await run('all, at their limits', [...attackNames], TOGETHER_MS, true))
      return judge(idle.outcome, outcomes)
    } finally {
      await scene.close()
    }
  } finally {
    await product.stop()
  }
}

function judge(idle: Outcome, outcomes: { polite: boolean; outcome: Outcome }[]): boolean {
  const late = (polite: boolean) =>
    outcomes.filter((one) => one.polite === polite).flatMap(({ outcome }) => outcome.late)
  const worst = percentile(late(false), 0.99)
  const polite = percentile(late(true), 0.99)
  const all = outcomes.map(({ outcome }) => outcome)
  const silence = Math.max(...all.map(({ health }) => health.longestMs))
  const wrong = all.reduce((sum, { twice, health, ready }) => {
    return sum + twice + health.failed + health.open + ready.open
  }, 0)
  const lost = all.flatMap((one) => one.late).filter((ms) => ms === Infinity).length
  const held = worst <= WORST_MS && polite <= POLITE_MS && silence <= SILENCE_MS
  const sound = wrong + lost === 0
  const calm = percentile(idle.late, 0.99)
  say(`  p99 late at worst ${told(worst)}, at their limits ${told(polite)}, alone ${told(calm)}`)
  say(
    `  bars ≤ ${WORST_MS}, ≤ ${POLITE_MS}; /healthz silent for ${told(silence)}, bar ≤ ${SILENCE_MS}: ${held ? 'held' : 'MISSED'}`,
  )
  say(`  lost ${lost}; sent twice or health not answered ${wrong}: ${sound ? 'held' : 'MISSED'}`)
  return held && sound
}

function row(what: string, { late, health, ready, call, tallies }: Outcome): string {
  const figures = [percentile(late, 0.5), percentile(late, 0.99)].map((ms) => told(ms).padStart(6))
  const waits = [health, ready, call].map(({ longestMs, failed }) =>
    `${told(longestMs)}${failed > 0 ? ` (${failed} ✖)` : ''}`.padStart(9),
  )
  return `  ${what.padEnd(20)} ${figures.join('   ')} ${waits.join('')}  ${answered(tallies)}`
}

/** What was answered to the attacks in all, most often first. */
function answered(tallies: Outcome['tallies']): string {
  const sums = new Map<string, number>()
  for (const [name, count] of Object.values(tallies).flatMap((tally) => Object.entries(tally))) {
    sums.set(name, (sums.get(name) ?? 0) + count)
  }
  return [...sums]
    .toSorted(([, a], [, b]) => b - a)
    .map(([name, count]) => `${name === '0' ? 'closed' : name} × ${count}`)
    .join(', ')
}

const told = (ms: number) => (Number.isFinite(ms) ? String(Math.round(ms)) : 'never')
