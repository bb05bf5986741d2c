import pg from 'pg'
import { FAN_OUT, indexes, type OpenEngine } from './engine.ts'

const BATCH = 100

const SCHEMA = `
  create table due (id int primary key, run_at timestamptz);
  create index due_run_at on due (run_at);
  create table made (id int primary key references due, made_at timestamptz not null);
  create table items (made_id int not null references made, n int not null, primary key (made_id, n));`

const PLAN = `
  with taken as (
    select id from due where run_at <= now() order by run_at limit ${BATCH} for update skip locked),
  moved as (update due set run_at = null from taken where due.id = taken.id returning due.id),
  made as (insert into made select id, now() from moved returning id),
  items as (insert into items select id, n from made, generate_series(1, ${FAN_OUT}) as n)
  select id from made`

/** The bare loop: the same rows in one statement a batch, one timer to the earliest, and no rules at all. */
export const openFloor: OpenEngine = async (databaseUrl) => {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 2 })
  await pool.query(SCHEMA)
  let timer: NodeJS.Timeout | undefined
  let working: Promise<void> | undefined
  let closed = false

  return {
    async schedule(count, dueOf) {
      const ids = indexes(count)
      await pool.query(
        `insert into due select id, to_timestamp(at / 1000.0)
           from unnest($1::int[], $2::float8[]) as d (id, at)`,
        [ids, ids.map(dueOf)],
      )
    },
    async work(made) {
      const pump = async () => {
        let rows: { id: number }[]
        do {
          rows = (await pool.query<{ id: number }>({ name: 'plan', text: PLAN })).rows
          for (const { id } of rows) made(id)
        } while (rows.length > 0)
        const next = await pool.query<{ at: Date | null }>('select min(run_at) as at from due')
        const at = next.rows[0]?.at
        if (!at || closed) return
        timer = setTimeout(
          () => void (working = pump()),
          Math.max(0, at.getTime() - Date.now() + 1),
        )
      }
      working = pump()
      await working
    },
    async close() {
      closed = true
      clearTimeout(timer)
      await working
      await pool.end()
    },
  }
}
