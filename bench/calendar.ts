import { performance } from 'node:perf_hooks'
import { getCalendar, getToday } from '@carillon/contract/calendar'
import { startProduct } from '../tools/product.ts'
import { openCommunity } from '../tools/community.ts'
import { percentile, say, summary } from './figures.ts'
import { fillMonths, MONTH_SENDS } from './series.ts'

const MONTH = { from: '2035-06-01', to: '2035-06-30' }
const ASKED = 40

/** The promise: a month of 5,000 sends, and today, within this many milliseconds, 95 of 100. */
const BAR_MS = 100

/** Asks for a full month and for today, through the API like a page would. */
export async function calendar(): Promise<boolean> {
  const product = await startProduct({
    env: { DEFAULT_TIER: 'pro', LOG_LEVEL: 'warn', LIMIT_ACTIVE_SERIES: '1000' },
  })
  try {
    const community = await openCommunity(product, { bots: 1, groupsPerBot: 1 })
    const { person, sandbox } = community
    await fillMonths(community)
    const query = { ...MONTH, timeZone: 'Europe/Berlin' }
    const month: number[] = []
    const today: number[] = []
    let sends = 0
    for (let n = 0; n < ASKED; n++) {
      const { days } = await timed(month, () => person.call(getCalendar, { query }))
      sends = days.reduce((sum, { count }) => sum + count, 0)
      await timed(today, () => person.call(getToday, {}))
    }
    const held = sends >= MONTH_SENDS && percentile(month, 0.95) <= BAR_MS
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
