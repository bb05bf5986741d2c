import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPlanner, type Planner } from '../../server/src/planning/planner.ts'
import type { Context } from '../../server/src/platform/context.ts'
import { startPlatform } from '../../server/src/platform/start.ts'
import { wire, jobNames } from '../../server/src/rooms.ts'
import { createPostingFor } from '../../server/test/posting.ts'
import { keepSchedules, newUser, scheduleMany } from '../community.ts'
import { FAN_OUT, indexes, type Engine } from './engine.ts'

export type Carillon = Engine & {
  /** Inserts this many schedules with a far later due time, besides those that are measured. */
  keep(count: number, due: number): Promise<void>
}

/** The planner of the product with its rooms, rules and real messages; nothing is left out. */
export const openCarillon = (databaseUrl: string): Promise<Carillon> => open(databaseUrl, {})

/** The same, but for planning ahead: it begins at the instant of a slot, as the others do. */
export const openUnprepared = (databaseUrl: string): Promise<Carillon> =>
  open(databaseUrl, { leadMs: 0 })

async function open(databaseUrl: string, options: { leadMs?: number }): Promise<Carillon> {
  const dataDir = await mkdtemp(join(tmpdir(), 'carillon-bench-'))
  const env = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, SANDBOX: 'off', LOG_LEVEL: 'error' }
  const platform = await startPlatform({ ...env, PUBLIC_URL: 'http://localhost:3000' }, jobNames)
  const stamped = stampCommits(wire(platform.base))
  const indexOf = new Map<string, number>()
  let planner: Planner | undefined

  return {
    async keep(count, due) {
      const place = { ctx: stamped.ctx, pool: platform.pool }
      await keepSchedules(place, await newUser(place), count, due)
    },
    async schedule(count, dueOf) {
      const place = { ctx: stamped.ctx, pool: platform.pool }
      const user = await newUser(place)
      const { groupIds } = await createPostingFor({ ...place, clock: user.clock }, user, {
        groups: FAN_OUT,
      })
      const ids = await scheduleMany(place, user, groupIds, indexes(count).map(dueOf))
      ids.forEach((id, index) => indexOf.set(id, index))
    },
    async work(made) {
      stamped.onCommitted = (sourceId) => {
        const index = indexOf.get(sourceId)
        if (index !== undefined) made(index)
      }
      planner = startPlanner(stamped.ctx, platform.listener, options)
      await planner.rest()
    },
    async close() {
      await planner?.stop()
      await platform.life.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** The same context, which tells of each source whose slot has been planned once that is committed. */
function stampCommits(ctx: Context) {
  const message = ctx.sources.message!
  const planned = new WeakMap<object, string[]>()
  const stamped = {
    onCommitted: (_sourceId: string) => {},
    ctx: {
      ...ctx,
      sources: {
        message: {
          ...message,
          async planned(inner, tx, moves) {
            planned.set(tx, [...(planned.get(tx) ?? []), ...moves.map((move) => move.sourceId)])
            return message.planned(inner, tx, moves)
          },
        },
      },
      async transaction(work) {
        let own: string[] = []
        const result = await ctx.transaction(async (tx) => {
          const done = await work(tx)
          own = planned.get(tx) ?? []
          return done
        })
        for (const sourceId of own) stamped.onCommitted(sourceId)
        return result
      },
    } as Context,
  }
  return stamped
}
