import { messageInput } from '../../test/drafting.ts'
import { expect, test } from '../../test/test-app.ts'
import { givePosting } from '../../test/posting.ts'
import { days } from '../platform/clock.ts'
import { maintenanceTasks } from '../rooms.ts'
import * as messages from './actions.ts'
import { sendTest } from './test-message.ts'

test('a test that failed and was edited into a message is not forgotten with the tests', async ({
  app,
}) => {
  const { ctx, pool, clock } = app
  const { user, groupIds } = await givePosting(app)
  await sendTest(user, groupIds[0]!)
  await pool.query(`update deliveries set status = 'failed'`)
  await pool.query(
    `update occurrences set status = 'done', failed = total, finished_at = $1, fan_out_from = null`,
    [clock.now()],
  )
  const { rows } = await pool.query<{ id: string; rev: number }>(
    `update messages set status = 'failed' returning id, rev`,
  )
  const { id, rev } = rows[0]!
  const schedule = { timeZone: 'UTC', rule: { kind: 'once', at: '2026-06-20T12:00' } } as const
  await messages.updateMessage(user, id, { ...messageInput(groupIds, { schedule }), rev })

  clock.advance(days(8))
  await maintenanceTasks['tests']!(ctx, new AbortController().signal)
  expect(await messages.readMessage(user, user, id)).toMatchObject({ status: 'scheduled' })
})

test('what is about to be sent to many can be sent to one group first', async ({ app }) => {
  const { user, groupIds } = await givePosting(app, { groups: 2 })
  const poll = { question: 'Shall we?', options: ['Yes', 'No'] }
  await sendTest(user, groupIds[0]!, { kind: 'poll', text: '', poll })
  const { rows } = await app.pool.query(
    `select d.group_id, c.body from deliveries d join contents c on c.id = d.content_id`,
  )
  expect(rows).toEqual([{ group_id: groupIds[0], body: { kind: 'poll', text: '', poll } }])
  const media = [{ mediaId: crypto.randomUUID() }]
  await expect(
    sendTest(user, groupIds[0]!, { kind: 'media', text: '', media: [media[0]!] }),
  ).rejects.toMatchObject({ extra: { details: [{ path: 'content.media.0' }] } })
})
