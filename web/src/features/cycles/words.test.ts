import type { CycleRun } from '@carillon/contract/cycles'
import { expect, test } from 'vitest'
import { noSkipReason } from './words.ts'

const at = '2026-06-01T06:00:00.000Z'
const next = { at, slotAt: at, local: '2026-06-01T06:00', parts: [] }
const run = (given: Partial<CycleRun>): CycleRun => ({ ...next, ...given })

test('a step is skipped only where the next run has one', () => {
  const why = (...nextRuns: CycleRun[]) => noSkipReason({ status: 'active', nextRuns })
  const step = run({ parts: [{ stepId: 'a', text: 'One', groups: 1 }] })
  expect(why(step)).toBeUndefined()
  expect(why(run({ changed: 'content' }), step)).toMatch(/text of its own/)
  expect(why(run({}), step)).toBe('No step comes at the next time.')
  expect(why(run({}))).toBe('No step can come.')
})
