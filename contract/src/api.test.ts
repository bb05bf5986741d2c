import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { api } from './api.ts'
import type { Endpoint } from './endpoint.ts'

const calls = api.rooms.flatMap(({ endpoints }) => Object.entries(endpoints))
const files = globSync('**/*.ts', { cwd: import.meta.dirname }).filter(
  (file) => !file.endsWith('.test.ts'),
)

describe('the API', () => {
  test('lists every endpoint that any file of the contract defines', async () => {
    const known = new Set(calls.map(([, endpoint]) => endpoint))
    const missing: string[] = []
    for (const file of files) {
      const source = readFileSync(join(import.meta.dirname, file), 'utf8')
      const module: Record<string, unknown> = await import(join(import.meta.dirname, file))
      for (const [, name = ''] of source.matchAll(/const (\w+) = endpoint\(/g)) {
        if (!known.has(module[name] as Endpoint)) missing.push(`${name} of ${file}`)
      }
    }
    expect(missing).toEqual([])
    expect(calls.length).toBeGreaterThan(40)
  })

  test('lists every exported schema', async () => {
    const known = new Set<unknown>(Object.values(api.schemas))
    const missing: string[] = []
    for (const file of files) {
      const module: Record<string, unknown> = await import(join(import.meta.dirname, file))
      for (const [name, value] of Object.entries(module)) {
        if (value instanceof z.core.$ZodType && !known.has(value))
          missing.push(`${name} of ${file}`)
      }
    }
    expect(missing).toEqual([])
  })

  test('has no two calls with the same name or the same address', () => {
    const names = calls.map(([name]) => name)
    const addresses = calls.map(([, { method, path }]) => `${method} ${path.replace(/:\w+/g, ':')}`)
    expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([])
    expect(addresses.filter((address, i) => addresses.indexOf(address) !== i)).toEqual([])
  })

  test('says in one sentence what each call does', () => {
    expect(calls.filter(([, { summary }]) => !/^[A-Z].*[.]$/.test(summary))).toEqual([])
  })
})

test.for(calls)(
  '%s: its path, parameters and body follow the rules of HTTP',
  ([, { method, path, params, query, body }]) => {
    const pathParams = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name)
    const declared = params ? api.schemas[params] : undefined
    expect(declared instanceof z.ZodObject ? Object.keys(declared.shape) : []).toEqual(pathParams)
    // GET has no body. Other methods have no query, because access logs store addresses.
    expect(method === 'GET' ? body : query).toBeUndefined()
    expect(path).toMatch(/^\/api(\/(:?\w+|[a-z]+(-[a-z]+)*))+$/)
  },
)
