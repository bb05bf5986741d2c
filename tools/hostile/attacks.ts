import { setTimeout as pause } from 'node:timers/promises'
import type { AttackClient } from './attack-client.ts'

/** The accounts of the attacker: the main one, and others that are deleted one by one. */
export type AttackerAccount = {
  token: string
  groupId: string
  accountId: string
  /** The first and the last day of a calendar that his series fill. */
  from: string
  to: string
  /** Tokens of accounts with much history, which an attack deletes one by one. */
  accountsToDelete: string[]
  password: string
}

type Attack = {
  /** Who does it: somebody who has signed up, or a stranger. */
  by: 'user' | 'stranger'
  /** How many loops of it run at the same time. */
  loops: number
  /** One step of the attack, repeated until the attack ends. */
  attack(client: AttackClient, account: AttackerAccount, loop: number): Promise<unknown>
}

/** Frames in one write. */
const FRAMES = 1_000

/** How long somebody who keeps to the limits waits between his frames, in milliseconds: 20 a second. */
const POLITE_FRAMES_MS = 50

const ROOMY = { kind: 'every', n: 1, unit: 'minute', anchor: '2030-01-01T00:00' }

const PATHS = [
  '/%61pi/users/me',
  '//x',
  '/./x',
  '/x//y',
  '/%2e/',
  '/%5c..%5cx',
  '/assets/%00',
  '/api//users',
  `/${'a'.repeat(5e3)}`,
  '/api/%',
  '/API/users/me',
  '/hooks/telegram/%00',
  '/api/users/me/',
]

const TEXT = '*_`[~|('.repeat(2_857)

let strangers = 0
const email = () => `stranger-${process.pid}-${++strangers}@example.org`

/** The worst attacks of one user and of one stranger, by name. */
export const attacks = {
  calendar: {
    by: 'user',
    loops: 6,
    attack: ({ ask }, { token, from, to }) =>
      ask('GET', `/api/calendar?from=${from}&to=${to}`, { token }),
  },
  lists: {
    by: 'user',
    loops: 24,
    attack: ({ ask }, { token }, loop) => {
      const q = loop % 2 === 0 ? `q=nowhere%20${loop}&` : 'status=draft,scheduled,active&q=e&'
      return ask('GET', `/api/messages?${q}limit=200`, { token })
    },
  },
  exports: {
    by: 'user',
    loops: 4,
    attack: ({ ask }, { token }) => ask('GET', '/api/users/me/export', { token }),
  },
  previews: {
    by: 'user',
    loops: 6,
    attack: ({ ask }, { token }, loop) =>
      ask('POST', '/api/schedules/preview', { token, body: { count: 100, schedule: nasty(loop) } }),
  },
  markup: {
    by: 'user',
    loops: 6,
    attack: async ({ ask }, { token, groupId }) => {
      const rule = { kind: 'once', at: '2099-01-01T09:00' }
      const schedule = { timeZone: 'UTC', rule }
      const body = { kind: 'scheduled', content: { text: TEXT }, groupIds: [groupId], schedule }
      return ask('POST', '/api/messages', { token, body: { ...body, status: 'active' } })
    },
  },
  'test sends': {
    by: 'user',
    loops: 8,
    attack: ({ ask }, { token, groupId }, loop) =>
      ask('POST', `/api/groups/${groupId}/${loop % 2 === 0 ? 'test' : 'check'}`, { token }),
  },
  deletions: {
    by: 'user',
    loops: 1,
    attack: async ({ ask, over }, { accountsToDelete, password }) => {
      const token = accountsToDelete.pop()
      if (token) await ask('DELETE', '/api/users/me', { token, body: { password } })
      // So that some are left for later.
      await pause(2_000, undefined, { signal: over })
    },
  },
  'frames of a user': {
    by: 'user',
    loops: 6,
    attack: (client, { token }, loop) =>
      flood(
        client,
        [`40${JSON.stringify({ token })}`],
        (n) =>
          // Asks for an answer each time.
          `42${loop}${n}["x"]`,
      ),
  },
  'frames of a stranger': {
    by: 'stranger',
    loops: 6,
    attack: (client) => flood(client, [], () => '40{"token":"bad"}'),
  },
  'idle sockets': {
    by: 'stranger',
    loops: 20,
    attack: async ({ socket, over }) => {
      await socket()
      // Kept open, a thousand at most.
      await pause(50, undefined, { signal: over })
    },
  },
  paths: {
    by: 'stranger',
    loops: 24,
    attack: ({ ask }) => ask('GET', PATHS[Math.floor(Math.random() * PATHS.length)] ?? '/'),
  },
  webhooks: {
    by: 'stranger',
    loops: 24,
    attack: ({ ask }, { accountId }, loop) => {
      const id = loop % 2 === 0 ? accountId : crypto.randomUUID()
      const headers = { 'x-telegram-bot-api-secret-token': `wrong${loop}` }
      return ask('POST', `/hooks/telegram/${id}`, {
        body: { update_id: 1, text: TEXT },
        headers,
      })
    },
  },
  passwords: {
    by: 'stranger',
    loops: 24,
    attack: ({ ask }) =>
      ask('POST', '/api/auth/sign-in/email', { body: { email: email(), password: 'wrong' } }),
  },
  'sign-ups': {
    by: 'stranger',
    loops: 24,
    attack: ({ ask }, { password }) =>
      ask('POST', '/api/auth/sign-up/email', { body: { email: email(), password, name: '' } }),
  },
} as const satisfies Record<string, Attack>

export type AttackName = keyof typeof attacks

export const attackNames = Object.keys(attacks) as AttackName[]

export const attackOf = (name: AttackName): Attack => attacks[name]

/** A schedule that is long to walk: nothing of it comes for years, or all of it is left out. */
function nasty(loop: number): object {
  const shared = { timeZone: 'America/Havana', starts: '1970-01-01' }
  if (loop % 3 === 0) return { ...shared, rule: { kind: 'cron', expression: '* * 29 2 1' } }
  if (loop % 3 === 1) {
    return { ...shared, rule: ROOMY, blackouts: [{ from: '2030-01-01', to: '2099-12-31' }] }
  }
  const skips = Array.from({ length: 1_000 }, (_, n) => {
    return new Date(Date.UTC(2030, 0, 1, 0, n)).toISOString().slice(0, 16)
  })
  return { ...shared, rule: ROOMY, skips }
}

/** Opens a live connection and says the same again and again, until it is closed. */
async function flood(
  { socket, over, perSecond }: AttackClient,
  first: readonly string[],
  frame: (n: number) => string,
): Promise<void> {
  const live = await socket()
  if (!live) return
  let open = first.length === 0 || (await live.say(first))
  for (let n = 0; open && !over.aborted; n += FRAMES) {
    if (perSecond !== undefined) {
      await pause(POLITE_FRAMES_MS, undefined, { signal: over }).catch(() => {})
      open = await live.say([frame(n)])
    } else {
      open = await live.say(Array.from({ length: FRAMES }, (_, k) => frame(n + k)))
    }
  }
  live.close()
}
