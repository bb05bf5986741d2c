import type { Connection } from '@carillon/contract/connections'
import { expect, test } from 'vitest'
import { wayBackOf } from './wayBackOf.ts'

const link = '/dashboard/whatsapp-manager'
const number = (identity: string, status: Connection['status']) =>
  ({ channel: 'whatsapp', identity, status }) as Connection
const numbers = [
  number('+12025550101', 'restricted'),
  number('+12025550102', 'banned'),
  number('+12025550103', 'connected'),
]

test('an item about an account has the button that helps this account', () => {
  const of = (title: string) => wayBackOf({ title, link }, numbers)
  expect(of('+12025550101 is restricted for now')).toBe('See how long it is restricted')
  expect(of('+12025550102 was banned')).toBe('See what can be done')
  expect(of('+12025550103 must be connected again')).toBeUndefined()
})
