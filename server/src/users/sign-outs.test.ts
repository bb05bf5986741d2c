import { ada, signUpAda } from '../../test/ada.ts'
import { openBrowser } from '../../test/browser.ts'
import { expect, test } from '../../test/test-app.ts'
import { admit } from './actions.ts'

test('a sign-out everywhere ends every session and token, and the next sign-in works', async ({
  app,
}) => {
  const { browser, web, token } = await signUpAda(app)
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
