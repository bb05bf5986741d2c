import { api } from '@carillon/contract/api'
import type { Endpoint } from '@carillon/contract/endpoint'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rows, type Row, type Sent } from './access/rows.ts'
import { signUp, type Owner } from './access/owner.ts'
import { openWeb, type Web } from './browser.ts'
import { openTestApp, type TestApp } from './test-app.ts'

/** Nobody listens there: a call that asks the network fails at once. */
const NOWHERE = 'http://127.0.0.1:9'

const endpoints = api.rooms.flatMap((room) => Object.entries(room.endpoints))

let app: TestApp & { close(): Promise<void> }
let web: Web
let owner: Owner
let stranger: Owner
/** The ids of everything that was created for the owner. */
let made: string[]

beforeAll(async () => {
  app = await openTestApp({ env: { TELEGRAM_API_ROOT: NOWHERE } })
  web = await openWeb(app)
  made = []
  ;[owner, stranger] = [await signUp(app, web, 'ada'), await signUp(app, web, 'eve')]
})
afterAll(() => app.close())

/** Calls an endpoint with this token, or without one. */
async function call({ method, path }: Endpoint, { params, query, body }: Sent, token?: string) {
  const place = path.replaceAll(/:(\w+)/g, (_, name: string) => params?.[name] ?? 'x')
  const { origin } = new URL(app.ctx.config.publicUrl)
  const answer = await web.http.inject({
    method,
    url: place,
    headers: { origin, ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) },
    ...(query ? { query } : {}),
    ...(method === 'GET' ? {} : { payload: body ?? {} }),
  })
  return { status: answer.statusCode, text: answer.body }
}

/** A valid token with a wrong signature. */
const forged = (token: string) => `${token.slice(0, token.lastIndexOf('.'))}.${'A'.repeat(86)}`

test('every endpoint has a row here, and every row its endpoint', () => {
  expect(Object.keys(rows).toSorted()).toEqual(endpoints.map(([name]) => name).toSorted())
})

const rowOf = (name: string): Row => rows[name] ?? {}
const sentBy = (name: string, id = 'x') => rowOf(name).sends?.(id) ?? {}

const ofAnybody = endpoints.filter(([, { auth }]) => auth === 'public')
const ofUsers = endpoints.filter(([, { auth }]) => auth === 'user')
const aboutAThing = ofUsers.filter(([name]) => rowOf(name).makes)
const aboutTheCaller = ofUsers.filter(([name]) => !rowOf(name).makes && !rowOf(name).ends)
const endings = ofUsers.filter(([name]) => rowOf(name).ends)

test.for(ofAnybody)('%s answers without a token', async ([name, endpoint]) => {
  expect(await call(endpoint, sentBy(name))).toMatchObject({ status: rowOf(name).anybody })
})

test.for(ofUsers)(
  '%s refuses calls without a token, or with one that is none',
  async ([name, endpoint]) => {
    for (const token of [undefined, 'x', forged(owner.token)]) {
      expect(await call(endpoint, sentBy(name), token)).toMatchObject({ status: 401 })
    }
  },
)

test.for(aboutAThing)(
  '%s tells others of a thing what it tells of one that does not exist',
  async ([name, endpoint]) => {
    const id = await rowOf(name).makes!(owner)
    made.push(id)
    const absent = await call(endpoint, sentBy(name, app.ctx.ids.next()), stranger.token)
    expect(absent.status).toBe(rowOf(name).others ?? 404)
    expect(await call(endpoint, sentBy(name, id), stranger.token)).toEqual(absent)
    const { status, text } = await call(endpoint, sentBy(name, id), owner.token)
    expect([status, text]).toEqual([rowOf(name).owner, expect.anything()])
  },
)

test.for(aboutTheCaller)('%s tells others nothing of the owner', async ([name, endpoint]) => {
  const { text } = await call(endpoint, sentBy(name), stranger.token)
  expect([owner.id, ...made].filter((id) => text.includes(id))).toEqual([])
  expect(await call(endpoint, sentBy(name), owner.token)).toMatchObject({
    status: rowOf(name).owner,
  })
})

test.for(endings)('%s ends what its caller may do', async ([name, endpoint]) => {
  const leaver = await signUp(app, web, name.toLowerCase())
  expect(await call(endpoint, sentBy(name), leaver.token)).toMatchObject({
    status: rowOf(name).owner,
  })
  expect(await call(endpoint, sentBy(name), leaver.token)).toMatchObject({ status: 401 })
})
