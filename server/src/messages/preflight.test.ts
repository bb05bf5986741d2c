import type { ContentInput } from '@carillon/contract/content/content'
import { giveFile } from '../../test/posting.ts'
import { openPreflight } from '../../test/preflight.ts'
import { messageInput } from '../../test/message-input.ts'
import { plan } from '../../test/planning.ts'
import { expect, test } from '../../test/test-app.ts'
import { instant } from '../platform/clock.ts'
import { createMessage } from './actions.ts'
import { listMessages } from './list.ts'

test('what is fine has no errors, and says when the last group will have it', async ({ app }) => {
  const { ask, user } = await openPreflight(app, 50)
  const { errors, warnings, forecast } = await ask({ text: 'Hello' })
  expect({ errors, warnings }).toEqual({ errors: [], warnings: [] })
  expect(forecast).toMatchObject({ sends: 50 })
  // 25 a second.
  expect(Date.parse(forecast!.lastAt) - Date.parse(forecast!.dueAt)).toBe(2_000)
  expect(forecast!.words).toBe('50 messages; the last group has it within seconds.')
  expect(await listMessages(user, { limit: 50 })).toMatchObject({ items: [] })
})

test('an album takes as many turns as it has files', async ({ app }) => {
  const { ask, user } = await openPreflight(app, 50)
  const media: { mediaId: string }[] = []
  for (let n = 0; n < 10; n++) media.push({ mediaId: await giveFile(app, user) })
  const { forecast } = await ask({ media })
  // 500 messages at 25 a second; ten to one group at 18 a minute take 30 s.
  expect(Date.parse(forecast!.lastAt) - Date.parse(forecast!.dueAt)).toBe(30_000)
  expect(forecast!.words).toBe('50 messages; the last group has it about 30 seconds later.')
})

test('a long text after its files takes a turn of its own, with the buttons below it', async ({
  app,
}) => {
  const { ask, user } = await openPreflight(app, 50)
  const media = [{ mediaId: await giveFile(app, user) }, { mediaId: await giveFile(app, user) }]
  const content: ContentInput = {
    text: 'x'.repeat(4_096),
    media,
    buttons: [[{ text: 'Plan', url: 'https://example.org/plan' }]],
  }
  expect((await ask(content)).errors).toHaveLength(2)
  const { errors, forecast } = await ask({ ...content, options: { textAfter: true } })
  expect(errors).toEqual([])
  // 150 messages at 25 a second; of three to one group at 18 a minute the last has two before it.
  expect(Date.parse(forecast!.lastAt) - Date.parse(forecast!.dueAt)).toBe(6_666)
})

test('all that blocks it is told at its field, also of a draft', async ({ app }) => {
  const { ask, set, groupIds } = await openPreflight(app, 2)
  await set(`status = 'lost', reason = 'An admin removed the bot.'`)
  const { errors, forecast } = await ask({ text: ' ' }, { schedule: undefined })
  expect(errors).toEqual([
    { path: 'content.text', message: 'Write something to send.' },
    { path: 'schedule.rule.at', message: 'Choose when to send it.' },
    {
      path: 'groupIds',
      message: expect.stringMatching(/cannot be reached any more\. An admin removed the bot\./),
      groupId: groupIds[0],
    },
  ])
  expect(forecast).toMatchObject({ sends: 1 })
})

test('two stars are told to stay as they are, but not in code and not where that was meant', async ({
  app,
}) => {
  const { ask } = await openPreflight(app, 1)
  const { warnings } = await ask({ text: 'Hello **dear all**, and *you*' })
  expect(warnings).toEqual([
    {
      code: 'content',
      effect: 'differs',
      text: '“**dear all**” keeps its stars. For bold, write one star on each side: *dear all*.',
    },
  ])
  for (const text of ['`f(**options**)`', String.raw`\*\*meant\*\*`, '2 ** 3 ** 4', '*once*']) {
    expect(await ask({ text })).toMatchObject({ warnings: [] })
  }
})

test('a name of a variable in single braces is told to stay as it is, but not in code and not where that was meant', async ({
  app,
}) => {
  const { ask } = await openPreflight(app, 1)
  expect(await ask({ text: 'Until {Date}, {{group}}' })).toMatchObject({
    warnings: [
      {
        code: 'content',
        effect: 'differs',
        text: '“{Date}” is sent as it is written. Did you mean {{date}}?',
      },
    ],
  })
  for (const text of ['`{date}`', String.raw`\{date}`, '{{date}}', '{dates}', '{}']) {
    expect(await ask({ text })).toMatchObject({ warnings: [] })
  }
})

test('a random delay and the time over which groups are spread are in the forecast, as they will be', async ({
  app,
}) => {
  const { ask, user, groupIds } = await openPreflight(app, 3)
  const schedule = {
    timeZone: 'Europe/Berlin',
    rule: { kind: 'daily' as const, everyDays: 1, at: ['14:00'] },
    jitterMinutes: 30,
    spreadMinutes: 60,
    seed: 7,
  }
  const { forecast } = await ask({ text: 'Hello' }, { kind: 'automated', schedule })
  await createMessage(user, messageInput(groupIds, { kind: 'automated', schedule }))
  app.clock.moveTo(forecast!.dueAt)
  await plan(app)
  const { rows } = await app.pool.query(
    'select o.due_at as "dueAt", max(d.not_before) as "lastAt" from deliveries d join occurrences o on o.id = occurrence_id group by 1',
  )
  const [planned] = rows as { dueAt: Date; lastAt: Date }[]
  expect(planned!.dueAt > instant('2026-06-01T12:00:00Z')).toBe(true)
  expect(planned!.lastAt > planned!.dueAt).toBe(true)
  expect(forecast!.dueAt).toBe(planned!.dueAt.toISOString())
  // Each group after the other takes its turn of the connection, 25 a second.
  expect(Date.parse(forecast!.lastAt) - planned!.lastAt.getTime()).toBeLessThan(1_000)
  expect(Date.parse(forecast!.lastAt)).toBeGreaterThanOrEqual(planned!.lastAt.getTime())
})
