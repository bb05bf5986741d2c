import { getConfig } from '@carillon/contract/config'
import { schemas } from '@carillon/contract/schemas'
import { sql } from 'kysely'
import { expect, openTestApp, test, type TestApp } from '../../test/test-app.ts'
import type { Context } from '../platform/context.ts'
import { openBudgets } from '../platform/http/budgets.ts'
import { createHttp } from '../platform/http/server.ts'
import { requireFeature, requireUnderTierLimit } from './actions.ts'
import { tierRoutes } from './routes.ts'
import { leftUnderLimit } from './rules.ts'

/**
 * A room that keeps one kind of thing per user, in the table that is there for idempotency keys. It
 * counts slowly, so that without the lock all would count before any of them adds.
 */
const counting = (app: TestApp): Context => ({
  ...app.ctx,
  entitled: {
    groups: {
      async count(tx, userId) {
        const counted = sql<{ n: number }>`
          select count(*)::int as n from idempotency_keys, pg_sleep(0.05) where user_id = ${userId}`
        const { rows } = await counted.execute(tx.db)
        return rows[0]?.n ?? 0
      },
      async suspend() {},
      restore: async () => ({ restored: 0, left: false }),
      listUsed: async () => ({ items: [], total: 0, withheld: 0 }),
    },
  },
})

const add = (ctx: Context, userId: string, key: string) =>
  ctx.transaction(async (tx) => {
    await requireUnderTierLimit(ctx, tx, userId, 'groups')
    await sql`
      insert into idempotency_keys (user_id, key, request_hash, created_at)
      values (${userId}, ${key}, '', ${ctx.clock.now()})`.execute(tx.db)
  })

const told = (work: Promise<void>) =>
  work.then(
    () => 'added',
    (error: { code: string }) => error.code,
  )

test('147 of many who take the last place at once, one gets it', async ({ app }) => {
  const ctx = counting(app)
  const { user } = await app.person()
  const keys = ['a', 'b', 'c', 'd', 'e', 'f']
  const outcomes = await Promise.all(keys.map((key) => told(add(ctx, user.id, key))))
  expect(outcomes.filter((outcome) => outcome === 'added')).toHaveLength(1)
  expect(outcomes.filter((outcome) => outcome === 'limit_reached')).toHaveLength(5)
})

test('144, 147 the refusal has the words of the toast and names the resource', async ({ app }) => {
  const ctx = counting(app)
  const { user } = await app.person()
  await add(ctx, user.id, 'a')
  await expect(add(ctx, user.id, 'b')).rejects.toMatchObject({
    code: 'limit_reached',
    message:
      "You've reached the maximum number of Groups for your current tier. Upgrade to pro for more.",
    extra: { resource: 'Groups' },
  })
})

test('186, 187 one person is not held up or limited by another, and pro has no limit', async ({
  app,
}) => {
  const ctx = counting(app)
  const [first, second, pro] = await Promise.all([
    app.person(),
    app.person(),
    app.person({ tier: 'pro' }),
  ])
  const outcomes = await Promise.all([
    told(add(ctx, first.user.id, 'a')),
    told(add(ctx, second.user.id, 'a')),
    ...['a', 'b', 'c', 'd'].map((key) => told(add(ctx, pro.user.id, key))),
  ])
  expect(outcomes).toEqual(Array(6).fill('added'))
})

test('143, 183, 184, 188, 189 WhatsApp is for pro, media for all', async ({ app }) => {
  const [free, pro] = await Promise.all([app.person(), app.person({ tier: 'pro' })])
  await expect(requireFeature(app.ctx, free.user.id, 'whatsapp')).rejects.toMatchObject({
    code: 'upgrade_required',
    message: 'WhatsApp is only available in the pro tier. Upgrade now to access this feature.',
    extra: { feature: 'WhatsApp' },
  })
  await requireFeature(app.ctx, pro.user.id, 'whatsapp')
  await requireFeature(app.ctx, free.user.id, 'media')
})

test('145 a tier is full at its number, not above it', () => {
  expect([0, 1, 2].map((count) => leftUnderLimit('free', 'cycles', count))).toEqual([1, 0, -1])
  expect([0, 5_000].map((count) => leftUnderLimit('pro', 'groups', count))).toEqual([
    Infinity,
    Infinity,
  ])
})

async function configOf(app: TestApp) {
  const http = createHttp(app.ctx.config, app.ctx.log)
  const authenticate = () => Promise.reject(new Error('Nobody has to sign in for this.'))
  const budgets = openBudgets(app.ctx.config.limits, app.clock)
  tierRoutes({ http, ctx: app.ctx, authenticate, budgets, schemas }, async () => ({
    sandbox: null,
    channels: [{ channel: 'telegram-bot', available: true }],
  }))
  const response = await http.inject({ url: getConfig.path })
  return schemas.PublicConfig.parse(response.json<{ data: unknown }>().data)
}

test('anybody may ask what this server offers', async ({ app }) => {
  expect(await configOf(app)).toMatchObject({
    product: 'Carillon',
    identity: { issuer: 'embedded' },
    plans: [{ type: 'free' }, { type: 'pro', priceText: '$24.99' }],
    limits: { free: { maxGroups: 1 }, pro: { maxGroups: null } },
    channels: [{ channel: 'telegram-bot', available: true }],
    authPolicy: { passwordMinLength: 8, emailVerification: false },
  })
})

test('a hosted issuer is offered with its public values, and only its own', async () => {
  const app = await openTestApp({
    env: {
      AUTH_ISSUER: 'firebase',
      FIREBASE_PROJECT_ID: 'my-project',
      FIREBASE_API_KEY: 'public-key',
      SUPABASE_URL: 'https://unused.example',
      SUPABASE_ANON_KEY: 'unused',
    },
  })
  expect((await configOf(app)).identity).toEqual({
    issuer: 'firebase',
    firebase: { projectId: 'my-project', apiKey: 'public-key' },
  })
  await app.close()
})
