import { expect, test } from 'vitest'
import {
  checkoutOf,
  names,
  open,
  sandbox,
  subscribed,
  troubleOf,
  useSandbox,
} from '../../test/providers.ts'

useSandbox()

test.for(names)('%s: a key that is not accepted is said, and never shown', async (name) => {
  const key = name === 'polar' ? 'polar_oat_hushhush' : 'sk_test_hushhush'
  const error = await troubleOf(open(name, { key }).listSubscriptions('somebody'))
  expect(error).toMatchObject({
    trouble: { kind: 'refused' },
    message: expect.stringMatching(/POLAR_ACCESS_TOKEN|STRIPE_SECRET_KEY/),
  })
  expect(JSON.stringify(error) + String((error as Error).stack)).not.toContain('hush')
})

const faults = [
  { fault: 'reset', when: 'before', kind: 'unreachable' },
  { fault: 'reset', when: 'after', kind: 'unreachable' },
  { fault: 'truncated', when: 'after', kind: 'unreadable' },
  { fault: 'wrong-type', when: 'before', kind: 'unreadable' },
] as const

test.for(names)('%s: whatever goes wrong on the way has one of four names', async (name) => {
  const provider = open(name)
  const { customerId } = await subscribed(provider)
  const ask = () => troubleOf(provider.listSubscriptions(customerId))
  for (const { fault, when, kind } of faults) {
    // Stripe's SDK takes a reset for an old connection, and asks once more.
    await sandbox.billing.chaos({ fault, when, next: fault === 'reset' ? 2 : 1 })
    expect(await ask(), `${fault} ${when}`).toMatchObject({ trouble: { kind } })
  }
  await sandbox.billing.chaos({ fault: 'flood', amount: 7, next: 1 })
  expect(await ask()).toMatchObject({ trouble: { kind: 'rate_limited', retryAfter: 7 } })
  await sandbox.billing.noFaults()
  expect(await provider.listSubscriptions(customerId)).toHaveLength(1)
})

test('a provider that is down or never answers is unreachable, in time', async () => {
  for (const name of names) {
    const nobody = open(name, { baseUrl: 'http://127.0.0.1:9' })
    expect(await troubleOf(nobody.listSubscriptions('somebody'))).toMatchObject({
      trouble: { kind: 'unreachable' },
    })
  }
  const asked = await Promise.all(
    names.map(async (name) => {
      const provider = open(name)
      return { provider, ...(await subscribed(provider)) }
    }),
  )
  await sandbox.billing.chaos({ fault: 'hang', next: names.length })
  const began = performance.now()
  // Both at once: each waits for as long as a provider may take.
  await Promise.all(
    asked.map(async ({ provider, customerId }) => {
      expect(await troubleOf(provider.listSubscriptions(customerId))).toMatchObject({
        trouble: { kind: 'unreachable' },
        message: expect.stringContaining('in time'),
      })
      expect(performance.now() - began).toBeGreaterThan(7_000)
    }),
  )
})

test('stripe: a checkout whose answer was lost is the same one when it is asked for again', async () => {
  const provider = open('stripe')
  await provider.openCustomer({ userId: 'ada', email: 'ada@example.org' })
  await sandbox.billing.chaos({
    fault: 'truncated',
    when: 'after',
    method: 'POST /v1/checkout/sessions',
    next: 1,
  })
  await troubleOf(checkoutOf(provider))
  const { checkoutId } = await checkoutOf(provider)
  expect((await sandbox.billing.view()).checkouts.map(({ id }) => id)).toEqual([checkoutId])
})
