import { expect, test } from '../../../test/house.ts'
import { giveSeries as give, sentUntil } from '../../../test/series.ts'

// A slot and all following are changed; it is ten on Monday, 1 June 2026, in Berlin.

test('a series that ends before a slot does not send what that day was moved later', async ({
  house,
}) => {
  const at = ['08:00', '12:00', '18:00']
  const { change } = await give(house, {
    timeZone: 'Europe/Berlin',
    rule: { kind: 'daily', everyDays: 1, at },
  })
  await change('2026-06-01T16:00', { moveTo: '2026-06-01T20:00' })
  await change('2026-06-01T10:00', { skip: true, following: true })
  expect(await sentUntil(house, '2026-06-03T00:00:00Z')).toEqual([])
})
