import { sql, type ControlledTransaction } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import * as accounts from '../../src/accounts/store.ts'
import * as attempts from '../../src/deliveries/lanes/attempts/store.ts'
import * as lanes from '../../src/deliveries/lanes/store.ts'
import * as occurrences from '../../src/deliveries/occurrences/store.ts'
import * as deliveries from '../../src/deliveries/store.ts'
import * as planning from '../../src/planning/store.ts'
import { openDatabase, openPool, type Db, type Tables } from '../../src/platform/db/database.ts'
import { createLog } from '../../src/platform/log.ts'
import { cloneDatabase } from '../database.ts'
import type { Entry } from './record.ts'
import { runSeeds } from './run.ts'
import type { Story } from './simulate.ts'

/** Worlds whose every statement PostgreSQL is asked as well. */
const SEEDS = 35

const STORES: Record<string, Record<string, unknown>> = {
  'accounts/store': accounts,
  'deliveries/store': deliveries,
  'deliveries/occurrences/store': occurrences,
  'deliveries/lanes/store': lanes,
  'deliveries/lanes/attempts/store': attempts,
  'planning/store': planning,
}

test('the models answer as PostgreSQL does, statement by statement', async () => {
  const database = await cloneDatabase()
  const admin = openPool(database.url, createLog('silent'), 1)
  // Rows are taken over as they are; whose they are was settled when they were made.
  await admin.query(`do $$ begin
    execute format('alter database %I set session_replication_role = replica', current_database());
  end $$`)
  await admin.end()
  const pool = openPool(database.url, createLog('silent'), 2)
  const db = openDatabase(pool)
  onTestFinished(async () => {
    await pool.end()
    await database.drop()
  })
  let asked = 0
  for (let seed = 1; seed <= SEEDS; seed++) {
    const [report] = await runSeeds({ first: seed, count: 1, records: true })
    const { differs, questions } = await retell(db, report!.story!)
    if (differs) throw new Error(`Seed ${seed}, question ${questions}: ${differs}`)
    asked += questions
  }
  expect(asked).toBeGreaterThan(100 * SEEDS)
}, 1_200_000)

/** Asks PostgreSQL what the model was asked, and compares each answer and, in the end, every row. */
async function retell(
  db: Db,
  { beginning, entries, end }: Story,
): Promise<{ differs?: string; questions: number }> {
  await sql`truncate processes, accounts, groups, contents, schedules, occurrences, deliveries cascade`.execute(
    db,
  )
  for (const [table, rows] of Object.entries(beginning)) {
    for (const row of rows) await put(db, table, row)
  }
  for (const userId of new Set(beginning.groups.map((group) => group.userId))) {
    await sql`
      insert into users (id, tier, time_zone, created_at, updated_at)
      values (${userId}, 'pro', 'UTC', now(), now()) on conflict do nothing`.execute(db)
  }
  let trx: ControlledTransaction<Tables> | undefined
  let asked = 0
  for (const entry of entries) {
    switch (entry.kind) {
      case 'begin':
        trx = await db.startTransaction().execute()
        break
      case 'commit':
        await trx?.commit().execute()
        trx = undefined
        break
      case 'rollback':
        await trx?.rollback().execute()
        trx = undefined
        break
      case 'savepoint':
        await sql`savepoint told`.execute(trx!)
        break
      case 'release':
        await sql`release savepoint told`.execute(trx!)
        break
      case 'undo':
        await sql`rollback to savepoint told`.execute(trx!)
        break
      case 'patch':
        await put(trx ?? db, entry.table, entry.row, entry.id)
        break
      case 'call': {
        const answer = await ask(trx ?? db, entry)
        const difference = compare(answer, entry.result, entry.what)
        asked++
        if (!difference) break
        await trx?.rollback().execute()
        return { differs: difference, questions: asked }
      }
    }
  }
  // A world may end in the middle of a transaction.
  let differs: string | undefined
  for (const table of ['schedules', 'occurrences', 'deliveries'] as const) {
    const rows = await (trx ?? db).selectFrom(table).selectAll().execute()
    differs ??= compare(rows, end[table], `In the end ${table}`)
  }
  await trx?.rollback().execute()
  return { ...(differs ? { differs } : {}), questions: asked }
}

function ask(db: Db, { what, args }: Extract<Entry, { kind: 'call' }>): unknown {
  const dot = what.lastIndexOf('.')
  const fn = STORES[what.slice(0, dot)]?.[what.slice(dot + 1)]
  if (typeof fn !== 'function') throw new Error(`There is no ${what}.`)
  return (fn as (...args: unknown[]) => unknown)({ db }, ...args)
}

/** Puts a row as it is in the place of the one with its id; without a row it only goes. */
async function put(db: Db, table: string, row?: object, id?: string): Promise<void> {
  if (id) await sql`delete from ${sql.table(table)} where id::text = ${id}`.execute(db)
  if (!row) return
  const entries = Object.entries(row).map(([name, value]) => [
    name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    value instanceof Uint8Array ? null : (value as unknown),
  ])
  const json = JSON.stringify(Object.fromEntries(entries))
  await sql`
    insert into ${sql.table(table)} overriding system value
    select * from jsonb_populate_record(null::${sql.table(table)}, ${json}::jsonb)`.execute(db)
}

/** PostgreSQL counts microseconds, the model and JavaScript milliseconds. */
const SAME_INSTANT_MS = 2

/** What differs between two answers, if anything; of the model's only what PostgreSQL tells as well. */
function compare(real: unknown, model: unknown, where: string): string | undefined {
  if (real instanceof Uint8Array) return undefined
  if (real instanceof Date && model instanceof Date) {
    const apartMs = Math.abs(real.getTime() - model.getTime())
    return apartMs <= SAME_INSTANT_MS ? undefined : `${where} is ${apartMs} ms apart.`
  }
  if (real instanceof Set && model instanceof Set) return compare([...real], [...model], where)
  if (Array.isArray(real) && Array.isArray(model)) {
    if (real.length !== model.length) return `${where} has ${real.length}, not ${model.length}.`
    // Only the order in which a lane is read has a meaning.
    const ordered = where.endsWith('findDue')
    const [a, b] = [real, model].map((rows) => (ordered ? rows : rows.toSorted(byIdentity)))
    return first(a!.map((row, n) => () => compare(row, b![n], `${where}[${n}]`)))
  }
  if (typeof real === 'object' && real !== null && typeof model === 'object' && model !== null) {
    const other = model as Record<string, unknown>
    return first(
      Object.entries(real)
        .filter(([key]) => key !== 'credentials')
        .map(
          ([key, value]) =>
            () =>
              compare(value, other[key], `${where}.${key}`),
        ),
    )
  }
  const same = (real ?? null) === (model ?? null) || isSameInstant(real, model)
  return same ? undefined : `${where} is ${String(real)}, not ${String(model)}.`
}

/** Instants within JSON are text, in the way of each. */
const isSameInstant = (real: unknown, model: unknown) =>
  typeof real === 'string' &&
  typeof model === 'string' &&
  Math.abs(Date.parse(real) - Date.parse(model)) <= SAME_INSTANT_MS

function first(questions: readonly (() => string | undefined)[]): string | undefined {
  for (const question of questions) {
    const difference = question()
    if (difference) return difference
  }
  return undefined
}

function byIdentity(a: unknown, b: unknown): number {
  const [one, other] = [identity(a), identity(b)]
  return one < other ? -1 : one > other ? 1 : 0
}

function identity(row: unknown): string {
  if (typeof row !== 'object' || row === null) return String(row)
  const { id, accountId, externalId, sentAt } = row as Record<string, unknown>
  return [id, accountId, externalId, sentAt instanceof Date ? sentAt.getTime() : '']
    .map(String)
    .join(' ')
}
