import type { Input } from '../src/messages/checks.ts'

/** The input of a message: once, at noon in Berlin on the day on which tests begin, unless changed. */
export const messageInput = (groupIds: string[], change: Partial<Input> = {}): Input => ({
  kind: 'scheduled',
  content: { kind: 'text', text: 'Rehearsal at seven.' },
  groupIds,
  schedule: { timeZone: 'Europe/Berlin', rule: { kind: 'once', at: '2026-06-01T12:00' } },
  catchUpMinutes: 15,
  onUnconfirmed: 'ask',
  overlap: 'skip',
  pauseAfterFailures: 5,
  status: 'active',
  ...change,
})
