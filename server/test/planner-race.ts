import type { SourceKind } from '../src/occurrences/port.ts'
import { startPlanner } from '../src/planning/planner.ts'
import { nobodyListens } from './planning.ts'
import type { TestApp } from './test-app.ts'

/** Runs a planner once. `afterRead` happens between its reading of the source and its writing. */
export async function planWithRace(
  app: TestApp,
  kind: SourceKind,
  afterRead: () => Promise<unknown>,
): Promise<void> {
  const source = app.ctx.sources[kind]!
  const prepare: typeof source.prepare = async (...asked) => {
    const answer = await source.prepare(...asked)
    await afterRead()
    return answer
  }
  const sources = { ...app.ctx.sources, [kind]: { ...source, prepare } }
  const planner = startPlanner({ ...app.ctx, sources }, nobodyListens)
  await planner.rest()
  await planner.stop()
}

/** Ends the last occurrence of a source, or the one of a slot, and informs the source as a lane does. */
export async function endLast(
  app: TestApp,
  owner: { source: SourceKind; sourceId: string },
  how: { status: 'done' | 'failed' | 'skipped'; reason?: string },
  slotAt: string | null = null,
): Promise<void> {
  const { rows } = await app.pool.query<{ id: string; user_id: string }>(
    `update occurrences set status = $2, reason = $3, finished_at = due_at
      where id = (select id from occurrences
                   where source_id = $1 and slot_at = coalesce($4::timestamptz, slot_at)
                   order by due_at desc limit 1)
      returning id, user_id`,
    [owner.sourceId, how.status, how.reason ?? null, slotAt],
  )
  const { id, user_id: userId } = rows[0]!
  const of = (status: string) => (how.status === status ? 1 : 0)
  const counts = { total: 1, sent: of('done'), failed: of('failed'), skipped: of('skipped') }
  const none = { late: 0, unconfirmed: 0 }
  const end = { ...owner, ...how, ...counts, ...none, id, userId, slotAt: null, isNews: true }
  await app.ctx.transaction((tx) => app.ctx.occurrencesChanged(app.ctx, tx, [end]))
}
