import { expect, test } from 'vitest'
import { dashboardPath, nextPath, paths, pricingFrom, withNext } from './paths.ts'

const origin = 'https://carillon.example'
const next = (value: string) => nextPath(`?${new URLSearchParams({ next: value })}`, origin)

test('016 signing in leads back to the page that was asked for', () => {
  expect(next('/dashboard/messages/scheduled?tab=sent')).toBe(
    '/dashboard/messages/scheduled?tab=sent',
  )
  expect(withNext(paths.signup, '/dashboard/cycles')).toBe('/signup?next=%2Fdashboard%2Fcycles')
  expect(withNext(paths.signup, paths.dashboard)).toBe('/signup')
})

test.for([
  'https://evil.example/',
  '//evil.example/dashboard',
  '/\\evil.example/dashboard',
  'javascript:alert(1)',
  '/login',
  'dashboard',
  '',
])('016 an address that is not a page of the dashboard is not followed: %s', (value) => {
  expect(next(value)).toBe(paths.dashboard)
})

test('the pricing page knows the page it was reached from, and no other leads there', () => {
  const from = pricingFrom('/dashboard/messages/scheduled?tab=sent')
  expect(from).toBe('/dashboard/pricing?from=%2Fdashboard%2Fmessages%2Fscheduled%3Ftab%3Dsent')
  expect(pricingFrom(from)).toBe(from)
  expect(dashboardPath(new URL(from, origin).searchParams.get('from'), origin)).toBe(
    '/dashboard/messages/scheduled?tab=sent',
  )
  expect(dashboardPath('//evil.example/dashboard', origin)).toBeUndefined()
  expect(dashboardPath(null, origin)).toBeUndefined()
})
