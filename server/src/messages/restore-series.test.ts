import type { Schedule } from '@carillon/contract/schedule'
import { expect, test, type TestApp } from '../../test/test-app.ts'
import { giveSeries as give, sentUntil } from '../../test/series.ts'
import { duplicateMessage, pauseMessage, readMessage } from './actions.ts'
import { restoreSeries } from './restore-series.ts'

/** A series that was split on Wednesday, and what puts it back. */
async function split(app: TestApp) {
  const given = await give(app)
  const { schedule } = await readMessage(given.user, given.user, given.id)
  const later = { moveTo: '2026-06-04T10:00', following: true } as const
  const { rev, continuedBy } = await given.change('2026-06-03T07:00', later)
  const back = { rev, schedule: schedule!, contents: [], continuedBy: continuedBy! }
  return { ...given, back }
}

test.for<[what: string, rule: Schedule['rule'], words: RegExp]>([
  ['a single time', { kind: 'once', at: '2026-06-04T09:00' }, /repeats/],
  ['times that are over', { kind: 'dates', at: ['2026-05-04T09:00'] }, /have passed/],
])('a series is not put back to %s', async ([, rule, words], { app }) => {
  const { user, id, back } = await split(app)
  const schedule = { timeZone: 'Europe/Berlin', rule }
  await expect(restoreSeries(user, id, { ...back, schedule })).rejects.toMatchObject({
    code: 'invalid',
    extra: { details: [{ message: expect.stringMatching(words) }] },
  })
})

test('what a series counts and draws from stays fixed', async ({ app }) => {
  const { user, id, back } = await split(app)
  const { starts: _starts, seed: _seed, ...schedule } = back.schedule
  const restored = await restoreSeries(user, id, { ...back, schedule })
  expect(restored.schedule).toEqual(back.schedule)
})

test('what went on and was changed there since stays', async ({ app }) => {
  const { user, id, back } = await split(app)
  await pauseMessage(user, back.continuedBy)
  await expect(restoreSeries(user, id, back)).rejects.toThrow(
    'It was changed at its new time meanwhile. Edit the two instead.',
  )
  expect((await readMessage(user, user, back.continuedBy)).status).toBe('paused')
})

test('only what goes on in its place is deleted with it', async ({ app }) => {
  const { user, id, back } = await split(app)
  const copy = await duplicateMessage(user, id)
  await expect(restoreSeries(user, id, { ...back, continuedBy: copy.id })).rejects.toMatchObject({
    code: 'not_found',
  })
  expect((await readMessage(user, user, copy.id)).status).toBe('draft')
})

test('words that cannot be sent are refused before anything is put back', async ({ app }) => {
  const { user, id, back } = await split(app)
  const contents = [
    { slotAt: '2026-06-04T07:00:00.000Z', content: { kind: 'text' as const, text: 'Fine.' } },
    { slotAt: '2026-06-05T07:00:00.000Z', content: { kind: 'text' as const, text: ' ' } },
  ]
  await expect(restoreSeries(user, id, { ...back, contents })).rejects.toThrow(
    'Write something to send.',
  )
  expect((await readMessage(user, user, back.continuedBy)).status).toBe('active')
})

test('a run that was moved to an earlier time and sent there does not come again, also after the next run', async ({
  app,
}) => {
  const { user, id, change } = await give(app)
  const { schedule } = await readMessage(user, user, id)
  await change('2026-06-03T07:00', { moveTo: '2026-06-01T17:00' })
  expect(await sentUntil(app, '2026-06-01T16:00Z')).toEqual(['01 15:00', '01 16:00'])
  const { rev } = await readMessage(user, user, id)
  await expect(restoreSeries(user, id, { rev, schedule: schedule!, contents: [] })).rejects.toThrow(
    'A run has been sent at its new time already.',
  )
})
