import type { Input } from '../src/cycles/checks.ts'
import type { Schedule } from '@carillon/contract/schedule'

/** Every hour in Berlin, from half past ten on Monday, 1 June 2026; the clock of tests stands at ten. */
const hourly: Schedule = {
  timeZone: 'Europe/Berlin',
  rule: { kind: 'every', n: 1, unit: 'hour', anchor: '2026-06-01T10:30' },
}

/** A step that says this, as the editor sends it. */
export const step = (text: string, change: Partial<Input['steps'][number]> = {}) => ({
  content: { kind: 'text' as const, text },
  enabled: true,
  weight: 1,
  ...change,
})

/** What a cycle is made of: three steps in their order to all of these groups, every hour, unless changed. */
export const cycleInput = (groupIds: string[], change: Partial<Input> = {}): Input => ({
  name: 'Rehearsals',
  steps: ['One', 'Two', 'Three'].map((text) => step(text)),
  groupIds,
  schedule: hourly,
  order: 'sequence',
  mode: 'same',
  stepsPerSlot: 1,
  replacePrevious: false,
  advanceOnSkip: false,
  catchUpMinutes: 15,
  onUnconfirmed: 'ask',
  overlap: 'skip',
  pauseAfterFailures: 5,
  status: 'active',
  ...change,
})
