import { expect, onTestFinished, test } from 'vitest'
import { password, signUp, type Owner } from './access/owner.ts'
import { openWeb } from './browser.ts'
import { messageInput } from './message-input.ts'
import { openTestApp, type TestApp } from './test-app.ts'

type Call = readonly [method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object]

/** All kinds of calls that stand on the row of their user, or on what goes with it. */
async function callsOf({ group, connection, message, series, notification }: Owner) {
  const [groupId, connectionId] = [await group(), await connection()]
  const [messageId, seriesId] = [(await message()).id, (await series()).id]
  await notification()
  return [
    ['POST', '/api/users', { displayName: 'Ada' }],
    ['PUT', '/api/users/me', { displayName: 'Ada' }],
    ['POST', '/api/messages', messageInput([groupId])],
    ['POST', '/api/messages', { ...messageInput([]), status: 'draft' }],
    ['PUT', `/api/messages/${messageId}`, { ...messageInput([groupId]), rev: 1 }],
    ['POST', `/api/messages/${messageId}/send-now`, {}],
    ['POST', `/api/messages/${messageId}/duplicate`, {}],
    ['PUT', `/api/messages/${seriesId}/slots/2026-06-02T07:00:00.000Z`, { skip: true }],
    ['POST', `/api/messages/${seriesId}/pause`, {}],
    ['POST', `/api/groups/${groupId}/test`, {}],
    ['PUT', `/api/groups/${groupId}`, { rev: 1, muted: true }],
    ['POST', `/api/connections/${connectionId}/pairing`, { refresh: true }],
    ['DELETE', `/api/connections/${connectionId}`],
    ['GET', '/api/users/me/export'],
    ['POST', '/api/notifications/read-all', {}],
    ['POST', '/api/users/me/sign-out', {}],
  ] as const satisfies Call[]
}

/** Calls of one round: they, the deletion and who looks at them share ten connections to the database. */
const AT_ONCE = 6

const PATIENCE = { timeout: 20_000 }

test('calls beside the deletion of their account are done or refused, and never fail', async () => {
  const app = await openTestApp()
  onTestFinished(() => app.close())
  const web = await openWeb(app)

  for (let from = 0, all = 1; from < all; from += AT_ONCE) {
    const user = await signUp(app, web, `ada-${from}`)
    const ofUser = await callsOf(user)
    all = ofUser.length
    const calls = ofUser.slice(from, from + AT_ONCE)
    let answered = 0
    const send = async ([method, path, body]: Call, n: number) => {
      const headers = {
        authorization: `Bearer ${user.token}`,
        // Of every other one a key is kept for its user, too.
        ...(n % 2 ? { 'idempotency-key': `${n}` } : {}),
      }
      const { status } = await user.browser.send(method, path, body, headers)
      answered += 1
      return `${method} ${path}: ${status}`
    }

    // The deletion is the first that waits for the user's row; the calls find it gone when their turn comes.
    const release = await holdUser(app, user.id)
    const deletion = send(['DELETE', '/api/users/me', { password }], 0)
    await expect.poll(() => waiting(app), PATIENCE).toBe(1)
    const sent = calls.map(send)
    const arrived = async () => (await waiting(app)) + answered
    await expect.poll(arrived, PATIENCE).toBe(calls.length + 1)
    await release()
    expect(await deletion).toBe('DELETE /api/users/me: 200')
    expect((await Promise.all(sent)).filter((line) => line.endsWith('500'))).toEqual([])
  }
  expect(app.printed()).not.toMatch(/^\{"level":[56]0/m)
})

/** Holds the row of a user as a change of it does; returns how to let go. */
async function holdUser({ pool }: TestApp, id: string) {
  const client = await pool.connect()
  await client.query('begin')
  await client.query('select 1 from users where id = $1 for update', [id])
  return async () => {
    await client.query('commit')
    client.release()
  }
}

/** How many transactions of this test app wait for a lock. */
async function waiting({ pool }: TestApp): Promise<number> {
  const { rows } = await pool.query<{ n: number }>(
    `select count(*)::int as n from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows[0]!.n
}
