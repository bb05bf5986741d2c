import { createMessage } from '@carillon/contract/messages'
import { startProduct } from '../tools/product.ts'
import { openCommunity } from '../tools/community.ts'
import { percentile, say, summary } from './figures.ts'

const BOTS = 20
const GROUPS_PER_BOT = 5
const ROUNDS = 2

/** The promise: accepted within this many milliseconds of its time, 99 of 100, on an idle machine. */
const BAR_MS = 250

/**
 * Schedules 200 messages for two minutes to come, through the API like a person would, and reads from
 * the sandbox's ledger when each was accepted. Every bot stays below the pace at which it would queue.
 */
export async function punctuality(): Promise<boolean> {
  const product = await startProduct({ env: { DEFAULT_TIER: 'pro', LOG_LEVEL: 'warn' } })
  try {
    const { person, groups, sandbox } = await openCommunity(product, {
      bots: BOTS,
      groupsPerBot: GROUPS_PER_BOT,
    })
    const due = new Map<string, number>()
    // The next whole minute that leaves time to save everything first.
    const first = Math.ceil((Date.now() + 30_000) / 60_000) * 60_000
    for (let round = 0; round < ROUNDS; round++) {
      const at = first + round * 60_000
      for (const group of groups) {
        const text = `${round} ${group.id}`
        due.set(text, at)
        await person.call(createMessage, {
          body: {
            kind: 'scheduled',
            content: { text },
            groupIds: [group.id],
            schedule: {
              timeZone: 'UTC',
              rule: { kind: 'once', at: new Date(at).toISOString().slice(0, 16) },
            },
            status: 'active',
          },
        })
      }
    }
    process.stdout.write(
      `  ${due.size} messages saved; waiting for ${new Date(first).toISOString()}\n`,
    )
    const entries = await sandbox.waitForLedger(due.size, { timeoutMs: 240_000 })
    const late = entries.map((entry) => entry.at - (due.get(entry.text) ?? Number.NaN))
    const p99 = percentile(late, 0.99)
    const held = late.length === due.size && Math.min(...late) >= 0 && p99 <= BAR_MS
    say(
      `punctuality  ${summary(late, 'ms late')}  bar: 0 ≤ all, p99 ≤ ${BAR_MS}  ${held ? 'held' : 'MISSED'}`,
    )
    sandbox.close()
    return held
  } finally {
    await product.stop()
  }
}
