import type { User } from '@carillon/contract/users'
import { tierLimits } from '@carillon/contract/tiers'
import { testServer } from '../testServer.ts'
import type { Tabs } from './tabs.ts'

/** The one person of the test servers. */
const ada = { id: 'u1', email: 'ada@example.com', name: 'Ada' }

export const adasProfile: User = {
  uid: 'u1',
  email: 'ada@example.com',
  displayName: 'Ada L.',
  tier: 'pro',
  limits: tierLimits.pro,
  subscription: null,
  timeZone: 'Africa/Cairo',
  preferences: { mailed: [] },
  rev: 2,
  createdAt: '2026-01-01T00:00:00.000Z',
}

export type Refusal = { status: number; body?: unknown; headers?: object }

/**
 * A server with one person, whose session is open or not, with tokens of a given life, and with her
 * profile; it refuses everything, the next call, or only the profile, when told to.
 */
export async function identityServer({ lifeSeconds = 900, open = true } = {}) {
  const state = {
    open,
    tokens: 0,
    lifeSeconds,
    refuse: undefined as Refusal | undefined,
    refuseNext: undefined as Refusal | undefined,
    refuseProfile: undefined as Refusal | undefined,
  }
  const server = await testServer(({ url = '' }) => {
    const refusal = state.refuse ?? state.refuseNext
    state.refuseNext = undefined
    if (refusal) return refusal
    if (url.startsWith('/api/users')) {
      return state.refuseProfile ?? { status: 200, body: { data: adasProfile } }
    }
    switch (url) {
      case '/api/auth/get-session':
        return { status: 200, body: { data: { user: state.open ? ada : null } } }
      case '/api/auth/token':
        if (!state.open) return { status: 401, body: { error: { reason: 'session_ended' } } }
        return { status: 200, body: { data: { token: jwt(++state.tokens, state.lifeSeconds) } } }
      case '/api/auth/sign-in/email':
      case '/api/auth/sign-up/email':
        state.open = true
        return { status: 200, body: { data: {} } }
      default:
        state.open = false
        return { status: 200, body: { data: {} } }
    }
  })
  return { ...server, state, [Symbol.asyncDispose]: server[Symbol.asyncDispose] }
}

export function jwt(number: number, lifeSeconds: number) {
  // Issued by a clock that is an hour ahead, as servers and laptops disagree.
  const iat = Math.floor(Date.now() / 1000) + 3_600
  return [
    part({ alg: 'EdDSA' }),
    part({ sub: 'u1', iat, exp: iat + lifeSeconds, number }),
    '',
  ].join('.')
}

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** A browser with one tab. */
export const alone: Tabs = { tell: () => {}, listen: () => {}, alone: (_, task) => task() }
