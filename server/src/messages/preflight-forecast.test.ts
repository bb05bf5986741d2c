import { MessageInput } from '@carillon/contract/schemas/messages'
import { expect, onTestFinished, test } from 'vitest'
import { messageInput } from '../../test/message-input.ts'
import { giveFile, createPosting } from '../../test/posting.ts'
import { openTestApp } from '../../test/test-app.ts'
import { after, days, hours, minutes, instant } from '../platform/clock.ts'
import { checkBefore } from './preflight.ts'

test('groups above the daily allowance of a number that was linked lately get it tomorrow, and it is said before', async () => {
  const app = await openTestApp({ env: { WHATSAPP: 'on' } })
  onTestFinished(() => app.close())
  const { user, groupIds, accountId } = await createPosting(app, {
    channel: 'whatsapp',
    groups: 50,
  })
  const ask = () =>
    checkBefore(user, MessageInput.parse(messageInput(groupIds, { status: 'draft' })))
  const { identity } = (
    await app.pool.query<{ identity: string }>('select identity from accounts where id = $1', [
      accountId,
    ])
  ).rows[0]!
  const { warnings, forecast } = await ask()
  expect(warnings).toMatchObject([
    {
      code: 'allowance',
      effect: 'later',
      text: `20 of these groups get it tomorrow, at the same time: ${identity} may send 20 messages that day, because it was linked only lately.`,
    },
    {
      code: 'allowance',
      effect: 'not_sent',
      text: `10 of these groups will not get it, since the next day has no room either: ${identity} may send 20 messages that day, because it was linked only lately.`,
    },
  ])
  expect(forecast).toMatchObject({ sends: 40 })
  expect(Date.parse(forecast!.lastAt) - Date.parse(forecast!.dueAt)).toBe(days(1))

  const files = await Promise.all(Array.from({ length: 8 }, () => giveFile(app, user)))
  const media = files.map((mediaId) => ({ mediaId, kind: 'photo' as const }))
  const content = { kind: 'album' as const, text: 'Eight', media }
  const albums = messageInput(groupIds.slice(0, 5), { status: 'draft', content })
  const told = await checkBefore(user, MessageInput.parse(albums))
  // A day has room for two whole ones.
  expect(told.warnings.map(({ text }) => text)).toEqual([
    expect.stringMatching(/^2 of these groups get it tomorrow/),
    expect.stringMatching(/^1 of these groups will not get it/),
  ])

  await app.pool.query("update accounts set linked_at = created_at - interval '30 days'")
  expect(await ask()).toMatchObject({ warnings: [], forecast: { sends: 50 } })
})

test('a restricted number is named for what is due before it may send again, with what becomes of it', async () => {
  const app = await openTestApp({ env: { WHATSAPP: 'on' } })
  onTestFinished(() => app.close())
  const { user, groupIds, accountId } = await createPosting(app, { channel: 'whatsapp' })
  const ask = (catchUpMinutes: number) => {
    const wish = messageInput(groupIds, { status: 'draft', catchUpMinutes })
    return checkBefore(user, MessageInput.parse(wish))
  }
  const restrict = (until: Date) =>
    app.pool.query(
      `update accounts set status = 'restricted', reason = 'Restricted.', restricted_until = $2,
         linked_at = created_at - interval '30 days' where id = $1`,
      [accountId, until],
    )
  const dueAt = instant((await ask(15)).forecast!.dueAt)
  await restrict(after(dueAt, hours(1)))
  expect(await ask(15)).toMatchObject({
    warnings: [
      {
        code: 'account',
        effect: 'not_sent',
        text: expect.stringMatching(
          /: Restricted\. It is not sent: by then its time has passed\.$/,
        ),
        until: after(dueAt, hours(1)).toISOString(),
      },
    ],
    forecast: null,
  })
  const later = await ask(120)
  expect(later).toMatchObject({
    warnings: [{ code: 'account', effect: 'later' }],
    forecast: { sends: 1 },
  })
  expect(instant(later.forecast!.lastAt) >= after(dueAt, hours(1))).toBe(true)
  await restrict(dueAt)
  expect(await ask(15)).toMatchObject({ warnings: [], forecast: { sends: 1 } })
})

test('a number that has been away for more than a moment is named for what is due soon', async () => {
  const app = await openTestApp({ env: { WHATSAPP: 'on' } })
  onTestFinished(() => app.close())
  const { user, groupIds } = await createPosting(app, { channel: 'whatsapp' })
  const ask = (at?: string) => {
    const wish = messageInput(groupIds, { status: 'draft' })
    const schedule = at && { timeZone: 'UTC', rule: { kind: 'once', at } }
    return checkBefore(user, MessageInput.parse({ ...wish, schedule: schedule || undefined }))
  }
  await app.pool.query(
    `update accounts set status = 'reconnecting', since = $1, linked_at = created_at - interval '30 days'`,
    [app.clock.now()],
  )
  expect((await ask()).warnings).toEqual([])
  app.clock.advance(minutes(1))
  expect(await ask()).toMatchObject({
    warnings: [
      {
        code: 'account',
        effect: 'later',
        text: expect.stringMatching(/: The connection is down; /),
      },
    ],
    forecast: { isLater: true, words: expect.stringMatching(/waits for its connection/) },
  })
  expect((await ask('2026-06-02T12:00')).warnings).toEqual([])
})
