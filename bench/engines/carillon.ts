import { MessageInput } from '@carillon/contract/messages'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPlanner, type Planner } from '../../server/src/planning/planner.ts'
import type { Context } from '../../server/src/platform/context.ts'
import { startPlatform } from '../../server/src/platform/start.ts'
import { furnish, jobNames } from '../../server/src/rooms.ts'
import { givePostingTo } from '../../server/test/posting.ts'
import { createMessage } from '../../server/src/messages/actions.ts'
import { chunks, FAN_OUT, indexes, type OpenEngine } from './engine.ts'

/**
 * Repeats a message that was made by its action, with its groups and its schedule. A rule names whole
 * minutes; the instants of a measurement lie between, so they are set in the rows.
 */
const COPY = `
  with copy as (
    select * from unnest($2::uuid[], $3::uuid[], $4::float8[]) as c (id, schedule_id, due)),
  m as (
    insert into messages
    select (jsonb_populate_record(o, jsonb_build_object('id', copy.id))).*
      from copy, messages o where o.id = $1),
  g as (
    insert into message_groups
    select (jsonb_populate_record(o, jsonb_build_object('message_id', copy.id))).*
      from copy, message_groups o where o.message_id = $1)
  insert into schedules
  select (jsonb_populate_record(o, jsonb_build_object(
           'id', copy.schedule_id, 'source_id', copy.id, 'next_slot_at', to_timestamp(copy.due / 1000.0),
           'spec', jsonb_set(o.spec, '{rule,at}', '"2020-01-01T09:00"')))).*
    from copy, schedules o where o.source_id = $1`

/** The planner of the product with its rooms, rules and real messages; nothing is left out. */
export const openCarillon: OpenEngine = async (databaseUrl) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'carillon-bench-'))
  const env = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, SANDBOX: 'off', LOG_LEVEL: 'error' }
  const platform = await startPlatform({ ...env, PUBLIC_URL: 'http://localhost:3000' }, jobNames)
  const { pool } = platform
  const stamped = stampCommits(furnish(platform.base))
  const indexOf = new Map<string, number>()
  let planner: Planner | undefined

  return {
    async schedule(count, dueOf) {
      const { ctx } = stamped
      const id = ctx.ids.next()
      const email = `${id}@example.org`
      await pool.query(
        `insert into users (id, email, tier, time_zone, created_at, updated_at)
         values ($1, $2, 'pro', 'UTC', $3, $3)`,
        [id, email, ctx.clock.now()],
      )
      const user = { ...ctx, user: { id, email, name: null, picture: null, sessionId: null } }
      const { groupIds } = await givePostingTo({ ctx, pool, clock: ctx.clock }, user, {
        groups: FAN_OUT,
      })
      const input = MessageInput.parse({
        kind: 'scheduled',
        content: { text: 'Rehearsal at seven.' },
        groupIds,
        schedule: { timeZone: 'UTC', rule: { kind: 'once', at: '2099-01-01T09:00' } },
        status: 'active',
      })
      const { id: first } = await createMessage(user, input)
      for (const part of chunks(indexes(count), 10_000)) {
        const ids = part.map(() => ctx.ids.next())
        part.forEach((index, n) => indexOf.set(ids[n]!, index))
        await pool.query(COPY, [first, ids, ids.map(() => ctx.ids.next()), part.map(dueOf)])
      }
    },
    async work(made) {
      stamped.onCommitted = (sourceId) => {
        const index = indexOf.get(sourceId)
        if (index !== undefined) made(index)
      }
      planner = startPlanner(stamped.ctx, platform.listener)
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
