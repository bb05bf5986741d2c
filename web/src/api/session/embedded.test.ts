import type { IdentityReason } from '@carillon/contract/identity'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createEmbeddedIdentity } from './embedded.ts'
import type { IdentityUser } from './identity.ts'
import { identityTimeoutMs } from './embeddedRequest.ts'
import { openTabs } from './tabs.ts'
import { alone, identityServer, jwt, type Refusal } from './testIdentity.ts'
import { readToken } from './token.ts'

/** The next person told of, for waiting on sign-ins and -outs. */
const nextUser = (
  client: ReturnType<typeof createEmbeddedIdentity>,
  wanted: (user: IdentityUser | null) => boolean,
) =>
  new Promise<IdentityUser | null>((resolve) => {
    client.onChange((user) => {
      if (wanted(user)) resolve(user)
    })
  })

test('tells who is signed in, and keeps one token until it is due', async () => {
  await using server = await identityServer()
  const client = createEmbeddedIdentity({ origin: server.origin, tabs: alone })

  expect(await nextUser(client, () => true)).toEqual({
    uid: 'u1',
    email: 'ada@example.com',
    displayName: 'Ada',
  })
  const first = await client.getToken()
  expect(await client.getToken()).toBe(first)
  expect(server.state.tokens).toBe(1)
})

test('174 many who want a fresh token at once share one request', async () => {
  await using server = await identityServer()
  const client = createEmbeddedIdentity({ origin: server.origin, tabs: alone })
  const tokens = await Promise.all([1, 2, 3, 4].map(() => client.getToken(true)))
  expect(new Set(tokens).size).toBe(1)
  expect(server.state.tokens).toBe(1)
})

test('tabs renew once between them', async () => {
  await using server = await identityServer()
  const name = `tabs-${Math.random()}`
  const tabs = [openTabs(name), openTabs(name)]
  const clients = tabs.map((tab) => createEmbeddedIdentity({ origin: server.origin, tabs: tab }))
  await Promise.all(clients.map((client) => nextUser(client, () => true)))

  const first = await clients[0]?.getToken()
  // The news is on its way to the second tab; a third one that hears it shows when it has arrived.
  await heard(name, () => clients[0]?.getToken(true))
  expect(await clients[1]?.getToken()).not.toBe(first)
  expect(server.state.tokens).toBe(2)
})

test('175, 232 a sign-out in one tab is followed by the others', async () => {
  await using server = await identityServer()
  const name = `tabs-${Math.random()}`
  const here = createEmbeddedIdentity({ origin: server.origin, tabs: openTabs(name) })
  const there = createEmbeddedIdentity({ origin: server.origin, tabs: openTabs(name) })
  await Promise.all([nextUser(here, Boolean), nextUser(there, Boolean)])

  const left = nextUser(there, (user) => user === null)
  await here.signOut()
  expect(await left).toBeNull()
  expect(await there.getToken()).toBeNull()
})

test('a session that ended on the server signs out here', async () => {
  await using server = await identityServer()
  const client = createEmbeddedIdentity({ origin: server.origin, tabs: alone })
  await nextUser(client, Boolean)
  server.state.open = false

  const left = nextUser(client, (user) => user === null)
  expect(await client.getToken(true)).toBeNull()
  expect(await left).toBeNull()
})

test('a token that is asked for during a sign-out is neither complained of nor called a session that ended', async () => {
  await using server = await identityServer()
  const client = createEmbeddedIdentity({ origin: server.origin, tabs: alone })
  await nextUser(client, Boolean)
  const logged = vi.spyOn(console, 'error')
  onTestFinished(() => logged.mockRestore())
  const lapses: boolean[] = []
  client.onChange((_, lapsed) => lapses.push(lapsed))
  server.state.open = false

  const left = client.signOut()
  expect(await client.getToken(true)).toBeNull()
  await left
  expect(lapses).toEqual([false, false])
  expect(logged).not.toHaveBeenCalled()
})

test('a server that fails for a moment signs nobody out', async () => {
  await using server = await identityServer()
  server.state.refuseNext = { status: 500, body: {} }
  const client = createEmbeddedIdentity({ origin: server.origin, tabs: alone, lookAgainMs: 1 })
  expect(await nextUser(client, () => true)).toMatchObject({ uid: 'u1' })
})

test('173 a renewal that fails is logged, and passed on to whoever asked', async () => {
  await using server = await identityServer()
  const client = createEmbeddedIdentity({ origin: server.origin, tabs: alone })
  await nextUser(client, Boolean)
  await client.getToken()
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  onTestFinished(() => logged.mockRestore())
  server.state.refuse = { status: 500, body: {} }

  await expect(client.getToken(true)).rejects.toMatchObject({ problem: 'unknown' })
  expect(logged).toHaveBeenCalledWith('The token could not be renewed.', expect.anything())
  server.state.refuse = undefined
  expect(await client.getToken(true)).toBeTruthy()
})

test('075 a failed sign-out leaves this browser signed out all the same', async () => {
  await using server = await identityServer()
  const client = createEmbeddedIdentity({ origin: server.origin, tabs: alone })
  await nextUser(client, Boolean)
  server.state.refuse = { status: 500, body: {} }
  await expect(client.signOut()).rejects.toMatchObject({ problem: 'unknown' })
  expect(await client.getToken()).toBeNull()
})

/** What a browser remembers over a reload. */
function memory() {
  let unfinished = false
  return { isUnfinished: () => unfinished, note: (now: boolean) => void (unfinished = now) }
}

test('067 a sign-out that failed is made up for at the next contact, and nobody is signed in until then', async () => {
  await using server = await identityServer()
  const signingOut = memory()
  const open = () => createEmbeddedIdentity({ origin: server.origin, tabs: alone, signingOut })
  const client = open()
  await nextUser(client, Boolean)
  server.state.refuse = { status: 500, body: {} }
  await expect(client.signOut()).rejects.toMatchObject({ problem: 'unknown' })
  server.state.refuse = undefined

  // The page is loaded anew: the session of the cookie still lives, and is ended first.
  expect(await nextUser(open(), () => true)).toBeNull()
  expect(server.state.open).toBe(false)
  expect(signingOut.isUnfinished()).toBe(false)
})

test('a sign-out that failed is tried again while the page is open, until somebody signs in', async () => {
  await using server = await identityServer()
  const signingOut = memory()
  const client = createEmbeddedIdentity({
    origin: server.origin,
    tabs: alone,
    signingOut,
    lookAgainMs: 1,
  })
  await nextUser(client, Boolean)
  server.state.refuseNext = { status: 500, body: {} }
  await expect(client.signOut()).rejects.toMatchObject({ problem: 'unknown' })
  await vi.waitFor(() => expect(server.state.open).toBe(false))

  await client.signIn({ email: 'ada@example.com', password: 'secret' })
  expect(signingOut.isUnfinished()).toBe(false)
  expect(await client.getToken()).toBeTruthy()
})

const refused = (reason: IdentityReason, message = '') => ({
  error: { code: 'invalid', message, reason },
})

const refusals: [string, Refusal, object][] = [
  [
    'a wrong password',
    { status: 401, body: refused('credentials') },
    { problem: 'credentials', field: 'password' },
  ],
  [
    'a session that ended',
    { status: 401, body: refused('session_ended') },
    { problem: 'session_ended', field: undefined },
  ],
  [
    'an address in use',
    { status: 409, body: refused('email_in_use') },
    { problem: 'email_in_use', field: 'email' },
  ],
  [
    'a short password',
    { status: 400, body: refused('password_refused', 'Use at least 8 characters.') },
    { problem: 'password_refused', field: 'password', message: 'Use at least 8 characters.' },
  ],
  [
    'a wrong code',
    { status: 400, body: refused('code_wrong') },
    { problem: 'code_wrong', field: 'code' },
  ],
  [
    'a dead code',
    { status: 400, body: refused('code_dead') },
    { problem: 'code_dead', field: 'code' },
  ],
  [
    'too many tries',
    { status: 429, body: {}, headers: { 'retry-after': '8' } },
    { message: 'Too many tries. Wait 8 seconds and try again.' },
  ],
  [
    'our own words',
    { status: 400, body: { error: { code: 'invalid', message: 'Not this one.' } } },
    { message: 'Not this one.' },
  ],
]

test.for(refusals)('163 %s is told in words at its field', async ([, refuse, told]) => {
  await using server = await identityServer({ open: false })
  const client = createEmbeddedIdentity({ origin: server.origin, tabs: alone })
  server.state.refuse = refuse
  const tried = client.signUp({ email: 'ada@example.com', password: 'secret', displayName: '' })
  await expect(tried).rejects.toMatchObject({ name: 'IdentityError', ...told })
})

test('an address that must be proved first is a step, not an error', async () => {
  await using server = await identityServer({ open: false })
  server.state.refuse = { status: 403, body: refused('email_unverified') }
  const client = createEmbeddedIdentity({ origin: server.origin, tabs: alone })
  expect(await client.signIn({ email: 'ada@example.com', password: 'secret' })).toBe('verify-email')
})

test('no server is a lost connection', async () => {
  const server = await identityServer()
  await server[Symbol.asyncDispose]()
  const client = createEmbeddedIdentity({ origin: server.origin, tabs: alone })
  await expect(client.requestReset('ada@example.com')).rejects.toMatchObject({ problem: 'network' })
})

test('164 renewal begins five minutes before the end, by the life of the token and not by its clock', () => {
  const token = readToken(jwt(1, 900), 1_000_000)
  expect(token.endsAt).toBe(1_000_000 + 15 * 60_000)
  expect(token.renewAt).toBe(1_000_000 + 10 * 60_000)
})

test('165 phones get twice the time', () => {
  expect(identityTimeoutMs('Mozilla/5.0 (X11; Linux x86_64) Chrome/156')).toBe(30_000)
  expect(identityTimeoutMs('Mozilla/5.0 (iPhone; CPU iPhone OS 19) Mobile/15E148')).toBe(60_000)
})

/** Does something and waits until the tabs of that name were told of it. */
async function heard(name: string, task: () => Promise<unknown> | undefined) {
  const ear = new BroadcastChannel(name)
  const told = new Promise((resolve) => ear.addEventListener('message', resolve, { once: true }))
  await task()
  await told
  ear.close()
}
