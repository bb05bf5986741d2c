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

/** Tells a source that its only occurrence has failed, as a lane does. */
export async function failLast(
  app: TestApp,
  owner: { source: SourceKind; sourceId: string },
): Promise<void> {
  const { rows } = await app.pool.query<{ id: string; user_id: string }>(
    `update occurrences set status = 'failed', failed = 1, finished_at = due_at
      where source_id = $1 returning id, user_id`,
    [owner.sourceId],
  )
  const { id, user_id: userId } = rows[0]!
  const counts = { total: 1, sent: 0, failed: 1, skipped: 0, late: 0, unconfirmed: 0 }
  const end = {
    ...owner,
    ...counts,
    id,
    userId,
    status: 'failed',
    slotAt: null,
    isNews: true,
  } as const
  await app.ctx.transaction((tx) => app.ctx.occurrencesChanged(app.ctx, tx, [end]))
}
