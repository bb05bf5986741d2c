import type { Schedule } from '@carillon/contract/schedule'
import type { SimulatedGroup } from '../server/src/cycles/simulation/lanes.ts'
import { UNMOVED } from '../server/src/cycles/rotation/position.ts'
import type { Rotation } from '../server/src/cycles/rotation/rounds.ts'
import { simulate } from '../server/src/cycles/simulation/engine.ts'
import { startLongWork } from '../server/src/platform/long-work.ts'
import { percentile, say, summary } from './figures.ts'

const DAYS = 90
const GROUPS = 500
const STEPS = 50
const ROUNDS = 10

/** The promise: that many days, groups and steps within so many ms of one core, and never so long at once. */
const BAR_MS = 300
const BAR_AT_ONCE_MS = 50

const FROM = new Date('2026-11-22T12:00Z')

const schedule: Schedule = {
  timeZone: 'Europe/Berlin',
  rule: { kind: 'daily', everyDays: 1, at: ['09:00'] },
  starts: '2026-11-22',
  seed: 1,
}

const groups = Array.from({ length: GROUPS }, (_, n): SimulatedGroup => ({
  groupId: `group ${n}`,
  topics: [],
  accountId: `account ${n % 5}`,
  connectionId: `connection ${n % 5}`,
  connection: 'Bot',
  title: `Choir ${n}`,
  channel: 'telegram-bot',
  status: 'active',
  timeZone: 'Europe/Berlin',
  quietHours: n % 2 ? { from: '22:00', to: '08:00', mode: 'hold' } : null,
  dailyCap: n % 3 ? 10 : null,
  minGapMinutes: n % 5 ? 30 : null,
  pace: { perSecond: 25, groupPerMinute: 18 },
}))

/** How long a simulation of every order and mode takes, and how long it keeps others waiting. */
export async function simulation(): Promise<boolean> {
  let held = true
  for (const mode of ['same', 'own_place', 'one_group'] as const) {
    for (const order of ['sequence', 'shuffle', 'weighted'] as const) {
      const took: number[] = []
      const atOnce: number[] = []
      let count = 0
      for (let n = 0; n <= ROUNDS; n++) {
        const start = processorMs()
        let since = processorMs()
        let longest = 0
        const letOthersRun = startLongWork()
        const answer = await simulate(
          {
            rotation: rotation(mode, order),
            position: UNMOVED,
            schedule,
            overlap: 'skip',
            advanceOnSkip: false,
            groups,
            from: FROM,
            until: new Date(FROM.getTime() + DAYS * 86_400_000),
            reworded: () => false,
            others: () => 0,
          },
          async () => {
            longest = Math.max(longest, processorMs() - since)
            await letOthersRun()
            since = processorMs()
          },
        )
        count = answer.count
        // The first one warms up.
        if (n === 0) continue
        took.push(processorMs() - start)
        atOnce.push(longest)
      }
      const ok = percentile(took, 0.95) <= BAR_MS && percentile(atOnce, 0.5) <= BAR_AT_ONCE_MS
      held &&= ok
      const name = `${order}, ${mode}`.padEnd(20)
      const bar = `bar: p95 ≤ ${BAR_MS}, at once ≤ ${BAR_AT_ONCE_MS}  ${ok ? 'held' : 'MISSED'}`
      say(
        `simulation  ${name} ${count} sends  ${summary(took, 'ms')}  at once ${Math.round(percentile(atOnce, 0.5))} ms  ${bar}`,
      )
    }
  }
  return held
}

const rotation = (mode: Rotation['mode'], order: Rotation['order']): Rotation => ({
  order,
  mode,
  stepsPerSlot: 1,
  seed: 7,
  ends: {},
  groupIds: groups.map(({ groupId }) => groupId),
  steps: Array.from({ length: STEPS }, (_, n) => ({
    id: `step ${n}`,
    enabled: n % 10 > 0,
    weight: 1 + (n % 3),
    from: null,
    until: null,
    maxSends: null,
  })),
})

/** What this process has used of its processor: others on the machine do not count. */
function processorMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}
