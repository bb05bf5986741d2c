import { signUpAda } from '../../test/ada.ts'
import { expect, openTestApp, test } from '../../test/test-app.ts'
import { ownIssuer } from '../identity/embedded/issuer.ts'
import { admit } from './actions.ts'

test('155, 176 the profile is stored once; a second POST answers it as it is', async ({ app }) => {
  const { browser } = await signUpAda(app)
  // Another call of the page may well come first.
  await browser.api('GET', '/api/users/me')
  const first = await browser.api('POST', '/api/users', {
    displayName: ' Ada Lovelace ',
    timeZone: 'Europe/London',
    locale: 'de-AT',
  })
  expect(first).toMatchObject({
    status: 200,
    data: {
      displayName: 'Ada Lovelace',
      timeZone: 'Europe/London',
      preferences: { mailed: ['deliveries', 'connections'], locale: 'de-AT' },
      tier: 'free',
      rev: 2,
    },
  })
  const second = await browser.api('POST', '/api/users', { displayName: 'Somebody else' })
  expect(second.text).toBe(first.text)
})

test('a language that the server does not know stops no sign-up', async ({ app }) => {
  const { browser } = await signUpAda(app)
  const made = await browser.api('POST', '/api/users', {
    displayName: 'Ada',
    locale: 'en-US@posix',
  })
  expect(made).toMatchObject({ status: 200, data: { displayName: 'Ada' } })
  expect(made.data?.preferences).not.toHaveProperty('locale')
})

test('many first requests at once make one profile', async ({ app }) => {
  const { browser, token } = await signUpAda(app)
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
  const { browser, web } = await signUpAda(app)
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
  const { browser } = await signUpAda(app)
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
  const { browser, web } = await signUpAda(app)
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
  const { browser } = await signUpAda(app)
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
  const { browser } = await signUpAda(app)
  expect(await browser.api('GET', '/api/users/me')).toMatchObject({
    data: { tier: 'pro', limits: { maxGroups: null, maxCycles: null, whatsappAccess: true } },
  })
  await app.close()
})
