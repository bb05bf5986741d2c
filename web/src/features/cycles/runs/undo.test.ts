import { expect, test } from 'vitest'
import { stepsBack } from './undo.ts'

const SLOT = '2026-12-01T08:00:00.000Z'
const content = { kind: 'text' as const, text: 'Today only' }

test('219 a run that was as planned is put back by itself, any other as it was', () => {
  expect(stepsBack([], SLOT)).toEqual([{ restore: true }])
  const other = {
    slotAt: '2026-12-02T08:00:00.000Z',
    local: '2026-12-02T09:00',
    skip: true as const,
  }
  expect(stepsBack([other], SLOT)).toEqual([{ restore: true }])
  expect(stepsBack([other], other.slotAt)).toEqual([{ restore: true }, { skip: true }])
  const both = { slotAt: SLOT, local: '2026-12-01T09:00', moveTo: '2026-12-01T11:00', content }
  expect(stepsBack([both], SLOT)).toEqual([
    { restore: true },
    { moveTo: '2026-12-01T11:00' },
    { content },
  ])
})
