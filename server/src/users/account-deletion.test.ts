import { openBrowser, openWeb } from '../../test/browser.ts'
import { expect, test, type TestApp } from '../../test/test-app.ts'
import { createPosting } from '../../test/posting.ts'
import { nobodyListens } from '../../test/planning.ts'
import { createMessage } from '../messages/actions.ts'
import { notify } from '../notifications/actions.ts'
import { closeAttempts, openAttempts } from '../sending/attempts/attempts-store.ts'
import { hours, minutes } from '../platform/clock.ts'
import type { UserContext } from '../platform/context.ts'
import { deleteUser } from './actions.ts'
import { eraseLeft } from './jobs.ts'
import { startPlanner } from '../planning/planner.ts'

const ada = { email: 'ada@example.org', password: 'correct horse battery', name: 'Ada Lovelace' }

/** Ada with something in every room: a bot of her own, groups, messages sent and to come, a bell. */
async function settledIn(app: TestApp) {
  const { ctx, pool } = app
  const web = await openWeb(app)
  const browser = openBrowser(app, web)
  await browser.post('/api/auth/sign-up/email', ada)
  const { data } = await browser.api('POST', '/api/users', { timeZone: 'Europe/London' })
  const id = String(data?.['uid'])
  await pool.query(`update users set tier = 'pro' where id = $1`, [id])
  const caller = { id, email: ada.email, name: ada.name, picture: null, sessionId: null }
  const user: UserContext = { ...ctx, user: caller }
  const { groupIds, accountId } = await createPosting(app, { user, chats: ['-1001', '-1002'] })
  for (const [at, text] of [
    ['2026-06-01T10:00', 'Rehearsal at seven.'],
    ['2026-12-24T18:00', 'Merry Christmas.'],
  ] as const) {
    await createMessage(user, {
      kind: 'scheduled',
      content: { kind: 'text', text },
      groupIds,
      schedule: { timeZone: 'Europe/London', rule: { kind: 'once', at } },
      catchUpMinutes: 15,
      onUnconfirmed: 'ask',
      overlap: 'skip',
      pauseAfterFailures: 5,
      status: 'active',
    })
    app.clock.advance(1)
  }
  app.clock.moveTo('2026-06-01T09:00:00Z')
  const planner = startPlanner(ctx, nobodyListens)
  await planner.rest()
  await planner.stop()
  await ctx.transaction((tx) =>
    notify(ctx, tx, id, {
      kind: 'groups',
      reason: 'group lost',
      title: 'A group was lost',
      message: 'The bot was removed.',
    }),
  )
  const token = await browser.token()
  await browser.send('POST', '/api/notifications/read-all', undefined, {
    authorization: `Bearer ${token}`,
    'idempotency-key': 'once',
  })
  return { id, user, browser, token, groupIds, accountId }
}

/** How many rows of each table mention one of the words, for those that have any. */
async function mentions({ pool }: TestApp, words: readonly string[]) {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
  )
  const found: Record<string, number> = {}
  for (const { name } of tables) {
    const { rows } = await pool.query<{ n: number }>(
      `select count(*)::int as n from "${name}" t, unnest($1::text[]) word where t::text like '%' || word || '%'`,
      [words],
    )
    if (rows[0]?.n) found[name] = rows[0].n
  }
  return found
}

test('the export has what every room holds of a person, and nothing one could sign in with', async ({
  app,
}) => {
  const { browser, groupIds } = await settledIn(app)
  const answer = await browser.api('GET', '/api/users/me/export')
  expect(answer).toMatchObject({
    status: 200,
    data: {
      profile: {
        email: ada.email,
        displayName: ada.name,
        preferences: { mailed: ['deliveries', 'connections'] },
      },
      sessions: [{ ipAddress: '192.0.2.1' }],
      connections: [{ channel: 'telegram-bot' }],
      groups: [{ id: groupIds[0] }, { id: groupIds[1] }],
      notifications: [{ title: 'A group was lost' }],
      occurrences: [{ total: 2, source: 'message' }],
    },
  })
  const { messages, deliveries, contents } = answer.data as Record<string, { content?: object }[]>
  expect(messages?.map(({ content }) => content)).toEqual([
    { kind: 'text', text: 'Rehearsal at seven.' },
    { kind: 'text', text: 'Merry Christmas.' },
  ])
  expect(deliveries).toHaveLength(2)
  expect(contents?.length).toBeGreaterThanOrEqual(2)
  expect(answer.text).not.toMatch(/token|argon2|password|credentials/i)
})

test('who leaves leaves nothing behind: no row, no token, no way to sign in', async ({ app }) => {
  const { id, browser, token, accountId } = await settledIn(app)
  const words = [id, ada.email, ada.name, 'Rehearsal at seven', 'Merry Christmas', '-1001']
  const before = await mentions(app, words)
  expect(Object.keys(before)).toEqual(
    expect.arrayContaining([
      'auth_account',
      'auth_session',
      'auth_user',
      'connections',
      'contents',
      'deliveries',
      'groups',
      'idempotency_keys',
      'messages',
      'notifications',
      'occurrences',
      'schedules',
      'users',
    ]),
  )

  expect(await browser.api('DELETE', '/api/users/me', ada)).toMatchObject({ status: 200 })
  // From now on nobody can sign in, and tokens and personal data are gone.
  expect(await browser.api('GET', '/api/users/me', undefined, token)).toMatchObject({ status: 401 })
  const left = await mentions(app, [ada.email, ada.name])
  expect(left).toEqual({})
  await app.runJobs()
  // Only that somebody with this id has left is remembered, for a day; jobs that are done, for a while.
  expect(await mentions(app, words)).toEqual({ departed_users: 1 })
  const { rows } = await app.pool.query(
    'select credentials, identity from accounts where id = $1',
    [accountId],
  )
  expect(rows).toEqual([{ credentials: null, identity: '' }])
  expect(await browser.get('/api/auth/token')).toMatchObject({ status: 401 })
  expect(await browser.post('/api/auth/sign-in/email', ada)).toMatchObject({ status: 401 })
})

test('178 an account is deleted by whoever knows its password, not by a token alone', async ({
  app,
}) => {
  const web = await openWeb(app)
  const browser = openBrowser(app, web)
  await browser.post('/api/auth/sign-up/email', ada)
  const leave = (body?: object) => browser.api('DELETE', '/api/users/me', body)
  expect(await leave()).toMatchObject({
    status: 400,
    error: {
      details: [{ path: 'password', message: 'Enter your password to delete your account.' }],
    },
  })
  for (let n = 0; n < 10; n++) {
    expect(await leave({ password: 'not this horse' })).toMatchObject({
      status: 400,
      error: {
        reason: 'credentials',
        details: [{ path: 'password', message: 'This is not your password.' }],
      },
    })
  }
  expect(await leave(ada)).toMatchObject({
    status: 429,
    error: { message: 'Too many tries. Wait 15 minutes and try again.' },
  })
  // A limit of its own: neither signing in nor changing the password is held up by it.
  expect(await browser.post('/api/auth/sign-in/email', ada)).toMatchObject({ status: 200 })
  expect(await browser.api('GET', '/api/users/me')).toMatchObject({ status: 200 })
  app.clock.advance(minutes(15))
  expect(await leave(ada)).toMatchObject({ status: 200 })
  expect(await browser.post('/api/auth/sign-in/email', ada)).toMatchObject({ status: 401 })
})

test('from the moment somebody leaves nothing of theirs is sent or planned', async ({ app }) => {
  const { ctx, pool } = app
  const { user } = await settledIn(app)
  const { rows } = await pool.query<Due>(
    `select d.id, d.account_id as "accountId", d.attempt, a.epoch, d.content_id as "contentId", d.receipt from deliveries d
     join accounts a on a.id = d.account_id where d.status = 'queued'`,
  )
  expect(rows).toHaveLength(2)
  const [first, second] = rows as [Due, Due]
  const owners = [{ id: first.accountId, epoch: first.epoch }]
  const now = app.clock.now()
  expect((await openAttempts(ctx, now, owners, [first])).opened.size).toBe(1)

  await deleteUser(user)
  expect((await openAttempts(ctx, now, owners, [second])).opened.size).toBe(0)
  expect((await pool.query('select from schedules')).rowCount).toBe(0)
  // What was on the wire ends, whether its row is still there or not.
  const closing = { ...SENT, id: first.id, attempt: first.attempt + 1, epoch: first.epoch }
  expect((await closeAttempts(ctx, now, [{ ...closing, notBefore: now }])).closed.size).toBe(1)
  await app.runJobs()
  expect((await closeAttempts(ctx, now, [{ ...closing, notBefore: now }])).closed.size).toBe(0)
  expect((await pool.query('select from deliveries')).rowCount).toBe(0)
})

type Due = {
  id: string
  accountId: string
  attempt: number
  epoch: number
  contentId: string
  receipt: null
}

const SENT = {
  outcome: 'sent',
  status: 'sent',
  answeredAt: null,
  tries: 0,
  doubtful: false,
  code: null,
  reason: null,
  receipt: null,
} as const

test('a history is erased in slices, and what a kill leaves is found later', async ({ app }) => {
  const { ctx, pool } = app
  const { id, user } = await settledIn(app)
  await pool.query(
    `insert into deliveries (id, occurrence_id, user_id, account_id, group_id, part, content_id, due_at,
       expires_at, status, not_before, created_at, updated_at)
     select gen_random_uuid(), occurrence_id, user_id, account_id, group_id, n, content_id, due_at,
       expires_at, 'sent', not_before, created_at, updated_at
     from (select * from deliveries limit 1) d, generate_series(1, 2500) n`,
  )
  await pool.query(`
    create function refuse_many() returns trigger language plpgsql as $$ begin
      if (select count(*) from removed) > 1000 then raise 'Too many rows at once.'; end if;
      return null;
    end $$;
    create trigger refuse_many after delete on deliveries referencing old table as removed
      for each statement execute function refuse_many()`)
  await deleteUser(user)
  // As if every process had been killed, and the job had come to nothing.
  await pool.query('delete from pgboss.job')
  await eraseLeft(ctx)
  await app.runJobs()
  expect((await pool.query('select from users where id = $1', [id])).rowCount).toBe(1)

  app.clock.advance(hours(2))
  await eraseLeft(ctx)
  await app.runJobs()
  expect((await pool.query('select from users where id = $1', [id])).rowCount).toBe(0)
  expect((await pool.query('select from deliveries')).rowCount).toBe(0)
})

test('every table that names a user goes with them', async ({ app }) => {
  const { rows } = await app.pool.query<{ name: string }>(
    `select c.table_name as name from information_schema.columns c
     where c.table_schema = 'public' and c.column_name = 'user_id' and not exists (
       select from pg_constraint f
       where f.conrelid = c.table_name::regclass and f.contype = 'f'
         -- It goes with them, or names nobody any more.
         and f.confdeltype in ('c', 'n')
         and f.confrelid in ('users'::regclass, 'auth_user'::regclass))
       -- A delivery repeats the user of its occurrence, and goes with that; its place in a lane goes with it.
       and (c.table_name, true) not in (
         ('deliveries', exists (select from pg_trigger
           where tgname = 'deliveries_go_with_occurrences' and tgenabled = 'O')),
         ('follow_ups', exists (select from pg_constraint
           where conrelid = 'follow_ups'::regclass and confrelid = 'deliveries'::regclass and confdeltype = 'c')),
         ('lane_entries', exists (select from pg_trigger
           where tgname = 'deliveries_leave_lane' and tgenabled = 'O')))`,
  )
  expect(rows).toEqual([])
})
