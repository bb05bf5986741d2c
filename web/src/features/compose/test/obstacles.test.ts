import { expect, test } from 'vitest'
import { closedConnection, closedGroup, emptyContentProblem } from './obstacles.ts'

const bot = { channel: 'telegram-bot', status: 'connected' } as const
const number = { channel: 'whatsapp', status: 'connected' } as const
const choir = { channel: 'telegram-bot', status: 'active' } as const

test('what a test cannot go to says why', () => {
  expect(emptyContentProblem({ kind: 'text', text: ' ' })).toBe('Write something first.')
  expect(closedConnection({ ...number, status: 'banned' }, 'pro')).toBe('Gets nothing: banned.')
  const reason = 'The phone has logged out.'
  expect(closedConnection({ ...number, status: 'needs_pairing', reason }, 'pro')).toBe(reason)
  expect(closedConnection(number, 'free')).toBe('WhatsApp is part of Pro.')
  expect(closedGroup({ ...choir, status: 'lost' }, bot, 'pro')).toMatch(/cannot be reached/)
  expect(closedGroup({ ...choir, status: 'suspended', reason }, bot, 'free')).toBe(reason)
  expect(closedGroup({ ...choir, status: 'limited', reason }, bot, 'pro')).toBe(reason)
  expect(closedGroup({ ...choir, status: 'muted' }, bot, 'pro')).toMatch(/You muted it/)
  expect(closedGroup(choir, { ...bot, status: 'needs_pairing' }, 'pro')).toMatch(/not connected/)
})

test('what may arrive is not kept from being tried', () => {
  expect(emptyContentProblem({ kind: 'text', text: 'Hello' })).toBeUndefined()
  expect(closedConnection(number, 'pro')).toBeUndefined()
  expect(closedConnection({ ...bot, status: 'pairing' }, 'free')).toBeUndefined()
  expect(closedGroup(choir, bot, 'free')).toBeUndefined()
})
