import { readFileSync } from 'node:fs'
import type { Api } from '@carillon/contract/api'
import type { FastifyInstance } from 'fastify'
import { docsPage } from './docs/page.ts'
import { openApi } from './openapi.ts'

const SOURCE = '/api/openapi.json'
const STYLE = '/api/docs.css'

/**
 * Tells of the API: `/api/openapi.json` to programs, `/api/docs` to people. Each is printed once, when it is
 * first asked for: to print both takes 150 ms (2026-11-21), by which every start would be later.
 */
export function apiDocs(http: FastifyInstance, api: Api): void {
  const document = once(() => openApi(api))
  const page = once(() => docsPage(document(), { style: STYLE, source: SOURCE }))
  // A file of its own, since the content security policy should need no exception for it.
  const style = readFileSync(new URL('docs/docs.css', import.meta.url), 'utf8')

  http.get(SOURCE, () => document())
  http.get('/api/docs', (_, reply) => reply.type('text/html; charset=utf-8').send(page()))
  http.get(STYLE, (_, reply) => reply.type('text/css; charset=utf-8').send(style))
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => (made ??= { value: make() }).value
}
