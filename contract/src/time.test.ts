import { expect, test } from 'vitest'
import { LocalDateTime } from './time.ts'

test.each(['2026-12-01T09:00', '2028-02-29T00:00', '2000-02-29T23:59'])('%s is a time', (local) => {
  expect(LocalDateTime.safeParse(local).success).toBe(true)
})

test.each([
  ['2026-02-31T09:00', 'This date or time does not exist.'],
  ['2026-02-29T09:00', 'This date or time does not exist.'],
  ['1900-02-29T09:00', 'This date or time does not exist.'],
  ['2026-13-01T09:00', 'This date or time does not exist.'],
  ['2026-12-00T09:00', 'This date or time does not exist.'],
  ['2026-12-01T24:00', 'This date or time does not exist.'],
  ['2026-12-01T09:60', 'This date or time does not exist.'],
  ['2026-12-01', 'Give a date and a time, like 2026-12-01T09:00.'],
  ['tomorrow', 'Give a date and a time, like 2026-12-01T09:00.'],
])('%s is refused: %s', (local, message) => {
  const issues = LocalDateTime.safeParse(local).error?.issues
  expect(issues?.map((issue) => issue.message)).toEqual([message])
})
