import { api } from '@carillon/contract/api'
import { openWeb } from './browser.ts'
import { expect, test } from './test-app.ts'

test('every call of the contract is there', async ({ app }) => {
  const { http } = await openWeb(app)
  const missing = api.rooms.flatMap(({ endpoints }) =>
    Object.entries(endpoints)
      .filter(([, { method, path }]) => !http.hasRoute({ method, url: path }))
      .map(([name]) => name),
  )
  expect(missing).toEqual([])
})

test.for(['GET', 'POST', 'PUT', 'DELETE'] as const)(
  '%s of an unknown call is told in words',
  async (method, { app }) => {
    const { http } = await openWeb(app)
    const headers = { accept: 'text/html' }
    const answer = await http.inject({ method, url: '/api/nowhere/at/all', headers })
    expect([answer.statusCode, answer.json()]).toEqual([
      404,
      { error: { code: 'not_found', message: 'There is no such call.' } },
    ])
  },
)

test('the API tells of itself, to programs and to people', async ({ app }) => {
  const { http } = await openWeb(app)
  const document = await http.inject('/api/openapi.json')
  expect(document.json()).toMatchObject({ openapi: '3.1.0', info: { title: 'Carillon' } })
  const page = await http.inject('/api/docs')
  expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
  expect(page.headers['content-security-policy']).toContain("script-src 'self'")
})
