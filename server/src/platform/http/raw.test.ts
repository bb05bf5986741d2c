import { createHmac } from 'node:crypto'
import { expect, test } from '../../../test/test-app.ts'
import { RAW_BODY_MAX, rawRoute } from './raw.ts'
import { createHttp } from './server.ts'

test('a signed webhook gets the bytes that arrived, and other routes still read JSON', async ({
  app,
}) => {
  const http = createHttp(app.ctx.config, app.ctx.log)
  app.atEnd(() => http.close())
  rawRoute(http, '/hooks/paid', async ({ body }) => ({
    signed: createHmac('sha256', 'key').update(body).digest('hex'),
  }))
  http.post('/read', async ({ body }) => ({ body }))

  // Parsed and written again it would lose its spaces, and the last of its two names.
  const payload = '{ "a":1.0,  "a": 2 }'
  const signed = createHmac('sha256', 'key').update(payload).digest('hex')
  for (const type of ['application/json', 'application/x-www-form-urlencoded', 'text/plain']) {
    const headers = { 'content-type': type }
    const answer = await http.inject({ method: 'POST', url: '/hooks/paid', headers, payload })
    expect(answer.json()).toEqual({ signed })
  }
  const empty = await http.inject({ method: 'POST', url: '/hooks/paid' })
  expect(empty.json()).toEqual({ signed: createHmac('sha256', 'key').digest('hex') })
  const read = await http.inject({ method: 'POST', url: '/read', payload: { a: 1 } })
  expect(read.json()).toEqual({ body: { a: 1 } })
})

test('a webhook that is too large is refused before it is read', async ({ app }) => {
  const http = createHttp(app.ctx.config, app.ctx.log)
  app.atEnd(() => http.close())
  rawRoute(http, '/hooks/paid', async ({ body }) => ({ bytes: body.length }))
  const send = (bytes: number) =>
    http.inject({
      method: 'POST',
      url: '/hooks/paid',
      headers: { 'content-type': 'application/json' },
      payload: Buffer.alloc(bytes, 32),
    })
  expect((await send(RAW_BODY_MAX)).json()).toEqual({ bytes: RAW_BODY_MAX })
  expect((await send(RAW_BODY_MAX + 1)).statusCode).toBe(413)
})
