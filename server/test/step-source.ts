import type { Pool } from 'pg'
import type { Source } from '../src/planning/port.ts'
import type { TestApp } from './test-app.ts'

/**
 * A second source, for tests: each slot has the next two of its steps, and after the last it begins again. Its steps and
 * its position are in a table of its own.
 */
export async function openStepping(app: TestApp): Promise<{ source: Source; give: Give }> {
  await app.pool.query(`
    create table stepping (id uuid primary key, steps uuid[] not null, groups uuid[] not null,
      place int not null default 0, paused text)`)
  const read = async (ids: readonly string[]) => {
    const { rows } = await app.pool.query<Row>('select * from stepping where id = any($1)', [ids])
    return new Map(rows.map((row) => [row.id, row]))
  }

  const source: Source = {
    async prepare(_ctx, _tx, due) {
      const rows = await read(due.map(({ sourceId }) => sourceId))
      return new Map(
        due.flatMap(({ sourceId, continued }) => {
          const row = rows.get(sourceId)
          if (!row) return []
          const { decided, onward } = continued?.decided
            ? { decided: continued.decided, onward: row.place }
            : next(row)
          const contentIds = decided.contents
          const posts = row.groups.map((groupId) => ({ groupId, topicId: null, contentIds }))
          const said = {
            catchUpMs: 15 * 60_000,
            onUnconfirmed: 'ask',
            posts,
            decided,
            onward,
          } as const
          return [[sourceId, { kind: 'send', ...said }]]
        }),
      )
    },
    async planned(_ctx, _tx, planned) {
      for (const { sourceId, opened, skipped, onward } of planned) {
        // What was passed over did not say anything.
        if (!opened || skipped) continue
        await app.pool.query('update stepping set place = $2 where id = $1', [sourceId, onward])
      }
    },
    async retimed() {},
    async occurrencesChanged() {},
    async pause(_ctx, _tx, sourceId, reason) {
      await app.pool.query('update stepping set paused = $2 where id = $1', [sourceId, reason])
    },
    findPresent: async (_reading, ids) => new Set(ids),
    describe: async () => new Map(),
  }
  return { source, give: (row) => giveRow(app.pool, app.ctx.ids.next(), row) }
}

type Row = { id: string; steps: string[]; groups: string[]; place: number }
type Give = (row: Pick<Row, 'steps' | 'groups'>) => Promise<string>

function next({ steps, place }: Row) {
  const at = (n: number) => (place + n) % steps.length
  const said = [steps[at(0)]!, steps[at(1)]!]
  return { decided: { contents: said, steps: said }, onward: at(2) }
}

async function giveRow(pool: Pool, id: string, { steps, groups }: Parameters<Give>[0]) {
  await pool.query('insert into stepping (id, steps, groups) values ($1, $2, $3)', [
    id,
    steps,
    groups,
  ])
  return id
}
