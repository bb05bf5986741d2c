import type { SourceKind } from '../src/occurrences/port.ts'
import { startPlanner } from '../src/planning/planner.ts'
import { nobodyListens } from './planning.ts'
import type { TestApp } from './test-app.ts'

/** A planner that looks once; something else happens after it has read what a source says. */
export async function planOvertaken(
  app: TestApp,
  kind: SourceKind,
  overtake: () => Promise<unknown>,
): Promise<void> {
  const source = app.ctx.sources[kind]!
  const prepare: typeof source.prepare = async (...asked) => {
    const answer = await source.prepare(...asked)
    await overtake()
    return answer
  }
  const sources = { ...app.ctx.sources, [kind]: { ...source, prepare } }
  const planner = startPlanner({ ...app.ctx, sources }, nobodyListens)
  await planner.rest()
  await planner.stop()
}

/** Tells a source that its last occurrence, or that of a slot, has ended like this, as a lane does. */
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
