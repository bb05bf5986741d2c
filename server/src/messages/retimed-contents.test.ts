import { expect, test, type TestApp } from '../../test/test-app.ts'
import { messageInput } from '../../test/message-input.ts'
import { daily, giveSeries as give, sentUntil } from '../../test/series.ts'
import { updateMessage } from './actions.ts'
import { readSlotContents, retimeSlotContents } from '../series/actions.ts'

// What slots say for themselves is found again by its name, once a country has changed its clocks.

/** Has the words of slots placed by the time zone data at hand; answers what then stands where. */
async function place(app: TestApp, id: string) {
  await app.ctx.transaction((tx) =>
    retimeSlotContents(tx, 'message', [{ sourceId: id, schedule: daily }]),
  )
  return contentsOf(app, id)
}

async function contentsOf({ ctx }: TestApp, id: string) {
  const contents = (await readSlotContents(ctx, 'message', [id])).get(id) ?? []
  return contents
    .map(({ slotAt, local, following, body }) => {
      const at = slotAt.toISOString().slice(8, 16)
      return `${at} ${local?.slice(8)} ${body.text}${following ? '…' : ''}`
    })
    .toSorted()
}

test.for([
  ['get that of their slot', ''],
  ['are found though the clocks were changed meanwhile', `, slot_at = slot_at + interval '1 hour'`],
] as const)('words without a name %s', async ([, changed], { app }) => {
  const { id, change } = await give(app)
  await change('2026-06-04T07:00', { content: { kind: 'text', text: 'Then.' } })
  await app.pool.query(`update slot_contents set local = null${changed}`)
  expect(await place(app, id)).toEqual(['04T07:00 04T09:00 Then.'])
})

test('what one slot says and what holds from it on are placed each by itself', async ({ app }) => {
  const { id, change } = await give(app)
  await change('2026-06-04T07:00', { content: { kind: 'text', text: 'Anew.' }, following: true })
  await change('2026-06-04T07:00', { content: { kind: 'text', text: 'Then.' } })
  // Only one of them is not where its name is.
  await app.pool.query(`update slot_contents set local = '2026-06-04T18:00' where not following`)
  expect(await place(app, id)).toEqual(['04T07:00 04T09:00 Anew.…', '04T16:00 04T18:00 Then.'])
})

test('an edit that takes a slot away leaves what holds from it on', async ({ app }) => {
  const { user, id, change } = await give(app)
  await change('2026-06-04T07:00', { content: { kind: 'text', text: 'Then.' } })
  const { rev, groupIds } = await change('2026-06-04T07:00', {
    content: { kind: 'text', text: 'Anew.' },
    following: true,
  })
  await updateMessage(user, id, {
    rev,
    kind: 'automated',
    content: { kind: 'text', text: 'As ever.' },
    groupIds,
    schedule: { ...daily, rule: { kind: 'daily', everyDays: 1, at: ['18:00'] } },
    catchUpMinutes: 15,
    onUnconfirmed: 'ask',
    overlap: 'skip',
    pauseAfterFailures: 5,
    status: 'active',
  })
  expect(await contentsOf(app, id)).toEqual(['04T07:00 04T09:00 Anew.…'])
})

const anew = { kind: 'text' as const, text: 'Anew.' }

/** The exception of a text that all runs from 4 June on have. */
const lasting = {
  slotAt: '2026-06-04T07:00:00.000Z',
  local: '2026-06-04T09:00',
  content: anew,
  following: true,
}

test('a series that ends before the first run of a text has it no more, which is told', async ({
  app,
}) => {
  const { user, id, change } = await give(app)
  const { groupIds, rev } = await change('2026-06-04T07:00', { content: anew, following: true })
  const { dropped, exceptions } = await updateMessage(user, id, {
    ...messageInput(groupIds, { kind: 'automated' }),
    schedule: { ...daily, ends: { on: '2026-06-03' } },
    rev,
  })
  expect(exceptions).toEqual([])
  expect(dropped).toEqual([lasting])
})

test('a draft without a time has no runs: what was said of them is told, and does not come back', async ({
  app,
}) => {
  const { user, id, change } = await give(app)
  await change('2026-06-02T07:00', { skip: true })
  const { groupIds, rev } = await change('2026-06-04T07:00', { content: anew, following: true })
  const words = { content: { kind: 'text' as const, text: 'New words.' } }
  const input = messageInput(groupIds, { kind: 'automated', ...words })
  const { schedule: _, ...untimed } = input
  const draft = await updateMessage(user, id, { ...untimed, status: 'draft', rev })
  expect(draft.dropped).toMatchObject([{ skip: true }, lasting])
  await updateMessage(user, id, { ...input, schedule: daily, rev: draft.rev })
  expect((await sentUntil(app, '2026-06-04T07:00:00Z')).at(-1)).toBe('04 07:00 New words.')
})
