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

test('loading, then signed in with the profile merged over the identity user', async () => {
  await using server = await identityServer()
  const { session, reached } = browserAt(server.origin)
  expect(session.state()).toEqual({ status: 'loading' })
  expect(await reached('signed-in')).toEqual({ status: 'signed-in', user: adasProfile })
})

test('without a profile the person is signed in all the same, as free', async () => {
  await using server = await identityServer()
  server.state.refuseProfile = { status: 500, body: {} }
  expect(await browserAt(server.origin).reached('signed-in')).toMatchObject({
    user: { uid: 'u1', displayName: 'Ada', tier: 'free', limits: { maxGroups: 1 } },
  })
})

test('whoever signs up gets a profile with their name and the zone they are in', async () => {
  await using server = await identityServer({ open: false })
  const { session, reached } = browserAt(server.origin)
  await reached('signed-out')
  await session.signUp({ email: 'ada@example.com', password: 'secret', displayName: 'Ada' })
  await reached('signed-in')

  const made = server.asked.find(({ method, url }) => method === 'POST' && url === '/api/users')
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  expect(JSON.parse(made?.body ?? '')).toEqual({ displayName: 'Ada', timeZone })
  expect(server.asked.some(({ url }) => url === '/api/users/me')).toBe(false)
})

test('signing out forgets the person', async () => {
  await using server = await identityServer()
  const { session, reached } = browserAt(server.origin)
  await reached('signed-in')
  await session.signOut()
  expect(session.state()).toEqual({ status: 'signed-out' })
  expect(await session.getToken()).toBeNull()
})

test('a live event replaces the user, unless it is older or of somebody else', async () => {
  await using server = await identityServer()
  const { session, reached } = browserAt(server.origin)
  await reached('signed-in')
  session.receive({ ...adasProfile, rev: 1, tier: 'free' })
  session.receive({ ...adasProfile, rev: 9, uid: 'u2', tier: 'free' })
  expect(session.state()).toMatchObject({ user: { tier: 'pro' } })
  session.receive({ ...adasProfile, rev: 3, tier: 'free' })
  expect(session.state()).toMatchObject({ user: { tier: 'free' } })
})

test('a token that cannot be renewed for want of a server is a lost connection', async () => {
  const server = await identityServer()
  const { session, reached } = browserAt(server.origin)
  await reached('signed-in')
  await server[Symbol.asyncDispose]()
  await expect(session.getToken(true)).rejects.toMatchObject({ name: 'NetworkError' })
})
