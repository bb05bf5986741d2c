import { expect, test, vi } from 'vitest'
import { bellOf } from '../../../test/bell.ts'
import { openFollowing } from '../../../test/follow-ups.ts'
import { giveFile } from '../../../test/posting.ts'
import { deleteMedia } from '../../media/actions.ts'
import { minutes } from '../../platform/clock.ts'
import { editSent } from './changes.ts'
import { readSent } from './reads.ts'

const text = (words: string) => ({ kind: 'text' as const, text: words })

test('what was sent is edited in all groups, and what was decided stays with the run', async () => {
  const { user, chatIds, send, idle, seen, settled, followUps } = await openFollowing({
    groups: 3,
    content: text('Sunday at nine'),
  })
  const run = await send()
  await editSent(user, run, { content: text('Sunday at *ten*') })
  await idle()
  for (const chat of chatIds) expect(await seen(chat)).toEqual(['Sunday at ten edited'])
  expect(await settled(run)).toMatchObject([{ kind: 'edit', total: 3, done: 3, failed: 0 }])
  expect((await followUps())[0]).toMatchObject([{ kind: 'edit', status: 'done' }])
  // What stands there now is what is edited next.
  expect((await readSent(user, run)).contents).toMatchObject([
    { content: text('Sunday at *ten*'), count: 3, editable: 3, reasons: [] },
  ])
  await editSent(user, run, { content: text('Sunday at eleven') })
  await idle()
  expect(await seen()).toEqual(['Sunday at eleven edited'])
})

test('an edit that one group refused is made there with the next press, and all of it is one message again', async () => {
  const { user, sandbox, chatIds, send, idle, seen, settled } = await openFollowing({
    groups: 3,
    content: text('Sunday at nine'),
  })
  const run = await send()
  const [chat] = chatIds
  const refusal = { fault: 'refuse', status: 400, when: 'before', next: 1 } as const
  await sandbox.chaos({ method: 'editMessageText', chat: chat!, ...refusal })
  await editSent(user, run, { content: text('Sunday at ten') })
  await idle()
  expect(await settled(run)).toMatchObject([{ done: 2, failed: 1 }])
  const standing = async () => (await readSent(user, run)).contents
  const left = (await standing()).find(({ content }) => content.text === 'Sunday at nine')
  expect(await standing()).toHaveLength(2)
  expect(left).toMatchObject({ count: 1, groups: [expect.any(String)] })
  await editSent(user, run, { content: text('Sunday at ten'), contentId: left!.contentId })
  await idle()
  expect(await standing()).toMatchObject([{ count: 3, editable: 3 }])
  await editSent(user, run, { content: text('Sunday at eleven') })
  await idle()
  for (const one of chatIds) expect(await seen(one)).toEqual(['Sunday at eleven edited'])
})

test('a refused edit after one whose answer was lost says that the copy may have been edited', async () => {
  const { app, user, sandbox, send, idle, seen, settled, followUps } = await openFollowing({
    content: text('Sunday at nine'),
  })
  const run = await send()
  const method = 'editMessageText'
  await sandbox.chaos({ method, fault: 'reset', when: 'after', next: 1 })
  await editSent(user, run, { content: text('Sunday at ten') })
  await idle()
  const words = "Bad Request: message can't be edited"
  await sandbox.chaos({ method, fault: 'refuse', words, next: 5 })
  await editSent(user, run, { content: text('Sunday at eleven') })
  await idle()
  await settled(run)
  expect(await seen()).toEqual(['Sunday at ten edited'])
  const why = 'A try got no answer, so it may have been edited.'
  expect(await followUps()).toMatchObject([
    [{ kind: 'edit', status: 'failed', text: expect.stringContaining(why) }],
  ])
  // So the words of before are no longer what surely stands there.
  const { contents } = await readSent(user, run)
  expect(contents).toMatchObject([{ copies: [{ differs: true }] }])
  app.clock.advance(minutes(2))
  await vi.waitUntil(async () => (await bellOf(user)).length > 0, 10_000)
  expect(await bellOf(user)).toMatchObject([
    {
      title: expect.stringMatching(/^A message may not have been edited in Choir/),
      message: expect.stringContaining('A try got no answer'),
    },
  ])
})

test('while one of its groups is gone it is edited in the others, and the one that is gone is named', async () => {
  const { app, user, chatIds, groupIds, send, idle, seen, settled } = await openFollowing({
    groups: 3,
    content: text('Sunday at nine'),
  })
  const run = await send()
  await app.pool.query(`update groups set status = 'lost' where id = $1`, [groupIds[0]])
  expect((await readSent(user, run)).contents).toMatchObject([
    { count: 3, editable: 2, reasons: [`Cannot be reached any more: “Choir ${chatIds[0]}”.`] },
  ])
  await editSent(user, run, { content: text('Sunday at ten') })
  await idle()
  expect(await seen(chatIds[0])).toEqual(['Sunday at nine'])
  for (const chat of chatIds.slice(1)) expect(await seen(chat)).toEqual(['Sunday at ten edited'])
  expect(await settled(run)).toMatchObject([{ total: 3, done: 2, failed: 1 }])
})

test('an edit says other words and nothing else', async () => {
  const { user, send } = await openFollowing({ content: text('Sunday at nine') })
  const run = await send()
  const poll = { question: 'When?', options: ['Nine', 'Ten'] }
  await expect(
    editSent(user, run, { content: { kind: 'poll', text: '', poll } }),
  ).rejects.toMatchObject({
    extra: {
      details: [
        { path: 'content.kind', message: 'Only the words of what was sent can be changed.' },
      ],
    },
  })
  await expect(editSent(user, run, { content: text('x'.repeat(5_000)) })).rejects.toMatchObject({
    extra: { details: [{ path: 'content.text' }] },
  })
})

test('a poll stays as it is, and says so beforehand', async () => {
  const poll = { question: 'When?', options: ['Nine', 'Ten'] }
  const content = { kind: 'poll' as const, text: '', poll }
  const { user, send } = await openFollowing({ content })
  const run = await send()
  const why = 'Telegram lets nobody change a poll. Delete it, and send another.'
  expect(await readSent(user, run)).toMatchObject({
    contents: [{ count: 1, editable: 0, reasons: [why] }],
    deletable: 1,
  })
  await expect(editSent(user, run, { content })).rejects.toThrow(why)
})

test('a picture that an edit is still to show is kept, and once it is gone the next edit goes without it', async () => {
  const { app, user, send, idle, settled } = await openFollowing({
    content: text('Sunday at nine'),
  })
  const run = await send()
  const mediaId = await giveFile(app, user)
  const edit = (words: string) => {
    const linkCard = { title: 'The plan', mediaId }
    return editSent(user, run, { content: { ...text(`${words} https://a.example`), linkCard } })
  }
  await edit('Sunday at ten')
  await expect(deleteMedia(user, mediaId)).rejects.toMatchObject({ code: 'conflict' })
  await idle()
  expect(await settled(run)).toMatchObject([{ done: 1 }])
  await deleteMedia(user, mediaId)
  await edit('Sunday at noon')
  await idle()
  expect((await readSent(user, run)).contents[0]?.content.linkCard).toEqual({ title: 'The plan' })
})

test('an edit after which members see the same is refused, and of variants the one that was sent is edited', async () => {
  const content = { ...text('Sunday at nine'), variants: ['Sunday, nine'] }
  const { app, user, send, idle, seen } = await openFollowing({ content })
  const run = await send()
  await app.pool.query(`update occurrences set run = run || '{"draw": 0.9}'`)
  const same = 'Members would see the same as before. Change its words.'
  await expect(
    editSent(user, run, { content: { ...content, text: 'Sunday at ten' } }),
  ).rejects.toThrow(same)
  const own = { ...content, overrides: { whatsapp: text('Sunday at ten') } }
  await expect(editSent(user, run, { content: own })).rejects.toThrow(same)
  expect((await readSent(user, run)).contents).toMatchObject([{ content: text('Sunday, nine') }])
  await editSent(user, run, { content: text('Sunday at ten') })
  await idle()
  expect(await seen()).toEqual(['Sunday at ten edited'])
})

test('an edit keeps kind and files on each network where it stands', async () => {
  const { user, send } = await openFollowing({ content: text('Sunday at nine') })
  const run = await send()
  const poll = {
    kind: 'poll' as const,
    text: '',
    poll: { question: 'When?', options: ['Nine', 'Ten'] },
  }
  await expect(
    editSent(user, run, { content: { ...text('Sunday at ten'), overrides: { telegram: poll } } }),
  ).rejects.toMatchObject({ extra: { details: [{ path: 'content.overrides.telegram.kind' }] } })
})

test('an edit says the words of its run, and the name that each group had then', async () => {
  const { user, app, chatIds, send, idle, seen } = await openFollowing({
    groups: 2,
    content: text('Sunday at nine'),
  })
  const run = await send()
  await editSent(user, run, { content: text('{{group}}: no. {{n}}') })
  await idle()
  const named = await seen()
  expect(named).toEqual([expect.stringMatching(/^Choir .*: no\. 1 edited$/)])
  await app.pool.query(`update groups set title = 'Something else'`)
  await editSent(user, run, { content: text('{{group}}: No. {{n}}') })
  await idle()
  expect(await seen()).toEqual([named[0]!.replace('no.', 'No.')])
  expect(new Set([...(await seen(chatIds[0])), ...(await seen(chatIds[1]))]).size).toBe(2)
})
