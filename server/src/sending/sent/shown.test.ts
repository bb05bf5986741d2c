import { expect, test } from 'vitest'
import { openFollowing } from '../../../test/follow-ups.ts'
import { resolveDelivery } from '../../deliveries/api.ts'
import { deleteSent, editSent } from './changes.ts'
import { readSent } from './reads.ts'

const text = (words: string) => ({ kind: 'text' as const, text: words })

test('a copy is shown of a group that was edited, with the time at which that group got it', async () => {
  const { app, user, sandbox, send, idle, settled } = await openFollowing({
    groups: 3,
    content: text('Sunday at nine'),
  })
  await sandbox.chaos({ method: 'sendMessage', fault: 'reset', when: 'after', next: 1 })
  const run = await send()
  const { rows } = await app.pool.query(
    `select id, group_id from deliveries where status = 'unconfirmed'`,
  )
  await resolveDelivery(user, rows[0].id, 'sent')
  const [before] = (await readSent(user, run)).shown
  expect(before).toMatchObject({ content: text('Sunday at nine'), editedAt: null, deletedAt: null })

  const nameOf = await app.pool.query(`select title from groups where id = $1`, [rows[0].group_id])
  const unknown = `“${nameOf.rows[0].title}”: The network did not say which message it is.`
  expect((await readSent(user, run)).contents).toMatchObject([{ editable: 2, reasons: [unknown] }])
  await editSent(user, run, { content: text('Sunday at ten') })
  await idle()
  expect(await settled(run)).toMatchObject([{ total: 3, done: 2, failed: 1 }])
  const { shown } = await readSent(user, run)
  expect(shown).toMatchObject([
    { channel: 'telegram-bot', content: text('Sunday at ten'), editedAt: expect.any(String) },
  ])
  expect(shown[0]!.groupId).not.toBe(rows[0].group_id)
  const sentAt = await app.pool.query(`select sent_at from deliveries where group_id = $1`, [
    shown[0]!.groupId,
  ])
  expect(shown[0]!.sentAt).toBe(sentAt.rows[0].sent_at.toISOString())

  // While the next edit is still to come, its members see the first one.
  const { editedAt } = shown[0]!
  const { contentId } = (await readSent(user, run)).contents.find(({ editable }) => editable > 0)!
  await editSent(user, run, { contentId, content: text('Sunday at noon') })
  expect((await readSent(user, run)).shown).toMatchObject([
    { content: text('Sunday at ten'), editedAt },
  ])
  await idle()
  await settled(run)

  // The one that nobody can edit or delete is the only one that stands.
  await deleteSent(user, run)
  await idle()
  await settled(run)
  expect((await readSent(user, run)).shown).toMatchObject([
    { groupId: rows[0].group_id, content: text('Sunday at nine'), editedAt: null, deletedAt: null },
  ])
})

test('each network shows a copy with the text that it has, also after all are deleted', async () => {
  const following = await openFollowing({ groups: 2, content: text('Sunday at nine') })
  const { app, groupIds, send, idle, settled } = following
  const run = await send()
  await app.pool.query(`update groups set channel = 'whatsapp' where id = $1`, [groupIds[1]])
  const telegram = following.user.channels.get('telegram-bot')!
  const followUps = { ...telegram.followUps!, whyNotEditable: () => 'Nobody can edit it there.' }
  const whatsapp = { ...telegram, followUps }
  const channels = new Map([...following.user.channels, ['whatsapp' as const, whatsapp] as const])
  const user = { ...following.user, channels }
  await editSent(user, run, { content: text('Sunday at ten') })
  await idle()
  await settled(run)
  const texts = async () =>
    (await readSent(user, run)).shown.map(({ channel, content, editedAt }) => [
      channel,
      content.text,
      editedAt !== null,
    ])
  const expected = [
    ['telegram-bot', 'Sunday at ten', true],
    ['whatsapp', 'Sunday at nine', false],
  ]
  expect(await texts()).toEqual(expected)
  await app.pool.query(
    `insert into follow_ups (delivery_id, kind, cause, account_id, user_id, occurrence_id, source_id, due_at,
       not_before, created_at, done_at)
     select d.id, 'delete', 'person', d.account_id, d.user_id, d.occurrence_id, o.source_id, now(), now(), now(), now()
     from deliveries d join occurrences o on o.id = d.occurrence_id`,
  )
  expect(await texts()).toEqual(expected)
  expect((await readSent(user, run)).shown.every(({ deletedAt }) => deletedAt)).toBe(true)
})
