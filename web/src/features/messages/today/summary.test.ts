import type { Send, Stretch } from '@carillon/contract/calendar'
import { expect, test } from 'vitest'
import { summary } from './summary.ts'

const send = (status: Send['status'], rest: Partial<Send> = {}): Send =>
  ({ status, sourceId: 'a', kind: 'automated', groups: 1, ...rest }) as unknown as Send
const stretch = (count: number, rest: Partial<Stretch> = {}): Stretch =>
  ({ sourceId: 'a', status: 'planned', count, ...rest }) as Stretch
const told = (sends: Send[], unlisted: Stretch[] = []) => {
  const count = sends.length + unlisted.reduce((sum, one) => sum + one.count, 0)
  return summary({ timeZone: 'Europe/Berlin', sends, unlisted, count }, sends)
}

test('sends are counted by what their rows say of them', () => {
  expect(told([])).toBe('Nothing goes out.')
  expect(told([send('planned'), send('done'), send('done')])).toBe('2 sent, 1 upcoming')
})

test('what reaches no group is not called upcoming, whether it is listed or summed up', () => {
  const lost = { unreachable: true as const }
  expect(told([send('planned'), send('planned', lost)])).toBe('1 upcoming, 1 reaches no group')
  expect(told([send('planned', lost)], [stretch(11, lost)])).toBe('12 reach no group')
})

test('what comes while the one before it is still sent will be skipped, and is not skipped yet', () => {
  const held = { willSkip: true as const }
  expect(told([send('skipped'), send('skipped', held)])).toBe('1 skipped, 1 will be skipped')
  expect(told([send('done')], [stretch(70, { status: 'skipped', ...held })])).toBe(
    '1 sent, 70 will be skipped',
  )
})
