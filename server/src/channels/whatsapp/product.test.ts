import type { Connection } from '@carillon/contract/connections'
import { expect, onTestFinished, test } from 'vitest'
import { seconds } from '../../platform/clock.ts'
import { connectionThat } from '../../../test/pairing.ts'
import { openTelegramApp } from '../../../test/telegram.ts'

const WISH = { channel: 'whatsapp', method: 'qr', consent: true }

test('204, 221 a number is linked by a code to scan, and its groups are there to choose', async () => {
  const { app, ida, phones, you, group } = await opened()
  const config = await ida('GET', '/api/config')
  expect(config.data).toMatchObject({
    channels: expect.arrayContaining([{ channel: 'whatsapp', available: true }]),
    sandbox: { services: expect.arrayContaining(['whatsapp']) },
  })

  const begun = await ida('POST', '/api/connections', WISH)
  expect(begun).toMatchObject({ status: 201, data: { status: 'pairing', guarantee: 'once' } })
  const { id } = begun.data
  const shown = await app.until(() => connectionThat(ida, id, hasQr))
  await phones.scan(you.lid, qrOf(shown))
  const linked = await app.until(() => connectionThat(ida, id, isConnected))
  expect(linked).toMatchObject({ identity: '+1555•••0001', shared: false })

  const chats = await app.until(async () => {
    const { data } = await ida('GET', `/api/connections/${id}/chats`)
    return data.items.length > 0 && data.items
  })
  expect(chats).toMatchObject([{ title: 'Choir', kind: 'group', canPost: true, memberCount: 2 }])
  const chosen = await ida('POST', '/api/groups', { connectionId: id, externalId: group.id })
  expect(chosen).toMatchObject({ status: 201, data: { title: 'Choir', status: 'active' } })

  await phones.changeGroup(group.id, { by: you.lid, change: { kind: 'rename', subject: 'Band' } })
  await app.until(async () => {
    const { data } = await ida('GET', '/api/groups')
    return data.items[0]?.title === 'Band'
  })
})

test('a number is linked by a code that is typed on the phone; unlinked there, it says so and can be linked again', async () => {
  const { app, ida, phones, you } = await opened()
  const wish = { ...WISH, method: 'code', phone: `+${you.pn}` }
  const { id } = (await ida('POST', '/api/connections', wish)).data
  const typed = await app.until(() =>
    connectionThat(ida, id, ({ pairing }) => pairing?.step === 'type_there'),
  )
  const code = typed.pairing?.step === 'type_there' ? typed.pairing.code : ''
  await phones.typeCode(you.lid, code)
  await app.until(() => connectionThat(ida, id, isConnected))

  for (const device of await devicesOf(phones, you.lid)) await phones.unlink(you.lid, device)
  const lost = await app.until(() => connectionThat(ida, id, (it) => it.status === 'needs_pairing'))
  expect(lost).toMatchObject({
    reason: expect.stringMatching(/^This device was unlinked: .* Link it again\.$/),
    attention: { code: 'needs_pairing', action: { label: 'Link it again' } },
  })
  expect(await rowsOf(app)).toEqual({ sessions: 0, keys: 0 })

  await ida('POST', `/api/connections/${id}/pairing`, { refresh: true, method: 'qr' })
  await phones.scan(you.lid, qrOf(await app.until(() => connectionThat(ida, id, hasQr))))
  await app.until(() => connectionThat(ida, id, isConnected))
})

test('221 a code that nobody scans is renewed until its time is over; then it says so, and a new one links', async () => {
  const { app, ida, phones, you } = await opened({ scanMs: 500 })
  const { id } = (await ida('POST', '/api/connections', WISH)).data
  const first = qrOf(await app.until(() => connectionThat(ida, id, hasQr)))
  await app.until(() => connectionThat(ida, id, (it) => hasQr(it) && qrOf(it) !== first))
  const over = await app.until(() =>
    connectionThat(ida, id, ({ status }) => status === 'needs_pairing'),
  )
  expect(over.pairing).toBeUndefined()
  expect(over.attention?.text).toBe('Nobody used the code in time. Get a new one.')

  await ida('POST', `/api/connections/${id}/pairing`, { refresh: true, method: 'qr' })
  await phones.scan(you.lid, qrOf(await app.until(() => connectionThat(ida, id, hasQr))))
  await app.until(() => connectionThat(ida, id, isConnected))
})

test('whoever disconnects leaves nothing: neither keys here nor a device on the phone', async () => {
  const { app, ida, phones, you } = await opened()
  const { id } = (await ida('POST', '/api/connections', WISH)).data
  await phones.scan(you.lid, qrOf(await app.until(() => connectionThat(ida, id, hasQr))))
  await app.until(() => connectionThat(ida, id, isConnected))
  expect(await devicesOf(phones, you.lid)).toHaveLength(1)
  expect((await rowsOf(app)).sessions).toBe(1)

  await ida('DELETE', `/api/connections/${id}`)
  expect(await rowsOf(app)).toEqual({ sessions: 0, keys: 0 })
  await expect.poll(() => devicesOf(phones, you.lid)).toEqual([])
})

test('a device that another program connects as is tried once more; then it says so, and can be linked again', async () => {
  const { app, ida, phones, you } = await opened()
  const { id } = (await ida('POST', '/api/connections', WISH)).data
  await phones.scan(you.lid, qrOf(await app.until(() => connectionThat(ida, id, hasQr))))
  await app.until(() => connectionThat(ida, id, isConnected))

  await phones.end(you.lid, 'replaced')
  const away = await app.until(() =>
    connectionThat(ida, id, ({ status }) => status === 'reconnecting'),
  )
  expect(away.reason).toBe('Another program is connected as this linked device.')
  app.clock.advance(seconds(30))
  await app.until(() => connectionThat(ida, id, isConnected))

  await phones.end(you.lid, 'replaced')
  const lost = await app.until(() =>
    connectionThat(ida, id, ({ status }) => status === 'needs_pairing'),
  )
  expect(lost).toMatchObject({
    reason: expect.stringMatching(/^Another program goes on connecting .* Link it again here/),
    attention: { code: 'needs_pairing', action: { label: 'Link it again' } },
  })
  await ida('POST', `/api/connections/${id}/pairing`, { refresh: true, method: 'qr' })
  await phones.scan(you.lid, qrOf(await app.until(() => connectionThat(ida, id, hasQr))))
  await app.until(() => connectionThat(ida, id, isConnected))
  expect((await rowsOf(app)).sessions).toBe(1)
})

async function opened(more: { scanMs?: number } = {}) {
  const app = await openTelegramApp({
    ...more,
    sandbox: { whatsapp: true },
    sharedBot: false,
  })
  onTestFinished(() => app.close())
  await app.openSessions()
  const ida = app.as(await app.person({ tier: 'pro' }))
  const phones = app.sandbox.whatsapp
  const you = await phones.addPerson({ pn: '15550000001', name: 'Ida' })
  const eve = await phones.addPerson({ pn: '15550000002', name: 'Eve' })
  const group = await phones.addGroup({ subject: 'Choir', members: [you.lid, eve.lid] })
  return { app, ida: ida, phones, you, eve, group }
}

const isConnected = ({ status }: Connection) => status === 'connected'
const hasQr = ({ pairing }: Connection) => pairing?.step === 'scan'

function qrOf({ pairing }: Connection): string {
  return pairing?.step === 'scan' ? pairing.qr : ''
}

type App = Awaited<ReturnType<typeof openTelegramApp>>

const devicesOf = async (phones: App['sandbox']['whatsapp'], lid: string) =>
  (await phones.world()).people.find((person) => person.lid === lid)?.devices ?? []

async function rowsOf({ pool }: App) {
  const { rows } = await pool.query<{ sessions: number; keys: number }>(
    'select (select count(*) from whatsapp_sessions)::int as sessions, (select count(*) from whatsapp_keys)::int as keys',
  )
  return rows[0]!
}
