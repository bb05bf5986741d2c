import type { ChannelAccount } from '../channels/port/account.ts'
import { messageInput } from '../../test/message-input.ts'
import { plan } from '../../test/planning.ts'
import { giveFile, createPosting } from '../../test/posting.ts'
import { openSending } from '../../test/sending.ts'
import { expect, test } from '../../test/test-app.ts'
import { pairWith } from '../../test/whatsapp.ts'
import { openSessions } from '../accounts/sessions.ts'
import { memoryNetwork } from '../channels/conformance/memory-network.ts'
import { createMessage } from '../messages/actions.ts'
import { after, days, hours } from '../platform/clock.ts'
import type { Context } from '../platform/context.ts'
import { AppError } from '../platform/errors.ts'
import { openListener } from '../platform/news/listener.ts'
import { checkUpcoming } from '../series/pre-check.ts'
import { uploadEarly, type Resting } from './early-uploads.ts'

const PATIENT = { timeout: 60_000 }
const NOW = '2026-06-01T10:59:30.000Z'
const SLOT = '2026-06-01T11:00:00.000Z'
const NOON = {
  timeZone: 'UTC',
  rule: { kind: 'daily' as const, everyDays: 1, at: ['11:00'] },
}

/** A linked number in two groups of WhatsApp, and a message with a photo that goes there at the slot. */
async function open() {
  const sending = await openSending({
    now: NOW,
    sandbox: { whatsapp: true, fork: true },
  })
  const { app, sandbox } = sending
  const phones = sandbox.whatsapp
  const channel = app.ctx.channels.get('whatsapp')!
  const you = await phones.addPerson({ pn: '15550000001', name: 'Ida' })
  const eve = await phones.addPerson({ pn: '15550000002', name: 'Eve' })
  const chats: string[] = []
  for (const subject of ['Choir', 'Band']) {
    chats.push((await phones.addGroup({ subject, members: [eve.lid, you.lid] })).id)
  }
  const { credentials: token } = await pairWith(channel, (step) =>
    step.kind === 'scan' ? phones.scan(you.lid, step.text).then(() => {}) : Promise.resolve(),
  )
  const posting = await createPosting(app, { token, chats, channel: 'whatsapp' })
  const mediaId = await giveFile(app, posting.user)
  const message = await createMessage(
    posting.user,
    messageInput(posting.groupIds, {
      kind: 'automated',
      schedule: NOON,
      content: { kind: 'media', text: 'From *Sunday*', media: [{ mediaId }] },
    }),
  )
  const ownership = await sending.startSending()
  const listener = await openListener(app.databaseUrl, app.ctx.clock, app.ctx.log)
  const sessions = openSessions(app.ctx, ownership, listener)
  app.atEnd(() => listener.close())
  app.atEnd(() => sessions.close())
  const account = { id: posting.accountId } as ChannelAccount
  const resting: Resting = new Map()
  await expect
    .poll(() => channel.list!(account).then((all) => all.length), { timeout: 30_000 })
    .toBe(2)
  return {
    ...sending,
    posting,
    mediaId,
    message,
    look: () => checkUpcoming(app.ctx),
    bring: (own: Partial<Context> = {}) =>
      uploadEarly({ ...app.ctx, ...own }, ownership, new AbortController().signal, resting),
    brought: async () => (await phones.world()).filesBrought,
    handles: async () =>
      (await app.pool.query('select handle, expires_at from media_handles')).rows as {
        handle: string
        expires_at: Date
      }[],
    waiting: async () => (await app.pool.query('select media_id from files_ahead')).rows.length,
  }
}

test(
  'a file goes to WhatsApp before the slot, once, and at the slot only its messages',
  PATIENT,
  async () => {
    const { app, sandbox, look, bring, brought, handles, waiting, sent } = await open()
    await look()
    expect(await brought()).toBe(0)
    await bring()
    await bring()
    expect(await brought()).toBe(1)
    expect(await sandbox.ledger()).toEqual([])
    expect(await handles()).toMatchObject([{ expires_at: new Date('2026-06-15T10:59:30.000Z') }])

    app.clock.moveTo(SLOT)
    await plan(app)
    await sent(2)
    const entries = await sandbox.ledger()
    expect(entries.map(({ text }) => text)).toEqual(['From *Sunday*', 'From *Sunday*'])
    expect(await brought()).toBe(1)
    app.clock.advance(1)
    await bring()
    expect(await waiting()).toBe(0)
  },
)

test(
  'an upload that fails is tried again until its slot, and a name that would run out is made anew',
  PATIENT,
  async () => {
    const { app, look, bring, brought, handles, waiting, mediaId, posting } = await open()
    await look()
    const storage = {
      ...app.ctx.storage,
      get: () => Promise.reject(new AppError('unavailable', 'The disk is away.')),
    }
    await bring({ storage })
    expect([await brought(), await waiting()]).toEqual([0, 1])

    const named = (handle: string, expiresAt: Date | null) =>
      app.pool.query(
        `insert into media_handles values ($1, $2, $3, $4)
       on conflict (account_id, media_id) do update set handle = $3, expires_at = $4`,
        [posting.accountId, mediaId, handle, expiresAt],
      )
    const slot = new Date(SLOT)
    await named('kept', after(slot, days(2)))
    await bring()
    expect([await brought(), (await handles())[0]!.handle]).toEqual([0, 'kept'])
    await named('old', after(slot, hours(1)))
    await bring()
    expect(await brought()).toBe(1)
    expect((await handles())[0]!.handle).not.toBe('old')
    // Of what was brought before its time was kept nobody knows whether it is still there.
    await named('of unknown age', null)
    await bring()
    expect(await brought()).toBe(2)
    expect((await handles())[0]!.handle).not.toBe('of unknown age')
    await app.pool.query('delete from media_handles')
    app.clock.moveTo(SLOT)
    await bring()
    expect([await brought(), await waiting()]).toEqual([2, 0])
  },
)

test(
  'a network that asks to slow down while a file is brought ahead keeps no message waiting, and is asked again at the slot',
  PATIENT,
  async () => {
    const { app, sandbox, look, bring, brought, waiting, sent } = await open()
    await look()
    const does = { code: 429, text: 'rate-overlimit' }
    await sandbox.whatsapp.faults({ on: 'query', xmlns: 'w:m', does })
    await bring()
    await bring()
    expect([await brought(), await waiting()]).toEqual([0, 1])
    const { rows } = await app.pool.query('select paused_until from accounts')
    expect(rows).toEqual([{ paused_until: null }])

    app.clock.moveTo(SLOT)
    await plan(app)
    await sent(2)
    expect(await brought()).toBe(1)
  },
)

test('nothing is brought for a run that cannot be sent, nor to a network that takes files with messages only', async ({
  app,
}) => {
  const posting = await createPosting(app, { channel: 'whatsapp', groups: 2 })
  const bots = await createPosting(app, { user: posting.user })
  const mediaId = await giveFile(app, posting.user)
  await createMessage(
    posting.user,
    messageInput([...posting.groupIds, ...bots.groupIds], {
      kind: 'automated',
      schedule: NOON,
      content: { kind: 'media', text: '', media: [{ mediaId }] },
    }),
  )
  const channels = new Map([...app.ctx.channels, ['whatsapp', memoryNetwork().channel()]] as const)
  const wanted = async () => {
    app.clock.moveTo(NOW)
    await checkUpcoming({ ...app.ctx, channels })
    return (await app.pool.query('select account_id from files_ahead')).rows
  }
  await app.pool.query(
    `update groups set status = 'muted', muted = true where channel = 'whatsapp'`,
  )
  expect(await wanted()).toEqual([])
  await app.pool.query('delete from slots_ahead')
  await app.pool.query(`update groups set status = 'active', muted = false where id = $1`, [
    posting.groupIds[0],
  ])
  expect(await wanted()).toEqual([{ account_id: posting.accountId }])
})
