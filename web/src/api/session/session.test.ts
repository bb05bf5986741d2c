import { createUser, getMe } from '@carillon/contract/users'
import { expect, test } from 'vitest'
import { makeCall } from '../makeCall.ts'
import { createEmbeddedIdentity } from './embedded.ts'
import { createSession, type SessionState } from './session.ts'
import { adasProfile, alone, identityServer } from './testIdentity.ts'

/** The session of a browser at that server. */
function browserAt(origin: string) {
  const session = createSession(createEmbeddedIdentity({ origin, tabs: alone }), async () => {
    const call = makeCall(session, origin)
    return { read: () => call(getMe), create: (body) => call(createUser, { body }) }
  })
  const reached = (status: SessionState['status']) =>
    new Promise<SessionState>((resolve) => {
      const look = () => session.state().status === status && resolve(session.state())
      session.subscribe(look)
      look()
    })
  return { session, reached }
}

test('167, 168 loading, then signed in with the profile merged over the identity user', async () => {
  await using server = await identityServer()
  const { session, reached } = browserAt(server.origin)
  expect(session.state()).toEqual({ status: 'loading' })
  expect(await reached('signed-in')).toEqual({ status: 'signed-in', user: adasProfile })
})

test('169 a profile without a tier counts as free', async () => {
  await using server = await identityServer()
  const { tier: _tier, limits: _limits, ...bare } = adasProfile
  server.state.refuseProfile = { status: 200, body: { data: bare } }
  expect(await browserAt(server.origin).reached('signed-in')).toMatchObject({
    user: { displayName: 'Ada L.', tier: 'free', limits: { maxGroups: 1 } },
  })
})

test('170 without a profile the person is signed in all the same, as free', async () => {
  await using server = await identityServer()
  server.state.refuseProfile = { status: 500, body: {} }
  expect(await browserAt(server.origin).reached('signed-in')).toMatchObject({
    user: { uid: 'u1', displayName: 'Ada', tier: 'free', limits: { maxGroups: 1 } },
  })
})

test('whoever signs up gets a profile with their name, and the zone and language of their browser', async () => {
  await using server = await identityServer({ open: false })
  const { session, reached } = browserAt(server.origin)
  await reached('signed-out')
  await session.signUp({ email: 'ada@example.com', password: 'secret', displayName: 'Ada' })
  await reached('signed-in')

  const made = server.asked.find(({ method, url }) => method === 'POST' && url === '/api/users')
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  expect(JSON.parse(made?.body ?? '')).toEqual({
    displayName: 'Ada',
    timeZone,
    locale: navigator.language,
  })
  expect(server.asked.some(({ url }) => url === '/api/users/me')).toBe(false)
})

test('an account whose sign-up was never answered gets its profile at the first sign-in', async () => {
  await using server = await identityServer({ open: false })
  const { session, reached } = browserAt(server.origin)
  await reached('signed-out')
  await session.signIn({ email: 'ada@example.com', password: 'secret' })
  await reached('signed-in')

  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  const made = server.asked.find(({ method, url }) => method === 'POST' && url === '/api/users')
  expect(JSON.parse(made?.body ?? '{}')).toEqual({ timeZone, locale: navigator.language })
})

test('175 signing out forgets the person', async () => {
  await using server = await identityServer()
  const { session, reached } = browserAt(server.origin)
  await reached('signed-in')
  await session.signOut()
  expect(session.state()).toEqual({ status: 'signed-out' })
  expect(await session.getToken()).toBeNull()
})

test('201 a live event replaces the user, unless it is older or of somebody else', async () => {
  await using server = await identityServer()
  const { session, reached } = browserAt(server.origin)
  await reached('signed-in')
  session.receive({ ...adasProfile, rev: 1, tier: 'free' })
  session.receive({ ...adasProfile, rev: 9, uid: 'u2', tier: 'free' })
  expect(session.state()).toMatchObject({ user: { tier: 'pro' } })
  session.receive({ ...adasProfile, rev: 3, tier: 'free' })
  expect(session.state()).toMatchObject({ user: { tier: 'free' } })
})

test('a profile that says nothing new disturbs nobody', async () => {
  await using server = await identityServer()
  const { session, reached } = browserAt(server.origin)
  await reached('signed-in')
  let told = 0
  session.subscribe(() => (told += 1))
  await session.refresh()
  session.receive({ ...adasProfile })
  expect(told).toBe(0)
  session.receive({ ...adasProfile, limits: { ...adasProfile.limits, maxCycles: 7 } })
  expect(told).toBe(1)
  expect(session.state()).toMatchObject({ user: { limits: { maxCycles: 7 } } })
})

test('who took their name away has none, whatever the identity service calls them', async () => {
  await using server = await identityServer()
  const { session, reached } = browserAt(server.origin)
  await reached('signed-in')
  const { displayName: _, ...nameless } = adasProfile
  session.receive({ ...nameless, rev: 3 })
  expect(session.state()).toMatchObject({ user: { email: 'ada@example.com' } })
  expect(session.state()).not.toHaveProperty('user.displayName')
})

test('a session that ends under way leaves the person in place until they sign in again', async () => {
  await using server = await identityServer()
  const { session, reached } = browserAt(server.origin)
  await reached('signed-in')
  const seen: SessionState[] = []
  session.subscribe(() => seen.push(session.state()))

  server.state.open = false
  expect(await session.getToken(true)).toBeNull()
  expect(session.state()).toEqual({ status: 'signed-in', user: adasProfile, lapsed: true })

  await session.identity.signIn({ email: 'ada@example.com', password: 'secret' })
  expect(session.state()).toEqual({ status: 'signed-in', user: adasProfile })
  expect(seen.map(({ status }) => status)).not.toContain('loading')
  expect(await session.getToken()).toBeTruthy()
})

test('a lapsed session can be left, and signing out never counts as lapsed', async () => {
  await using server = await identityServer()
  const { session, reached } = browserAt(server.origin)
  await reached('signed-in')
  server.state.open = false
  await session.getToken(true)
  session.leave()
  expect(session.state()).toEqual({ status: 'signed-out' })

  await session.identity.signIn({ email: 'ada@example.com', password: 'secret' })
  await reached('signed-in')
  await session.signOut()
  expect(session.state()).toEqual({ status: 'signed-out' })
})

test('the profile can be read anew, and says when it cannot', async () => {
  await using server = await identityServer()
  const { session, reached } = browserAt(server.origin)
  await reached('signed-in')
  await session.refresh()
  server.state.refuseProfile = {
    status: 500,
    body: { error: { code: 'internal', message: 'Broken.' } },
  }
  await expect(session.refresh()).rejects.toMatchObject({ code: 'internal' })
  expect(session.state()).toMatchObject({ user: { tier: 'pro' } })

  // Who signs out meanwhile is told nothing.
  const reading = session.refresh()
  await session.signOut()
  await expect(reading).resolves.toBeUndefined()
})

test('a token that cannot be renewed for want of a server is a lost connection', async () => {
  const server = await identityServer()
  const { session, reached } = browserAt(server.origin)
  await reached('signed-in')
  await server[Symbol.asyncDispose]()
  await expect(session.getToken(true)).rejects.toMatchObject({ name: 'NetworkError' })
})
