import { MessageInput } from '@carillon/contract/schemas/messages'
import { createMessage } from '../server/src/messages/actions.ts'
import type { Context, UserContext } from '../server/src/platform/context.ts'
import type { Pool } from '../server/src/platform/db/database.ts'
import { chunks, indexes } from './engines/engine.ts'

/** Where something is put: the rooms, and their rows for what no action offers in such numbers. */
export type Place = { ctx: Context; pool: Pool }

/** Most rows one statement writes. */
const ROWS_MAX = 10_000

/** Somebody on Pro, as the caller of actions. */
export async function newUser({ ctx, pool }: Place): Promise<UserContext> {
  const id = ctx.ids.next()
  const email = `${id}@example.org`
  await pool.query(
    `insert into users (id, email, tier, time_zone, created_at, updated_at)
     values ($1, $2, 'pro', 'UTC', $3, $3)`,
    [id, email, ctx.clock.now()],
  )
  return { ...ctx, user: { id, email, name: null, picture: null, sessionId: null } }
}

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

/**
 * Schedules so many messages to these groups, each once at its own instant (milliseconds since 1970);
 * answers their ids in that order.
 */
export async function scheduleMany(
  { ctx, pool }: Place,
  user: UserContext,
  groupIds: readonly string[],
  dues: readonly number[],
): Promise<string[]> {
  const input = MessageInput.parse({
    kind: 'scheduled',
    content: { text: 'Rehearsal at seven.' },
    groupIds,
    schedule: { timeZone: 'UTC', rule: { kind: 'once', at: '2099-01-01T09:00' } },
    status: 'active',
  })
  const { id: first } = await createMessage(user, input)
  const ids = dues.map(() => ctx.ids.next())
  for (const part of chunks(indexes(dues.length), ROWS_MAX)) {
    const values = [
      part.map((n) => ids[n]),
      part.map(() => ctx.ids.next()),
      part.map((n) => dues[n]),
    ]
    await pool.query(COPY, [first, ...values])
  }
  return ids
}

/** Stores schedules alone, without what they would send: for a planner to pass over, one due after another. */
export async function keepSchedules(
  { ctx, pool }: Place,
  { user }: UserContext,
  count: number,
  due: number,
): Promise<void> {
  await pool.query(
    `insert into schedules (id, user_id, source, source_id, spec, next_slot_at, zone_data, created_at, updated_at)
     select gen_random_uuid(), $1, 'message', gen_random_uuid(),
            '{"timeZone": "UTC", "rule": {"kind": "once", "at": "2099-01-01T09:00"}}',
            to_timestamp($2 / 1000.0) + make_interval(secs => n / 1000.0), $3, $4, $4
       from generate_series(1, $5::int) as n`,
    [user.id, due, ctx.zoneData, ctx.clock.now(), count],
  )
  // As would have been done by itself soon after.
  await pool.query('analyze schedules')
}
