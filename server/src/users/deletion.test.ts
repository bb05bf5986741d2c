import { ada, signUpAda } from '../../test/ada.ts'
import { openBrowser } from '../../test/browser.ts'
import { expect, test } from '../../test/test-app.ts'
import type { Context, Tx } from '../platform/context.ts'
import { jobHandlers } from '../rooms.ts'
import { admit, deleteUser } from './actions.ts'
import type { UserData } from './rules.ts'

test('178 deleting the account deletes all of it: rooms, profile, password, sessions, tokens', async ({
  app,
}) => {
  const ended: string[] = []
  const erased: string[] = []
  const room: UserData = {
    name: 'things',
    async *export() {},
    async leave(_: Context, tx: Tx, userId: string) {
      const user = await tx.db
        .selectFrom('users')
        .select('email')
        .where('id', '=', userId)
        .executeTakeFirst()
      ended.push(user?.email ?? 'nobody')
    },
    async erase(_: Context, userId: string) {
      erased.push(userId)
      return erased.length < 3
    },
  }
  const wired = { ...app, ctx: { ...app.ctx, userData: [room] } }
  const { browser, web, token } = await signUpAda(wired)
  await browser.api('POST', '/api/users', { displayName: 'Ada' })
  await browser.post('/api/auth/email-otp/request-password-reset', { email: ada.email })

  const heard = web.nextNews('user.deleted')
  expect(await browser.api('DELETE', '/api/users/me', ada)).toMatchObject({
    status: 200,
    data: { done: true },
  })
  await heard
  expect(ended).toEqual([ada.email])
  expect(erased).toEqual([])
  for (const call of ['GET', 'PUT', 'DELETE'] as const) {
    expect(await browser.api(call, '/api/users/me', {}, token)).toMatchObject({
      status: 401,
      error: { reason: 'account_deleted' },
    })
  }
  expect(await browser.get('/api/auth/token')).toMatchObject({ status: 401 })
  expect(await browser.post('/api/auth/sign-in/email', ada)).toMatchObject({ status: 401 })

  // The address is free at once, while what was kept is still there.
  const again = openBrowser(wired, web)
  expect(await again.post('/api/auth/sign-up/email', ada)).toMatchObject({ status: 200 })
  expect(await again.api('GET', '/api/users/me')).toMatchObject({ data: { email: ada.email } })
  expect(await again.api('DELETE', '/api/users/me', ada)).toMatchObject({ status: 200 })

  while ((await app.jobs.drain(wired.ctx, jobHandlers)) > 0);
  expect(new Set(erased).size).toBe(2)
  for (const table of ['users', 'auth_user', 'auth_session', 'auth_account', 'auth_verification']) {
    const { rowCount } = await app.pool.query(`select from ${table}`)
    expect({ table, rowCount }).toEqual({ table, rowCount: 0 })
  }
})

test('178 what a room cannot end keeps the whole account', async ({ app }) => {
  const room: UserData = {
    name: 'things',
    async *export() {},
    leave: async () => {
      throw new Error('This cannot be ended.')
    },
  }
  const wired = { ...app, ctx: { ...app.ctx, userData: [room] } }
  const { browser } = await signUpAda(wired)
  expect(await browser.api('DELETE', '/api/users/me', ada)).toMatchObject({ status: 500 })
  expect(await browser.api('GET', '/api/users/me')).toMatchObject({ status: 200 })
  expect(await browser.post('/api/auth/sign-in/email', ada)).toMatchObject({ status: 200 })
})

test('a token from before a deletion does not bring the person back, a later one does', async ({
  app,
}) => {
  const { ctx } = app
  const caller = { id: 'uid-1', email: null, name: null, picture: null, sessionId: null }
  const at = (ms: number) => new Date(ctx.clock.now().getTime() + ms)
  const token = (issuedAt: Date) => ({ caller, issuedAt, expiresAt: at(3_600_000) })
  await admit(ctx, token(at(0)))
  app.clock.advance(500)
  await deleteUser({ ...ctx, user: caller })

  await expect(admit(ctx, token(at(-500)))).rejects.toMatchObject({ code: 'unauthenticated' })
  app.clock.advance(1_000)
  await expect(admit(ctx, token(at(-1_500)))).rejects.toMatchObject({ code: 'unauthenticated' })
  // As long as the old account is being erased there is no place for another one of this id.
  await expect(admit(ctx, token(at(0)))).rejects.toMatchObject({ code: 'unavailable' })
  await app.runJobs()
  await admit(ctx, token(at(0)))
  const { rows } = await app.pool.query('select id from users')
  expect(rows).toEqual([{ id: 'uid-1' }])
})
