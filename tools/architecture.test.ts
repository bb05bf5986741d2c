import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type SourceFile, targetsOf } from './architecture/imports.ts'
import { judge } from './architecture/judge.ts'
import { FEATURES, ROOMS, UPWARD } from './architecture/table.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

// Every file is read twice, which may take long beside other tests.
describe('the repository', { timeout: 120_000 }, () => {
  const files = filesOf('{contract,server,web,sandbox,e2e,bench}/**/*.{ts,tsx,mjs}')

  test('keeps every rule', () => {
    expect(judge(files)).toEqual([])
  })

  // A check that sees nothing finds nothing: raise these as the parts grow.
  test.for<[part: string, least: number]>([
    ['contract/', 15],
    ['server/src/', 60],
    ['web/src/', 40],
    ['sandbox/src/', 40],
    ['e2e/', 1],
  ])('was seen: %s has more than %i files', ([part, least]) => {
    expect(files.filter(({ path }) => path.startsWith(part)).length).toBeGreaterThan(least)
  })

  test('has no exception that nothing needs', () => {
    const needed = Object.entries(UPWARD).flatMap(([file, above]) => {
      const source = files.find(({ path }) => path === `web/src/features/${file}`)
      const targets = source ? targetsOf(source) : []
      return above.filter((feature) =>
        targets.some((one) => 'file' in one && one.file.startsWith(`web/src/features/${feature}/`)),
      )
    })
    expect(needed).toEqual(Object.values(UPWARD).flat())
  })

  test('imports far more than it has files', () => {
    expect(files.flatMap(targetsOf).length).toBeGreaterThan(2 * files.length)
  })
})

test.for([
  ['rooms', ROOMS],
  ['features of the web', FEATURES],
] as const)('the %s form no circle', ([, table]) => {
  const below = (name: string, seen: string[]): void => {
    expect(seen).not.toContain(name)
    for (const next of table[name] ?? []) below(next, [...seen, name])
  }
  for (const name of Object.keys(table)) below(name, [])
})

describe('an import is seen', () => {
  test.for<[source: string, target: string]>([
    ["import { a } from './a.ts'", 'web/src/a.ts'],
    ["import type { A } from './a.ts'", 'web/src/a.ts'],
    ["import './a.ts'", 'web/src/a.ts'],
    ["export { a } from './a.ts'", 'web/src/a.ts'],
    ["export * from '../a.ts'", 'web/a.ts'],
    ["const a = await import('./a.ts')", 'web/src/a.ts'],
    ["type A = import('./a.ts').A", 'web/src/a.ts'],
    ["import { a } from '@carillon/contract/content/markup'", 'contract/src/content/markup.ts'],
  ])('%s', ([source, file]) => {
    expect(targetsOf({ path: 'web/src/b.tsx', source })).toEqual([{ file }])
  })

  test.for<[source: string, target: string]>([
    ["import { a } from 'a'", 'a'],
    ["import { a } from '@a/b/c'", '@a/b'],
    ["import { a } from 'a/b'", 'a'],
  ])('%s', ([source, name]) => {
    expect(targetsOf({ path: 'web/src/b.ts', source })).toEqual([{ package: name }])
  })

  test('but not those of Node, nor what only looks like one', () => {
    const source = "import fs from 'node:fs'\n// import './a.ts'\nconst a = \"import './b.ts'\""
    expect(targetsOf({ path: 'web/src/b.ts', source })).toEqual([])
  })

  test('and a file that cannot be read is no file without imports', () => {
    expect(() => targetsOf({ path: 'web/src/b.ts', source: 'import {' })).toThrow('web/src/b.ts')
  })
})

/** What must not be: the file, what it imports, and the words that say why. */
const refused: [path: string, name: string, reason: string][] = [
  // The parts
  ['contract/src/a.ts', '../../server/src/tiers/rules.ts', 'contract may not import server.'],
  ['web/src/app/a.ts', '../../../server/src/tiers/rules.ts', 'web may not import server.'],
  ['web/src/app/a.ts', '@carillon/sandbox/testing', 'web may not import sandbox.'],
  ['web/src/app/a.ts', '@carillon/contract/schemas/messages', 'the server judges what goes'],
  ['web/src/app/a.ts', '@carillon/contract/schemas', 'the server judges what goes over'],
  ['sandbox/src/a.ts', '../../server/src/platform/clock.ts', 'sandbox may not import server.'],
  ['server/src/main.ts', '../../sandbox/src/main.ts', 'server may not import sandbox.'],
  ['server/src/a/a.test.ts', '../../../sandbox/src/world/world.ts', 'may not import sandbox.'],
  ['server/src/users/actions.ts', '../../../web/src/app/paths.ts', 'server may not import web.'],
  ['e2e/cycles.ts', '../server/src/platform/clock.ts', 'e2e may not import server.'],
  // The rooms
  ['server/src/groups/actions.ts', '../cycles/actions.ts', 'groups may not import cycles.'],
  ['server/src/deliveries/rules.ts', '../planning/rules.ts', 'deliveries may not import planning.'],
  ['server/src/platform/http/a.ts', '../../users/actions.ts', 'platform may not import users.'],
  ['server/src/platform/db/store.ts', '../../users/tables.ts', 'tables are joined by'],
  ['server/src/messages/actions.ts', '../live/actions.ts', 'messages may not import live.'],
  ['server/src/users/actions.ts', '../notifications/actions.ts', 'users may not import notif'],
  ['server/src/users/actions.ts', '../rooms.ts', 'only what starts the server knows it.'],
  ['server/src/weather/actions.ts', '../users/actions.ts', 'weather has no line in the table'],
  ['server/src/schedule/rules.ts', '../tiers/rules.ts', 'schedule may not import tiers.'],
  ['server/src/schedule/rules.ts', '../platform/ids.ts', 'schedule is pure.'],
  ['server/src/schedule/rules.ts', 'luxon', 'schedule is pure.'],
  // The shelves
  ['server/src/messages/actions.ts', '../groups/store.ts', 'only actions.ts, rules.ts, words.ts'],
  [
    'server/src/messages/actions.ts',
    '../planning/planner.ts',
    'only actions.ts, rules.ts, words.ts',
  ],
  ['server/src/messages/actions.ts', '../groups/tables.ts', 'tables are joined by'],
  ['server/src/accounts/actions.ts', '../channels/telegram-bot/port.ts', 'only actions.ts, rules'],
  [
    'server/src/cycles/rotation/step-selection.ts',
    '../store.ts',
    'rules decide without doing anything.',
  ],
  [
    'server/src/cycles/rotation/step-selection.ts',
    '../../platform/db/database.ts',
    'rules decide without doing',
  ],
  ['server/src/cycles/routes.ts', './store.ts', 'routes ask actions.'],
  ['server/src/channels/telegram-bot/a.ts', '../whatsapp/a.ts', 'an adapter knows only'],
  ['server/src/payments/polar/a.ts', '../actions.ts', 'an adapter knows only'],
  // The libraries
  ['contract/src/a.ts', 'date-fns', 'the contract stands on zod alone.'],
  ['server/src/users/actions.ts', 'better-auth/crypto', 'it is fenced in'],
  ['server/src/channels/whatsapp/a.ts', 'grammy/types', 'it is fenced in'],
  ['server/src/channels/telegram-bot/a.ts', '@mtcute/core/client.js', 'it is fenced in'],
  ['sandbox/src/world/a.ts', 'baileys', 'it is fenced in'],
  ['server/src/payments/actions.ts', 'stripe', 'it is fenced in'],
  ['server/src/payments/stripe/a.ts', '@polar-sh/sdk/2026-10', 'it is fenced in'],
  ['server/src/app.ts', 'socket.io', 'it is fenced in'],
  ['web/src/features/cycles/a.tsx', 'socket.io-client', 'it is fenced in'],
  ['server/src/cycles/actions.ts', 'kysely', 'it is fenced in'],
  ['server/src/cycles/rules.ts', 'pg', 'it is fenced in'],
  ['server/src/cycles/actions.ts', 'fastify', 'it is fenced in'],
  ['server/src/platform/http/a.ts', 'pg-boss', 'it is fenced in'],
  ['server/src/notifications/jobs.ts', 'nodemailer', 'it is fenced in'],
  ['server/src/media/actions.ts', '@aws-sdk/client-s3', 'it is fenced in'],
  // The web
  ['web/src/ui/a.tsx', '../features/cycles/a.tsx', 'ui knows nothing but itself.'],
  ['web/src/ui/a.tsx', '@carillon/contract/tiers', 'ui knows nothing but itself.'],
  ['web/src/ui/a.tsx', 'react-router', 'ui knows no router and no API.'],
  ['web/src/ui/a.tsx', '@tanstack/react-query', 'ui knows no router and no API.'],
  ['web/src/api/a.ts', '../ui/Button.tsx', 'api knows nothing but itself.'],
  ['web/src/features/groups/a.ts', '../messages/a.ts', 'groups may not import messages.'],
  ['web/src/features/weather/a.ts', '../groups/a.ts', 'weather has no line in the table'],
]

test.for(refused)('refused: %s imports %s', ([path, name, reason]) => {
  expect(judge([{ path, source: `import '${name}'` }])).toEqual([expect.stringContaining(reason)])
})

test.for<[path: string, name: string]>([
  ['web/src/app/a.ts', '@carillon/contract/tiers'],
  ['web/src/ui/a.tsx', 'radix-ui'],
  ['web/src/ui/a.tsx', '@carillon/contract/zones'],
  ['web/src/features/cycles/a.tsx', '../../ui/Button.tsx'],
  ['web/src/features/cycles/a.tsx', '../messages/a.tsx'],
  ['sandbox/src/a.ts', 'fastify'],
  ['server/src/main.ts', './cycles/store.ts'],
  ['server/src/app.ts', 'fastify'],
  ['server/src/cycles/cycles.test.ts', '../../../sandbox/src/testing.ts'],
  ['server/src/cycles/cycles.test.ts', '../groups/store.ts'],
  ['server/test/test-app.ts', 'pg'],
  ['server/src/cycles/actions.ts', '../groups/actions.ts'],
  ['server/src/cycles/actions.ts', '../notifications/actions.ts'],
  ['server/src/cycles/actions.ts', './simulation.ts'],
  ['server/src/cycles/store.ts', '../deliveries/tables.ts'],
  ['server/src/cycles/store.ts', '../deliveries/store.ts'],
  ['server/src/cycles/list-store.ts', '../deliveries/tables.ts'],
  ['server/src/cycles/store.ts', 'kysely'],
  ['server/src/cycles/routes.ts', '../platform/http/route.ts'],
  ['server/src/schedule/rules.ts', '../platform/clock.ts'],
  ['server/src/schedule/rules.ts', 'temporal-polyfill'],
  ['server/src/channels/telegram-bot/a.ts', '../port.ts'],
  ['server/src/channels/telegram-bot/a.ts', 'grammy'],
])('allowed: %s imports %s', ([path, name]) => {
  expect(judge([{ path, source: `import '${name}'` }])).toEqual([])
})

test.for(['index.ts', 'utils.ts', 'helpers.test.ts', 'common.tsx'])('%s is no name', (name) => {
  expect(judge([{ path: `web/src/app/${name}`, source: '' }])).toHaveLength(1)
})

function filesOf(pattern: string): SourceFile[] {
  return globSync(pattern, { cwd: ROOT, exclude: (name) => /node_modules|dist$/.test(name) })
    .map((path) => path.replaceAll('\\', '/'))
    .map((path) => ({ path, source: readFileSync(join(ROOT, path), 'utf8') }))
}
