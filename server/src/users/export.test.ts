import { ada, signUpAda } from '../../test/ada.ts'
import { expect, test } from '../../test/test-app.ts'
import type { UserData } from './rules.ts'

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
  const { browser } = await signUpAda(wired)
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
  const { browser } = await signUpAda({ ...app, ctx: { ...app.ctx, userData: [room] } })
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
