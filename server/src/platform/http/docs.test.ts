import type { Api } from '@carillon/contract/api'
import type { Endpoint } from '@carillon/contract/endpoint'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { loadConfig } from '../config.ts'
import { createLog } from '../log.ts'
import { apiDocs } from './docs.ts'
import { openApi } from './openapi.ts'
import { protect } from './security.ts'
import { createHttp } from './server.ts'

const Tone = z.enum(['high', 'low'])
const Bell = z.object({
  id: z.string(),
  tone: Tone,
  note: z.string().max(1_200).optional(),
  rungAt: z.iso.datetime().nullable(),
  weight: z.number().int(),
})
/** Takes something else than it gives: what is left out is filled in. */
const Rope = z.object({ length: z.number().default(3) })

/** What the calls name. */
const schemas = {
  Bell,
  Tone,
  Rope,
  Unused: z.string(),
  BellsQuery: z.object({
    tone: Tone.optional(),
    limit: z.coerce.number().min(1).max(9).default(5),
  }),
  Bells: z.object({ items: z.array(Bell), nextCursor: z.string().nullable() }),
  TowerParams: z.object({ id: z.string() }),
  HangBell: z.object({
    rope: Rope,
    tones: z.record(z.string(), Tone),
    how: z.discriminatedUnion('by', [
      z.object({ by: z.literal('hand'), ringer: z.string() }),
      z.object({ by: z.literal('clock'), at: z.array(z.string()) }),
    ]),
  }),
  HungBell: z.object({ bell: Bell, rope: Rope }),
}

const tower: Record<string, Endpoint> = {
  listBells: {
    method: 'GET',
    path: '/api/bells',
    summary: 'List the bells.',
    auth: 'public',
    query: 'BellsQuery',
    data: 'Bells',
  },
  hangBell: {
    method: 'POST',
    path: '/api/towers/:id/bells',
    summary: 'Hang a bell; `rope` & <b>tone</b> are needed.',
    auth: 'user',
    status: 201,
    params: 'TowerParams',
    body: 'HangBell',
    data: 'HungBell',
  },
}

const api: Api = {
  title: 'Bells <3',
  version: '2',
  introduction: ['Ring them.', 'With `care`.'],
  rooms: [{ name: 'tower', endpoints: tower }],
  schemas,
}

describe('as OpenAPI', () => {
  const { paths, components, tags, info } = openApi(api)
  const list = paths['/api/bells']?.['get']
  const hang = paths['/api/towers/{id}/bells']?.['post']
  const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })

  test('what has a name is printed once and referred to', () => {
    expect(Object.keys(components.schemas)).toEqual(
      ['Bell', 'Bells', 'HungBell', 'Rope', 'Tone', 'ErrorBody'].toSorted(),
    )
    expect(components.schemas['Bell']).toEqual({
      type: 'object',
      properties: {
        id: { type: 'string' },
        tone: ref('Tone'),
        note: { type: 'string', maxLength: 1_200 },
        rungAt: { anyOf: [{ type: 'string', format: 'date-time' }, { type: 'null' }] },
        weight: { type: 'integer' },
      },
      required: ['id', 'tone', 'rungAt', 'weight'],
    })
  })

  test('a name is what is given; what is taken instead is written out', () => {
    const [{ schema: body } = {}] = Object.values(hang?.requestBody?.content ?? {})
    expect(components.schemas['Rope']?.required).toEqual(['length'])
    expect(body?.properties?.['rope']).toEqual({
      type: 'object',
      properties: { length: { type: 'number', default: 3 } },
    })
    expect(hang?.responses['201']).toMatchObject({
      content: {
        'application/json': {
          schema: {
            properties: { data: ref('HungBell') },
          },
        },
      },
    })
    expect(components.schemas['HungBell']?.properties).toEqual({
      bell: ref('Bell'),
      rope: ref('Rope'),
    })
  })

  test('who may call, with which key, and what may go wrong', () => {
    expect(list?.security).toBeUndefined()
    expect(hang?.security).toEqual([{ bearer: [] }])
    expect(
      list?.parameters?.map(({ name, in: place, required }) => [name, place, required]),
    ).toEqual([
      ['tone', 'query', false],
      ['limit', 'query', false],
    ])
    expect(
      hang?.parameters?.map(({ name, in: place, required }) => [name, place, required]),
    ).toEqual([
      ['id', 'path', true],
      ['Idempotency-Key', 'header', false],
    ])
    expect(Object.keys(list?.responses ?? {})).toEqual(['200', '400', 'default'])
    expect(Object.keys(hang?.responses ?? {})).toEqual(['201', '400', '401', '404', 'default'])
    expect(hang?.responses['404']).toEqual({ $ref: '#/components/responses/not_found' })
    expect(components.responses['not_found']?.content['application/json'].schema).toEqual(
      ref('ErrorBody'),
    )
  })

  test('every reference leads somewhere', () => {
    const document = openApi(api)
    const text = JSON.stringify(document)
    for (const [, where, name] of text.matchAll(/"#\/components\/(\w+)\/(\w+)"/g)) {
      expect(document.components[where as 'schemas']).toHaveProperty(name!)
    }
    expect(text).not.toContain('$defs')
  })

  test('it says which API it is, room by room', () => {
    expect(info).toMatchObject({
      title: 'Bells <3',
      version: '2',
      description: 'Ring them.\n\nWith `care`.',
    })
    expect([tags, list?.tags, hang?.operationId]).toEqual([
      [{ name: 'tower' }],
      ['tower'],
      'hangBell',
    ])
  })
})

describe('as a page', async () => {
  const config = await loadConfig({}, async () => Promise.reject(new Error('There is no sandbox.')))
  const http = createHttp(config, createLog('fatal'))
  await protect(http, config)
  apiDocs(http, api)
  const { body: page, headers } = await http.inject('/api/docs')
  /** What a reader sees, in one line. */
  const text = page
    .replace(/<[^>]*>/g, ' ')
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
    .replace(/\s+/g, ' ')

  test('it needs no exception of the content security policy', async () => {
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    expect(page).not.toMatch(/<script|<style| style=| on\w+=|javascript:/)
    const style = await http.inject('/api/docs.css')
    expect([style.statusCode, style.headers['content-type']]).toEqual([
      200,
      'text/css; charset=utf-8',
    ])
    expect(style.body).not.toMatch(/url\(|@import/)
  })

  test('it tells of each call what goes in, what comes out and what may go wrong', () => {
    expect(text).toContain('GET / api/ bells List the bells. listBells')
    expect(text).toContain('Query tone Tone , optional limit number, 1 to 9, default 5, optional')
    expect(text).toContain('Answer, 200 items list of Bell nextCursor string or null')
    expect(text).toContain('POST / api/ towers/ {id}/ bells')
    expect(text).toContain('hangBell token Path id string Header Idempotency-Key')
    expect(text).toContain('tones map of name to Tone')
    expect(text).toContain(
      'how object or object by "hand" ringer string or by "clock" at list of string',
    )
    expect(text).toContain(
      'Answer, 201 bell Bell rope Rope Errors invalid , unauthenticated , not_found , others',
    )
    // What one call alone answers needs no name.
    expect(text).not.toContain('HungBell')
    expect(text).toContain('Tone "high" | "low"')
    expect(text).toContain('rungAt date-time or null weight integer')
    expect(text).toContain('note string, at most 1,200 characters, optional')
    expect(text).toContain('rate_limited 429 Too many requests; Retry-After says')
  })

  test('what is written stays text', () => {
    expect(text).toContain('Hang a bell; rope & <b>tone</b> are needed.')
    expect(page).toContain('<title>API of Bells &#60;3</title>')
    expect(page).not.toContain('<b>')
    expect(page).toContain('<code>rope</code>')
  })

  test('every link in it leads somewhere, and every place has one name', () => {
    const places = [...page.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id)
    const links = [...page.matchAll(/ href="#([^"]*)"/g)].map(([, id]) => id)
    expect(places.filter((id, i) => places.indexOf(id) !== i)).toEqual([])
    expect(links.filter((id) => !places.includes(id))).toEqual([])
    expect(links.length).toBeGreaterThan(20)
  })
})
