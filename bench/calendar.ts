import { performance } from 'node:perf_hooks'
import { getCalendar, getToday } from '@carillon/contract/calendar'
import { createMessage } from '@carillon/contract/messages'
import { startProduct } from '../tools/product.ts'
import { settle } from '../tools/community.ts'
import { percentile, say, summary } from './figures.ts'

/** Series of one send a day: a month of them is some 5,000 sends. */
const SERIES = 167
const MONTH = { from: '2035-06-01', to: '2035-06-30' }
const SENDS = 5_000
const ASKED = 40

/** The promise: a month of 5,000 sends, and today, within this many milliseconds, 95 of 100. */
const BAR_MS = 100

/** Asks for a full month and for today, through the API like a page would. */
export async function calendar(): Promise<boolean> {
  const product = await startProduct({ env: { DEFAULT_TIER: 'pro', LOG_LEVEL: 'warn' } })
  try {
    const { person, groups, sandbox } = await settle(product, { bots: 1, groupsPerBot: 1 })
    for (let n = 0; n < SERIES; n++) {
      const time = `${String(n % 24).padStart(2, '0')}:${String(n % 60).padStart(2, '0')}`
      await person.call(createMessage, {
        body: {
          kind: 'automated',
          content: { text: `Series ${n}` },
          groupIds: [groups[0]!.id],
          schedule: {
            timeZone: 'Europe/Berlin',
            rule: { kind: 'daily', everyDays: 1, at: [time] },
            starts: '2035-01-01',
          },
          status: 'active',
        },
      })
    }
    const query = { ...MONTH, timeZone: 'Europe/Berlin' }
    const month: number[] = []
    const today: number[] = []
    let sends = 0
    for (let n = 0; n < ASKED; n++) {
      const { days } = await timed(month, () => person.call(getCalendar, { query }))
      sends = days.reduce((sum, { count }) => sum + count, 0)
      await timed(today, () => person.call(getToday, {}))
    }
    const held = sends >= SENDS && percentile(month, 0.95) <= BAR_MS
    say(`calendar  ${sends} sends  ${summary(month, 'ms')}  bar: p95 ≤ ${BAR_MS}  ${verdict(held)}`)
    say(`today     ${summary(today, 'ms')}`)
    sandbox.close()
    return held
  } finally {
    await product.stop()
  }
}

async function timed<T>(into: number[], work: () => Promise<T>): Promise<T> {
  const start = performance.now()
  const answer = await work()
  into.push(performance.now() - start)
  return answer
}

const verdict = (held: boolean) => (held ? 'held' : 'MISSED')
