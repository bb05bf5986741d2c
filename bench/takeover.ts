import { createMessage, sendMessageNow } from '@carillon/contract/messages'
import pg from 'pg'
import { openCommunity } from '../tools/community.ts'
import { startProduct } from '../tools/product.ts'
import { median, say } from './figures.ts'
import { startPostgres } from './postgres.ts'

const BOTS = 10
const GROUPS_EACH = 60
const ROUNDS = 5

/** kill -9 when so many messages have arrived, of 600. */
const KILLED_AFTER = 100

/** What left before the kill arrives within this; what comes later was sent by the one that took over. */
const IN_FLIGHT_MS = 50

const LOOK_MS = 50

/** Two servers share the bots; one is ended by kill -9. When is the first message of its bots sent by the other? */
export async function takeover(): Promise<boolean> {
  const postgres = await startPostgres()
  const databaseUrl = await postgres.database()
  const admin = new pg.Client({ connectionString: databaseUrl })
  await admin.connect()
  const env = { DATABASE_URL: databaseUrl, DEFAULT_TIER: 'pro', LOG_LEVEL: 'error' }
  const product = await startProduct({ env })
  const second = await product.another()
  try {
    const { person, groups, sandbox } = await openCommunity(product, {
      bots: BOTS,
      groupsPerBot: GROUPS_EACH,
    })
    const groupIds = groups.map((group) => group.id)
    const tookMs: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      await until(async () => (await ownersOf(admin)).size === 2)
      const since = (await sandbox.ledger()).at(-1)?.seq ?? 0
      const { id } = await person.call(createMessage, {
        body: { kind: 'scheduled', content: { text: 'Doors open.' }, groupIds, status: 'draft' },
      })
      await person.call(sendMessageNow, { params: { id } })
      await sandbox.waitForLedger(KILLED_AFTER, { since, timeoutMs: 60_000 })
      const owners = await ownersOf(admin)
      const killedAt = Date.now()
      await second.kill()
      const left = await livingOwner(admin, owners)
      const orphans = new Set([...owners].flatMap(([owner, bots]) => (owner === left ? [] : bots)))
      const entries = await sandbox.waitForLedger(
        (entry) => entry.at > killedAt + IN_FLIGHT_MS && orphans.has(entry.accountId),
        { since, timeoutMs: 60_000 },
      )
      tookMs.push(entries.at(-1)!.at - killedAt)
      await second.start()
    }
    const worst = Math.max(...tookMs)
    const held = worst <= 2_000
    say(`takeover: ${ROUNDS} times kill -9 of one of two servers that share ${BOTS} bots`)
    say(
      `  first message by the other after ${median(tookMs)} ms, at worst ${worst}; bar ≤ 2000: ${held ? 'held' : 'MISSED'}`,
    )
    sandbox.close()
    return held
  } finally {
    await second.kill()
    await product.stop()
    await admin.end()
    await postgres.stop()
  }
}

/** The bots of each process, by their ids at the network. */
async function ownersOf(admin: pg.Client): Promise<Map<string, string[]>> {
  const { rows } = await admin.query<{ owner: string; bots: string[] }>(
    'select owner::text, array_agg(external_id) as bots from accounts where owner is not null group by 1',
  )
  return new Map(rows.map(({ owner, bots }) => [owner, bots]))
}

/** Waits until one process has all bots of the other, and answers which. */
async function livingOwner(admin: pg.Client, before: Map<string, string[]>): Promise<string> {
  await until(async () => (await ownersOf(admin)).size === 1)
  const [owner] = [...(await ownersOf(admin)).keys()]
  if (!owner || !before.has(owner)) throw new Error('Nobody of the two was left.')
  return owner
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
}
