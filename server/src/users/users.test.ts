import { openBrowser, openWeb } from '../../test/browser.ts'
import { expect, openTestApp, test, type TestApp } from '../../test/test-app.ts'
import { ownIssuer } from '../identity/embedded/issuer.ts'
import type { Context, Tx } from '../platform/context.ts'
import { jobHandlers } from '../rooms.ts'
import { admit, deleteUser } from './actions.ts'
import type { UserData } from './rules.ts'

const ada = { email: 'ada@example.org', password: 'correct horse battery', name: 'Ada' }

async function adas(app: TestApp) {
  const web = await openWeb(app)
  const browser = openBrowser(app, web)
  await browser.post('/api/auth/sign-up/email', ada)
  return { web, browser, token: await browser.token() }
}

test('155, 176 the profile is stored once; a second POST answers it as it is', async ({ app }) => {
  const { browser } = await adas(app)
  // Another call of the page may well come first.
  await browser.api('GET', '/api/users/me')
  const first = await browser.api('POST', '/api/users', {
    displayName: ' Ada Lovelace ',
    timeZone: 'Europe/London',
  })
  expect(first).toMatchObject({
    status: 200,
    data: { displayName: 'Ada Lovelace', timeZone: 'Europe/London', tier: 'free', rev: 2 },
  })
  const second = await browser.api('POST', '/api/users', { displayName: 'Somebody else' })
  expect(second.text).toBe(first.text)
})

test('many first requests at once make one profile', async ({ app }) => {
  const { browser, token } = await adas(app)
  // As in several processes, none of which knows what another has just seen.
  const who = await ownIssuer(app.ctx).verify(token)
  await Promise.all(Array.from({ length: 6 }, () => admit(app.ctx, who)))
  const calls = Array.from({ length: 8 }, () =>
    browser.api('POST', '/api/users', { displayName: 'Ada' }, token),
  )
  const answers = await Promise.all(calls)
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
  const { rows } = await app.pool.query('select rev from users')
  expect(rows).toEqual([{ rev: 2 }])
})

test('177 PUT changes what it gives, leaves the rest, and never the tier', async ({ app }) => {
  const { browser, web } = await adas(app)
  const stored = web.nextNews('user.updated')
  await browser.api('POST', '/api/users', { displayName: 'Ada', timeZone: 'Europe/London' })
  expect(await stored).toMatchObject({ rev: 2 })
  const changed = web.nextNews('user.updated')
  const body = { photoURL: 'https://photos.example/ada.png', tier: 'pro', id: 'x', rev: 99 }
  expect(await browser.api('PUT', '/api/users/me', body)).toMatchObject({ status: 200 })
  expect(await changed).toMatchObject({ rev: 3 })
  expect(await browser.api('GET', '/api/users/me')).toMatchObject({
    data: {
      displayName: 'Ada',
      photoURL: 'https://photos.example/ada.png',
      timeZone: 'Europe/London',
      tier: 'free',
      rev: 3,
    },
  })
  const cleared = await browser.api('PUT', '/api/users/me', { photoURL: '', displayName: '' })
  expect(cleared.data).not.toHaveProperty('photoURL')
  expect(cleared.data).not.toHaveProperty('displayName')
})

test('177 a profile field that cannot be is refused at the field', async ({ app }) => {
  const { browser } = await adas(app)
  const body = {
    displayName: 'x'.repeat(61),
    photoURL: 'javascript:alert(1)',
    timeZone: 'Mars/Olympus',
  }
  expect(await browser.api('PUT', '/api/users/me', body)).toMatchObject({
    status: 400,
    error: {
      code: 'invalid',
      details: [{ path: 'displayName' }, { path: 'photoURL' }, { path: 'timeZone' }],
    },
  })
})

test('preferences are kept, and what is none is refused at its field', async ({ app }) => {
  const { browser, web } = await adas(app)
  expect(await browser.api('GET', '/api/users/me')).toMatchObject({
    data: { preferences: { mailed: ['deliveries', 'connections'] } },
  })
  const changed = web.nextNews('user.updated')
  const preferences = { mailed: ['deliveries', 'groups'] }
  expect(await browser.api('PUT', '/api/users/me', { preferences })).toMatchObject({
    status: 200,
    data: { preferences, displayName: 'Ada' },
  })
  await changed
  await browser.api('PUT', '/api/users/me', { timeZone: 'Europe/London' })
  expect(await browser.api('GET', '/api/users/me')).toMatchObject({ data: { preferences } })
  expect(
    await browser.api('PUT', '/api/users/me', { preferences: { mailed: ['gossip'] } }),
  ).toMatchObject({ status: 400, error: { details: [{ path: 'preferences.mailed.0' }] } })
})

test('a photo lives on https, at an address of a reasonable length', async ({ app }) => {
  const { browser } = await adas(app)
  for (const photoURL of [
    'http://photos.example/ada.png',
    `https://x.example/${'a'.repeat(2_000)}`,
  ]) {
    expect(await browser.api('PUT', '/api/users/me', { photoURL })).toMatchObject({
      status: 400,
      error: { details: [{ path: 'photoURL' }] },
    })
  }
})

test('new people start in the tier of the settings', async () => {
  const app = await openTestApp({ env: { DEFAULT_TIER: 'pro' } })
  const { browser } = await adas(app)
  expect(await browser.api('GET', '/api/users/me')).toMatchObject({
    data: { tier: 'pro', limits: { maxGroups: null, maxCycles: null, whatsappAccess: true } },
  })
  await app.close()
})

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
  const { browser, web, token } = await adas(wired)
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
    expect(await browser.api(call, '/api/users/me', {}, token)).toMatchObject({ status: 401 })
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
  const { browser } = await adas(wired)
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

test('a sign-out everywhere ends every session and token, and the next sign-in works', async ({
  app,
}) => {
  const { browser, web, token } = await adas(app)
  const phone = openBrowser(app, web)
  await phone.post('/api/auth/sign-in/email', ada)
  const tokens = [token, await phone.token()]
  expect(await browser.api('GET', '/api/users/me')).toMatchObject({ status: 200 })

  const heard = web.nextNews('session.ended')
  expect(await browser.api('POST', '/api/users/me/sign-out')).toMatchObject({ status: 200 })
  const { id, userId } = await heard
  expect(id).toBe(userId)
  for (const old of tokens) {
    expect(await browser.api('GET', '/api/users/me', undefined, old)).toMatchObject({ status: 401 })
  }
  expect(await phone.get('/api/auth/token')).toMatchObject({ status: 401 })
  await phone.post('/api/auth/sign-in/email', ada)
  expect(await phone.api('GET', '/api/users/me')).toMatchObject({ status: 200 })
})

test('the export holds what the rooms hold, and nothing one could sign in with', async ({
  app,
}) => {
  const room: UserData = {
    name: 'things',
    async *export(_, userId) {
      yield [{ of: userId }]
      yield []
      yield [{ of: 'somebody' }]
    },
  }
  const wired = { ...app, ctx: { ...app.ctx, userData: [room] } }
  const { browser } = await adas(wired)
  const answer = await browser.api('GET', '/api/users/me/export')
  expect(answer.data).toMatchObject({
    profile: { email: ada.email, displayName: 'Ada' },
    sessions: [{ ipAddress: '192.0.2.1' }],
    things: [{ of: expect.any(String) }, { of: 'somebody' }],
  })
  expect(answer.text).not.toMatch(/token|argon2|password/i)
})

test('a person has one export at a time, and the next when it has ended', async ({ app }) => {
  const [begun, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const room: UserData = {
    name: 'things',
    async *export() {
      yield [1]
      begun.resolve()
      await goOn.promise
      yield [2]
    },
  }
  const { browser } = await adas({ ...app, ctx: { ...app.ctx, userData: [room] } })
  const first = browser.api('GET', '/api/users/me/export')
  await begun.promise
  expect(await browser.api('GET', '/api/users/me/export')).toMatchObject({
    status: 429,
    error: { message: 'Your export is under way. Wait until it has ended.' },
  })
  goOn.resolve()
  expect(await first).toMatchObject({ status: 200, data: { things: [1, 2] } })
  expect(await browser.api('GET', '/api/users/me/export')).toMatchObject({ status: 200 })
})

test('tokens from before a sign-out everywhere are refused', async ({ app }) => {
  const { ctx } = app
  const { user } = await app.person()
  const now = ctx.clock.now().getTime()
  await app.pool.query('update users set tokens_valid_after = $1', [new Date(now + 300)])
  const token = (ms: number) => ({
    caller: user,
    issuedAt: new Date(now + ms),
    expiresAt: new Date(now + 900_000),
  })
  await expect(admit(ctx, token(-1_000))).rejects.toMatchObject({ code: 'unauthenticated' })
  await admit(ctx, token(0))
})
