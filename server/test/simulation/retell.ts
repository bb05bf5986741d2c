import { sql, type ControlledTransaction } from 'kysely'
import * as accounts from '../../src/accounts/store.ts'
import * as owners from '../../src/accounts/owners-store.ts'
import * as cycles from '../../src/cycles/store.ts'
import * as cycleSteps from '../../src/cycles/steps-store.ts'
import * as cycleTargets from '../../src/cycles/targets-store.ts'
import * as attempts from '../../src/sending/attempts/attempts-store.ts'
import * as groupRules from '../../src/sending/group-rules/store.ts'
import * as lanes from '../../src/sending/lanes/lanes-store.ts'
import * as sending from '../../src/sending/store.ts'
import * as occurrences from '../../src/occurrences/store.ts'
import * as occurrenceReads from '../../src/occurrences/reads-store.ts'
import * as slotContents from '../../src/series/slot-contents-store.ts'
import * as deliveries from '../../src/deliveries/store.ts'
import * as contentSizes from '../../src/deliveries/content-sizes-store.ts'
import * as fanOuts from '../../src/planning/continued-fan-outs-store.ts'
import * as people from '../../src/planning/people-store.ts'
import * as planning from '../../src/planning/store.ts'
import type { Db, Tables } from '../../src/platform/db/database.ts'
import { compare } from './compare.ts'
import type { Entry } from './record.ts'
import type { Story } from './simulate.ts'

const STORES: Record<string, Record<string, unknown>> = {
  'accounts/store': accounts,
  'accounts/owners-store': owners,
  'cycles/store': cycles,
  'cycles/steps-store': cycleSteps,
  'cycles/targets-store': cycleTargets,
  'series/slot-contents-store': slotContents,
  'occurrences/reads-store': occurrenceReads,
  'deliveries/store': deliveries,
  'deliveries/content-sizes-store': contentSizes,
  'occurrences/store': occurrences,
  'sending/store': sending,
  'sending/lanes/lanes-store': lanes,
  'sending/group-rules/store': groupRules,
  'sending/attempts/attempts-store': attempts,
  'planning/store': planning,
  'planning/continued-fan-outs-store': fanOuts,
  'planning/people-store': people,
}

/** As the planner writes them: what fails alone is taken back alone. */
const STATEMENTS = {
  savepoint: sql`savepoint told`,
  release: sql`release savepoint told`,
  undo: sql`rollback to savepoint told`,
}

/**
 * Asks PostgreSQL what the model was asked, and compares each answer and, in the end, every row. The
 * database keeps nothing of it.
 */
export async function retell(
  db: Db,
  { beginning, entries, end }: Story,
): Promise<{ differs?: string; questions: number }> {
  await clear(db)
  for (const [table, rows] of Object.entries(beginning)) await put(db, columnOf(table), rows)
  await putUsers(db, new Set(beginning.groups.map((group) => group.userId)))
  let trx: ControlledTransaction<Tables> | undefined
  let questions = 0
  let differs: string | undefined
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
      case 'release':
      case 'undo':
        await STATEMENTS[entry.kind].execute(trx!)
        break
      case 'patch':
        if (entry.row) await put(trx ?? db, entry.table, [entry.row])
        else await remove(trx ?? db, entry.table, entry.id)
        break
      case 'call':
        questions++
        differs = compare(await ask(trx ?? db, entry), entry.result, entry.what)
    }
    if (differs) break
  }
  // A world may end in the middle of a transaction.
  for (const table of ['schedules', 'cycles', 'occurrences', 'deliveries'] as const) {
    if (differs) break
    const rows = await (trx ?? db).selectFrom(table).selectAll().execute()
    differs = compare(rows, end[table], `In the end ${table}`)
  }
  await trx?.rollback().execute()
  return { ...(differs ? { differs } : {}), questions }
}

function ask(db: Db, { what, args }: Extract<Entry, { kind: 'call' }>): unknown {
  const dot = what.lastIndexOf('.')
  const fn = STORES[what.slice(0, dot)]?.[what.slice(dot + 1)]
  if (typeof fn !== 'function') throw new Error(`There is no ${what}.`)
  return (fn as (...args: unknown[]) => unknown)({ db }, ...args)
}

const TABLES = [
  'processes',
  'accounts',
  'groups',
  'contents',
  'schedules',
  'cycles',
  'cycle_steps',
  'cycle_groups',
  'occurrences',
  'deliveries',
]

/** Row by row: a few dozen of them are gone sooner than the files of a truncated table are made anew. */
const clear = (db: Db) =>
  sql`with ${sql.join(TABLES.map((table) => sql`${sql.ref(table)} as (delete from ${sql.table(table)})`))}
    select 1`.execute(db)

/** Puts rows as they are, in the place of those with their ids. */
async function put(db: Db, table: string, rows: readonly object[]): Promise<void> {
  const [first] = rows
  if (!first) return
  // PostgreSQL works these out from the body of a content.
  const columns = Object.keys(first)
    .map(columnOf)
    .filter((name) => !['varies', 'follow_ups', 'replaces'].includes(name))
  const key = columns.includes('id') ? ['id'] : ['cycle_id', 'group_id']
  const json = JSON.stringify(
    rows.map((row) =>
      Object.fromEntries(
        Object.entries(row).map(([name, value]) => [
          columnOf(name),
          value instanceof Uint8Array ? bytea(value) : (value as unknown),
        ]),
      ),
    ),
  )
  const set = columns
    .filter((name) => !key.includes(name))
    .map((name) => sql`${sql.ref(name)} = excluded.${sql.ref(name)}`)
  const names = sql.join(columns.map((name) => sql.ref(name)))
  await sql`
    insert into ${sql.table(table)} (${names}) overriding system value
    select ${names} from jsonb_populate_recordset(null::${sql.table(table)}, ${json}::jsonb)
    on conflict (${sql.join(key.map((name) => sql.ref(name)))}) do update set ${sql.join(set)}`.execute(
    db,
  )
}

const bytea = (value: Uint8Array) => String.raw`\x${Buffer.from(value).toString('hex')}`

const columnOf = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

const remove = (db: Db, table: string, id: string) =>
  sql`delete from ${sql.table(table)} where id::text = ${id}`.execute(db)

const putUsers = (db: Db, ids: ReadonlySet<string>) =>
  sql`
    insert into users (id, tier, time_zone, created_at, updated_at)
    select id, 'pro', 'UTC', now(), now() from unnest(${[...ids]}::text[]) as u(id)
    on conflict do nothing`.execute(db)
