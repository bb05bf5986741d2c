import { expect, test } from 'vitest'
import { nextPath, paths, withNext } from './paths.ts'

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
