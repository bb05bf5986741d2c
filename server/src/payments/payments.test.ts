import { plans, tierLimits } from '@carillon/contract/tiers'
import { openBrowser, openWeb } from '../../test/browser.ts'
import { expect, test, type TestApp } from '../../test/test-app.ts'
import { openLive, openPerson } from '../../test/live.ts'
import { changeTier } from './reconcile.ts'

async function signUpAda(app: TestApp) {
  const browser = openBrowser(app, await openWeb(app))
  const person = { email: 'ada@example.org', password: 'correct horse battery', name: 'Ada' }
  await browser.post('/api/auth/sign-up/email', person)
  return browser
}

const calls = [
  ['POST', '/api/payments/checkout', { productId: 'pro_tier' }],
  ['POST', '/api/payments/cancel', {}],
  ['POST', '/api/payments/update', { productId: 'pro_tier' }],
  ['GET', '/api/payments/verify/ch_1', undefined],
  ['GET', '/api/payments/portal', undefined],
] as const

test('141 while nothing is sold every call says so, and changes nothing', async ({ app }) => {
  const browser = await signUpAda(app)
  for (const [method, path, body] of calls) {
    expect(await browser.api(method, path, body)).toMatchObject({
      status: 403,
      error: { code: 'forbidden', message: 'Plans cannot be bought on this server yet.' },
    })
  }
  expect(await browser.api('GET', '/api/users/me')).toMatchObject({ data: { tier: 'free' } })
})

test('a call without a token is refused before anything else', async ({ app }) => {
  const browser = openBrowser(app, await openWeb(app))
  for (const [method, path, body] of calls) {
    expect(await browser.send(method, path, body)).toMatchObject({ status: 401 })
  }
})

test('only a plan that costs something can be bought', async ({ app }) => {
  const browser = await signUpAda(app)
  for (const productId of ['free_tier', 'gold_tier', '', 7, undefined]) {
    expect(await browser.api('POST', '/api/payments/checkout', { productId })).toMatchObject({
      status: 400,
      error: {
        code: 'invalid',
        details: [{ path: 'productId', message: 'Choose a plan that is for sale.' }],
      },
    })
  }
  expect(await browser.api('GET', '/api/payments/verify/%20')).toMatchObject({ status: 400 })
  expect(await browser.api('POST', '/api/payments/update', {})).toMatchObject({ status: 400 })
})

test('everybody can read what is offered, and that nothing can be bought', async ({ app }) => {
  const browser = openBrowser(app, await openWeb(app))
  expect(await browser.get('/api/config')).toMatchObject({
    data: {
      plans,
      limits: tierLimits,
      payments: { available: false, reason: 'Plans cannot be bought on this server yet.' },
    },
  })
})

test('a change of tier is reported once: to every open page, and in the bell', async ({ app }) => {
  const live = await openLive(app)
  const { id, page, browser } = await openPerson(app, live, 'ada')
  const { ctx } = app
  const change = (tier: 'free' | 'pro') => ctx.transaction((tx) => changeTier(ctx, tx, id, tier))

  const told = page.nextEvent('USER_UPDATED')
  const rung = page.nextEvent('NOTIFICATION_CREATED')
  await change('pro')
  expect(await told).toMatchObject({ user: { tier: 'pro', limits: { maxGroups: null } } })
  expect(await rung).toMatchObject({ notification: { title: 'Your plan is Pro now' } })
  await change('pro')
  expect(await browser.api('GET', '/api/notifications')).toMatchObject({
    data: { notifications: [{ count: 1 }], unreadCount: 1 },
  })
})
