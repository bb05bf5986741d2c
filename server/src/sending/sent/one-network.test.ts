import { expect, test } from 'vitest'
import { openFollowing } from '../../../test/follow-ups.ts'
import { readOccurrence } from '../../occurrences/actions.ts'
import { presentOccurrence } from '../../occurrences/present.ts'
import { after, minutes } from '../../platform/clock.ts'
import { editSent } from './changes.ts'
import { readSent } from './reads.ts'

const text = (words: string) => ({ kind: 'text' as const, text: words })

// A button is stored with its fields in another order than it is sent in.
const buttons = [[{ text: 'Plan', url: 'https://example.org/plan' }]]
const content = {
  ...text('Sunday, nine'),
  buttons,
  overrides: { telegram: text('Sunday at nine') },
}

/** What two groups got, the second of which is then taken for one of WhatsApp; `isFixed`: nobody can edit it there. */
async function openBoth({ isFixed = false } = {}) {
  const following = await openFollowing({ groups: 2, content })
  const { app, user, groupIds, send } = following
  const run = await send()
  await app.pool.query(`update groups set channel = 'whatsapp' where id = $1`, [groupIds[1]])
  const telegram = user.channels.get('telegram-bot')!
  const followUps = { ...telegram.followUps!, fixed: () => 'Nobody can edit it there.' }
  const whatsapp = isFixed ? { ...telegram, followUps } : telegram
  const channels = new Map([...user.channels, ['whatsapp' as const, whatsapp] as const])
  return { ...following, user: { ...user, channels }, run }
}

test('an edit of the words of one network leaves the copies of the other alone, and the next edit finds one message', async () => {
  const { user, chatIds, run, idle, seen, settled } = await openBoth()
  const copies = [
    { channel: 'telegram-bot', count: 1, differs: false },
    { channel: 'whatsapp', count: 1, differs: false },
  ]
  const standing = async () => (await readSent(user, run)).contents
  expect(await standing()).toMatchObject([{ copies: expect.arrayContaining(copies) }])
  const telegram = { telegram: text('Sunday at ten') }
  await editSent(user, run, { content: { ...content, overrides: telegram } })
  await idle()
  expect(await seen(chatIds[0])).toEqual(['Sunday at ten edited'])
  expect(await seen(chatIds[1])).toEqual(['Sunday at nine'])
  const [change] = await settled(run)
  expect(change).toMatchObject({ total: 1, done: 1 })
  const { edited } = presentOccurrence(await readOccurrence(user, run))
  expect(edited?.on).toEqual({ telegram: change!.at, whatsapp: undefined })

  expect(await standing()).toMatchObject([
    { count: 2, editable: 2, copies: expect.arrayContaining(copies) },
  ])
  await editSent(user, run, { content: { ...content, text: 'Sunday, ten', overrides: telegram } })
  expect((await readSent(user, run)).changes).toMatchObject([{ total: 1 }, { total: 1 }])
})

test('copies that nobody can edit and whose words stay belong to the same message afterwards', async () => {
  const { user, run, idle } = await openBoth({ isFixed: true })
  const telegram = { telegram: text('Sunday at ten') }
  await editSent(user, run, { content: { ...content, overrides: telegram } })
  await idle()
  const { contents } = await readSent(user, run)
  expect(contents).toMatchObject([{ count: 2 }])
})

test('copies that another edit has yet to reach are edited also where no words change', async () => {
  const { user, sandbox, run, idle } = await openBoth()
  await sandbox.chaos({ method: 'editMessageText', fault: 'reset', when: 'before', rate: 1 })
  const both = { ...text('Sunday, ten'), overrides: { telegram: text('Sunday at ten') } }
  await editSent(user, run, { content: both })
  await idle()
  expect((await readSent(user, run)).contents).toMatchObject([
    { copies: [{ differs: true }, { differs: true }] },
  ])
  await editSent(user, run, { content: { ...content, text: 'Sunday, noon' } })
  expect((await readSent(user, run)).changes).toMatchObject([{ total: 2 }, { total: 2 }])
})

test('a run that said another of the texts is edited with this one, whatever changes', async () => {
  const { app, user, run, send } = await openBoth()
  await app.pool.query(`update groups set channel = 'telegram-bot'`)
  await app.pool.query(
    `update contents set body = jsonb_set(body, '{overrides,telegram,variants}', '["Nine"]')`,
  )
  await app.pool.query(`update occurrences set run = run || '{"draw": 0.9}' where id = $1`, [run])
  const second = await send()
  await app.pool.query(`update occurrences set run = run || '{"draw": 0}' where id = $1`, [second])
  expect((await readSent(user, second)).others).toMatchObject([
    { occurrenceId: run, editable: [{ channel: 'telegram-bot', count: 2, differs: true }] },
  ])
})

test('where a repeated message keeps its id, the time for edits counts from the first try that may have arrived', async () => {
  const { app, chatIds, run, idle, seen, settled, startSending, worker, ...both } = await openBoth()
  const first = {
    number: 1,
    openedAt: after(app.clock.now(), -minutes(20)),
    outcome: 'unconfirmed',
  }
  await app.pool.query('update deliveries set attempts = $1 || attempts', [JSON.stringify([first])])
  const channels = new Map(
    [...both.user.channels].map(([kind, channel]) => {
      const followUps = { ...channel.followUps!, windowMs: { edit: minutes(15) } }
      return [kind, { ...channel, followUps }] as const
    }),
  )
  const user = { ...both.user, channels }
  const why = 'The network lets programs edit their messages for 15 minutes only.'
  const [standing] = (await readSent(user, run)).contents
  expect(standing).toMatchObject({ count: 2, editable: 1 })
  expect(standing!.reasons.join()).toContain(why)

  await worker.close()
  await startSending({ ctx: { channels } })
  const telegram = { telegram: text('Sunday at ten') }
  await editSent(user, run, { content: { ...content, text: 'Sunday, ten', overrides: telegram } })
  await idle()
  expect(await settled(run)).toMatchObject([{ total: 2, done: 1, failed: 1 }])
  expect(await seen(chatIds[0])).toEqual(['Sunday at ten edited'])
  expect(await seen(chatIds[1])).toEqual(['Sunday at nine'])
})
