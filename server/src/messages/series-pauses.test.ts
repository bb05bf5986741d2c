import { at, end, input, read, slotsOf } from '../../test/hourly-series.ts'
import { expect, test } from '../../test/test-app.ts'
import { createPosting } from '../../test/posting.ts'
import { plan } from '../../test/planning.ts'
import * as messages from './actions.ts'

test('a pause passes slots over, and resuming catches none of them up', async ({ app }) => {
  const { user, groupIds } = await createPosting(app)
  const { id } = await messages.createMessage(user, input(groupIds))
  expect(await messages.pauseMessage(user, id)).toMatchObject({ status: 'paused', nextAt: null })
  await at(app, '10:31')
  expect((await messages.resumeMessage(user, id)).nextAt).toBe('2026-06-01T11:30:00.000Z')
  await plan(app)
  expect(await slotsOf(app)).toEqual([])
})

test('a pause until a time ends by itself, without a burst', async ({ app }) => {
  const { user, groupIds } = await createPosting(app)
  const { id } = await messages.createMessage(user, input(groupIds))
  const until = '2026-06-01T11:00:00.000Z'
  const paused = await messages.pauseMessage(user, id, { until })
  expect(paused).toMatchObject({ status: 'paused', pausedUntil: until })
  expect(paused.nextAt).toBe('2026-06-01T11:30:00.000Z')
  await at(app, '11:00')
  await app.runJobs()
  expect(await read(user, id)).toMatchObject({ status: 'active', pausedUntil: null })
  await at(app, '11:30')
  expect(await slotsOf(app)).toEqual(['01 11:30 planned'])
})

test('the rows alone end a pause, should its job be late', async ({ app }) => {
  const { user, groupIds } = await createPosting(app)
  const { id } = await messages.createMessage(user, input(groupIds))
  await messages.pauseMessage(user, id, { until: '2026-06-01T11:00:00.000Z' })
  await at(app, '11:30')
  expect(await slotsOf(app)).toEqual(['01 11:30 planned'])
  expect(await read(user, id)).toMatchObject({ status: 'active', pausedUntil: null })
})

test('a pause stops what is being sent, or lets it end first', async ({ app }) => {
  const { user, groupIds } = await createPosting(app)
  const { id } = await messages.createMessage(user, input(groupIds))
  await at(app, '08:30')
  await messages.pauseMessage(user, id, { stopRemaining: false })
  expect((await read(user, id)).occurrence).toMatchObject({ pending: 1 })
  await messages.pauseMessage(user, id)
  expect(await slotsOf(app)).toEqual(['01 08:30 paused'])
  expect((await read(user, id)).status).toBe('paused')
})

test('after so many failures in a row it pauses itself, and says why', async ({ app }) => {
  const { user, groupIds } = await createPosting(app)
  const { id } = await messages.createMessage(user, input(groupIds, { pauseAfterFailures: 2 }))
  await at(app, '08:30')
  await end(app, 'failed')
  await at(app, '09:30')
  await end(app, 'sent')
  await at(app, '10:30')
  await end(app, 'failed')
  expect((await read(user, id)).status).toBe('active')
  await at(app, '11:30')
  await end(app, 'failed')
  expect(await read(user, id)).toMatchObject({
    status: 'paused',
    attention: {
      text: expect.stringMatching(
        /^It failed 2 times in a row, so it paused itself\. Choir .+ did not/,
      ),
    },
  })
  await app.runJobs()
  const { rows } = await app.pool.query('select next_slot_at from schedules')
  expect(rows).toEqual([{ next_slot_at: null }])
  expect((await messages.resumeMessage(user, id)).attention).toBeUndefined()
})

test('a save of a form that was opened before it paused itself does not resume it', async ({
  app,
}) => {
  const { user, groupIds } = await createPosting(app)
  const fields = input(groupIds, { pauseAfterFailures: 1 })
  const { id, rev, status } = await messages.createMessage(user, fields)
  await at(app, '08:30')
  await end(app, 'failed')
  const save = messages.updateMessage(user, id, { ...fields, rev, openedAs: status })
  await expect(save).rejects.toMatchObject({ extra: { current: { status: 'paused' } } })
  expect((await read(user, id)).status).toBe('paused')
  // Who has seen the pause ends it.
  const seen = { ...fields, rev, openedAs: 'paused' as const }
  expect(await messages.updateMessage(user, id, seen)).toMatchObject({ status: 'active' })
})

test('with its last group lost it stops and asks for another', async ({ app }) => {
  const { user, groupIds } = await createPosting(app)
  const { id } = await messages.createMessage(user, input(groupIds))
  await app.pool.query(`update groups set status = 'lost'`)
  await at(app, '08:30')
  expect(await read(user, id)).toMatchObject({
    status: 'paused',
    attention: { code: 'no_groups', action: { label: 'Choose groups' } },
  })
})

test('a group that was lost keeps nobody from changing the words, and no other lost one joins it', async ({
  app,
}) => {
  const { user, groupIds } = await createPosting(app, { groups: 2 })
  const [had, other] = groupIds as [string, string]
  const { id, rev } = await messages.createMessage(user, input([had]))
  await app.pool.query(`update groups set status = 'lost'`)
  const content = { kind: 'text' as const, text: 'Rehearsal at eight.' }
  const edited = await messages.updateMessage(user, id, { ...input([had], { content }), rev })
  expect([edited.status, edited.content.text]).toEqual(['active', 'Rehearsal at eight.'])
  const joined = messages.updateMessage(user, id, { ...input([had, other]), rev: edited.rev })
  await expect(joined).rejects.toThrow('cannot be reached any more')
  // Paused, it may stay so; it does not begin again with nobody to go to.
  const paused = await messages.pauseMessage(user, id)
  const stays = {
    ...input([had], { content: { kind: 'text', text: 'At nine.' } }),
    rev: paused.rev,
  }
  const kept = await messages.updateMessage(user, id, { ...stays, status: 'paused' })
  expect(kept).toMatchObject({ status: 'paused', content: { text: 'At nine.' } })
  const again = messages.updateMessage(user, id, { ...stays, status: 'active', rev: kept.rev })
  await expect(again).rejects.toThrow('cannot be reached any more')
})

test('a draft that lost a group meanwhile can be saved, and begins only without it', async ({
  app,
}) => {
  const { user, groupIds } = await createPosting(app, { groups: 2 })
  const [gone, kept] = groupIds as [string, string]
  const { id, rev } = await messages.createMessage(user, input(groupIds, { status: 'draft' }))
  await app.pool.query(`update groups set status = 'lost' where id = $1`, [gone])
  const draft = { ...input(groupIds, { title: 'Later' }), rev, status: 'draft' as const }
  const saved = await messages.updateMessage(user, id, draft)
  const begins = { ...draft, rev: saved.rev, status: 'active' as const }
  await expect(messages.updateMessage(user, id, begins)).rejects.toMatchObject({
    extra: { details: [{ path: 'groupIds', message: expect.stringContaining('any more') }] },
  })
  const begun = await messages.updateMessage(user, id, { ...begins, groupIds: [kept] })
  expect(begun).toMatchObject({ status: 'active', groupIds: [kept] })
})
