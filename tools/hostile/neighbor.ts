import { createMessage } from '@carillon/contract/messages'
import type { Pool } from '../../server/src/platform/db/database.ts'
import { openCommunity } from '../community.ts'
import type { Person } from '../client.ts'
import type { Product } from '../product.ts'

/** A user whose messages must be sent on time, whatever other users do. */
export type Neighbor = {
  person: Person
  /** Spreads the next so many messages over the time from now on, in milliseconds; each goes to a group of its own. */
  plan(count: number, overMs: number): Promise<Planned>
  close(): void
}

export type Planned = {
  /**
   * Resolves with how late each was accepted by the network, in milliseconds, or infinity for what was not
   * within `patienceMs` after the last; and with how many came more than once.
   */
  judge(patienceMs: number): Promise<{ late: number[]; twice: number }>
}

/** The first is not due before all of them are planned, in milliseconds. */
export const AHEAD_MS = 1_500

/** A rule names whole minutes; the instants of a measurement lie between, so they are set in the rows. */
const PLACE = `
  update schedules set next_slot_at = to_timestamp(placed.due / 1000.0),
         spec = jsonb_set(spec, '{rule,at}', '"2020-01-01T09:00"')
    from unnest($1::uuid[], $2::float8[]) as placed (id, due)
   where source_id = placed.id`

/** Somebody with bots and groups, and a message to each group that waits to be planned. */
export async function openNeighbor(
  product: Product,
  pool: Pool,
  size: { bots: number; groupsPerBot: number },
): Promise<Neighbor> {
  const { person, groups, sandbox } = await openCommunity(product, {
    ...size,
    email: 'neighbor@example.org',
  })
  const waiting: { id: string; chatId: string }[] = []
  for (const group of groups) {
    const { id } = await person.call(createMessage, {
      body: {
        kind: 'scheduled',
        content: { text: 'Rehearsal at seven.' },
        groupIds: [group.id],
        schedule: { timeZone: 'UTC', rule: { kind: 'once', at: '2099-01-01T09:00' } },
        status: 'active',
      },
    })
    waiting.push({ id, chatId: group.externalId })
  }
  return {
    person,
    async plan(count, overMs) {
      const since = (await sandbox.ledger()).at(-1)?.seq ?? 0
      const first = Date.now() + AHEAD_MS
      const taken = waiting.splice(0, count)
      if (taken.length < count) throw new Error('The neighbor has too few messages.')
      const dues = new Map(taken.map(({ chatId }, n) => [chatId, first + (n * overMs) / count]))
      await pool.query(PLACE, [taken.map(({ id }) => id), [...dues.values()]])
      await pool.query(`select pg_notify('schedules', $1)`, [new Date(first).toISOString()])
      return {
        async judge(patienceMs) {
          const end = first + overMs + patienceMs
          const missing = new Set(dues.keys())
          const here = async () =>
            (await sandbox.ledger({ since })).filter(({ chatId }) => dues.has(chatId))
          const complete = () =>
            sandbox.waitForLedger(
              ({ chatId }) => {
                missing.delete(chatId)
                return missing.size === 0
              },
              { since, timeoutMs: Math.max(1, end - Date.now()) },
            )
          // Messages that are missing after that time count as missing.
          await complete().catch(() => {})
          const entries = Map.groupBy(await here(), ({ chatId }) => chatId)
          return {
            late: [...dues].map(
              ([chatId, due]) => (entries.get(chatId)?.[0]?.at ?? Infinity) - due,
            ),
            twice: [...entries.values()].filter((all) => all.length > 1).length,
          }
        },
      }
    },
    close: () => sandbox.close(),
  }
}
