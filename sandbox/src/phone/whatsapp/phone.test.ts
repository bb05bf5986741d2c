import { hash } from 'node:crypto'
import { WA_CERT_DETAILS } from 'baileys'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { png, startSandbox, type Sandbox } from '../../testing.ts'
import { createTestClient } from '../../whatsapp/test-client.ts'
import { within } from '../../whatsapp/testing.ts'

let sandbox: Sandbox
let client: ReturnType<typeof createTestClient>
let you: string
const realRoot = WA_CERT_DETAILS.PUBLIC_KEY
// The client's Signal library prints whole sessions, private keys among them.
const quiet = (['log', 'info', 'warn', 'error'] as const).map((level) =>
  vi.spyOn(console, level).mockImplementation(() => {}),
)

beforeAll(async () => {
  sandbox = await startSandbox({ whatsapp: true })
  const { whatsappEndpoint: endpoint } = sandbox
  if (!endpoint) throw new Error('WhatsApp was not asked for.')
  WA_CERT_DETAILS.PUBLIC_KEY = Buffer.from(endpoint.rootKey, 'hex')
  you = await lidOf('You')
  client = createTestClient(endpoint, (text) => post(`/${you}/devices/scan`, { text }))
  await client.link()
})
afterAll(async () => {
  await client.end()
  await sandbox.stop()
  WA_CERT_DETAILS.PUBLIC_KEY = realRoot
  for (const spy of quiet) spy.mockRestore()
})

test('whoever came from Carillon is led back to where they were', async () => {
  const back = 'http://localhost:3000/dashboard/whatsapp-manager'
  const query = new URLSearchParams({ back }).toString()
  const led = await fetch(`${root()}?${query}`, { redirect: 'manual' })
  const cookie = led.headers.get('set-cookie')?.split(';')[0] ?? ''
  const phone = await fetch(new URL(led.headers.get('location') ?? '', root()), {
    headers: { cookie },
  })
  expect(await phone.text()).toContain(`href="${back}"`)
})

test('a new world has people and groups to post to', async () => {
  const { text } = await get(`/${you}`)
  for (const name of ['Harbour Choir', 'School Run 4B', 'Friends of the Library', 'Amara Obi'])
    expect(text).toContain(name)
  expect(text).not.toContain('Corner Bakery Orders')
  // The line of a group shows no marks.
  expect(text).toContain('Amara Obi: Is rehearsal at seven or half past')
})

test('what the client sends is shown on the phone of a member as WhatsApp shows it, and is never a program', async () => {
  const [group, amara] = [await groupNamed('Harbour Choir'), await lidOf('Amara Obi')]
  const said = `*Sunday* _run_ ~not~ \`a*b*\` <b>3</b> 2*3*4 @${amara}\n> bring\n- tea\nhttps://example.com/?a=1`
  await client.send(group.id, { text: said, mentions: [`${amara}@lid`] })
  const { text } = await get(`/${amara}/chats/${group.id}/thread`)
  expect(text).toContain('<strong>Sunday</strong> <em>run</em> <s>not</s> <code>a*b*</code>')
  expect(text).toContain('&#60;b&#62;3&#60;/b&#62; 2*3*4')
  expect(text).toContain('@Amara Obi</span>')
  expect(text).toContain('<blockquote>bring</blockquote>')
  expect(text).toContain('• tea')
  expect(text).toContain('href="https://example.com/?a=1"')
})

test('a photo is shown with its bytes, a document is offered to save, a poll has its options', async () => {
  const [group, jonas] = [await groupNamed('Harbour Choir'), await lidOf('Jonas Weber')]
  const image = png(8, 8)
  const id = client.newId()
  await client.send(group.id, { image, caption: 'Look', jpegThumbnail: '' }, id)
  const file = { document: Buffer.from('x'), fileName: 'Score.pdf', mimetype: 'application/pdf' }
  await client.send(group.id, file)
  await client.send(group.id, { poll: { name: 'Lunch?', values: ['Soup', 'Pie'] } })
  const thread = await get(`/${jonas}/chats/${group.id}/thread`)
  expect(thread.text).toContain('<strong>Score.pdf</strong>')
  expect(thread.text).toContain('<li>Soup</li>')
  const shown = await fetch(`${root()}/${jonas}/chats/${group.id}/files/${id}`)
  expect(shown.headers.get('content-type')).toBe('image/jpeg')
  const bytes = Buffer.from(await shown.arrayBuffer())
  expect(hash('sha256', bytes, 'hex')).toBe(hash('sha256', image, 'hex'))
})

test('an album is one bubble, and what is edited or deleted is shown so', async () => {
  const [group, jonas] = [await groupNamed('Allotment Neighbours'), await lidOf('Jonas Weber')]
  const [album, first] = [client.newId(), client.newId()]
  const key = { remoteJid: group.id, id: album, fromMe: true }
  await client.send(group.id, { album: { expectedImageCount: 2 } }, album)
  const photo = { image: png(4, 4), jpegThumbnail: '', albumParentKey: key }
  await client.send(group.id, { ...photo, caption: 'Beans' }, first)
  await client.send(group.id, photo)
  const path = `/${jonas}/chats/${group.id}/thread`
  expect((await get(path)).text).toContain('class="media count-2"')
  await client.send(group.id, { text: 'Beans!', edit: { ...key, id: first } })
  expect((await get(path)).text).toMatch(/Beans!.*edited/)
  await client.send(group.id, { delete: { ...key, id: first } })
  expect((await get(path)).text).toContain('This message was deleted')
})

test('a member whose phone lost its keys reads a message once it has come again', async () => {
  const [group, lina] = [await groupNamed('School Run 4B'), await lidOf('Lina Haddad')]
  await client.send(group.id, { text: 'Before' })
  await sandbox.whatsapp.forgetKeys(lina)
  await client.send(group.id, { text: 'Sealed' })
  const path = `/${lina}/chats/${group.id}/thread`
  await expect.poll(async () => (await get(path)).text, within).toContain('Sealed')
})

test('members speak, the linked client reads it, and hears who looked at what it sent', async () => {
  const [group, jonas] = [await groupNamed('Allotment Neighbours'), await lidOf('Jonas Weber')]
  const read = Promise.withResolvers<string | undefined>()
  const socket = await client.resume()
  socket.ev.on('messages.upsert', ({ messages }) => {
    const text = messages[0]?.message?.conversation
    if (text) read.resolve(text)
  })
  const looked = Promise.withResolvers<void>()
  socket.ws.on('CB:receipt', ({ attrs }: { attrs: Record<string, string> }) => {
    if (attrs['type'] === 'read') looked.resolve()
  })
  await client.send(group.id, { text: 'Who has seeds?' })
  const answer = await post(`/${jonas}/chats/${group.id}/say`, { text: 'Me, *plenty*' })
  expect(answer.text).toContain('Me, <strong>plenty</strong>')
  expect(await read.promise).toBe('Me, *plenty*')
  await looked.promise
  expect((await sandbox.ledger({ chat: group.id })).map(({ text }) => text)).not.toContain(
    'Me, *plenty*',
  )
})

test('only admins change a group; closed to members it takes no word from them', async () => {
  const group = await groupNamed('Harbour Choir')
  const [amara, priya] = [await lidOf('Amara Obi'), await lidOf('Priya Nair')]
  const act = (lid: string, fields: Record<string, string>) =>
    post(`/${lid}/chats/${group.id}/act`, fields)
  expect((await act(amara, { act: 'announce' })).text).toContain('Only an admin can do that.')
  await act(you, { act: 'promote', who: amara })
  expect((await act(amara, { act: 'announce' })).text).toContain('only admins can send messages')
  const refused = await post(`/${priya}/chats/${group.id}/say`, { text: 'Hello' })
  expect(refused.text).toContain('Only admins can send messages.')
  await act(amara, { act: 'open' })
  const left = await act(priya, { act: 'leave' })
  expect(left.text).not.toContain('Harbour Choir')
  expect((await get(`/${amara}/chats/${group.id}/thread`)).text).toContain('Priya Nair left')
})

test('devices are listed and logged out; a number in trouble is refused and linked no more', async () => {
  const socket = await client.resume()
  expect((await get(`/${you}/devices`)).text).toMatch(/Google Chrome.*Active now/)
  const offline = client.ended(socket)
  await post(`/${you}/trouble`, { trouble: 'restricted' })
  await offline
  const refused = await client.ended(client.connect())
  expect(refused).toMatchObject({ code: 402, data: { code: '104', expire: expect.any(String) } })
  await post(`/${you}/trouble`, { trouble: 'banned' })
  expect(await client.ended(client.connect())).toMatchObject({ code: 406 })
  await post(`/${you}/trouble`, { trouble: 'none' })
  const again = await client.open()
  const gone = client.ended(again)
  const [device] = (await sandbox.whatsapp.world()).people[0]?.devices ?? []
  const answer = await post(`/${you}/devices/unlink`, { device: String(device) })
  expect(answer.text).toContain('No device is linked to this phone.')
  expect(await gone).toMatchObject({ code: 401 })
})

test('the judge knows of nothing that was asked and not answered', async () => {
  expect(await sandbox.judge()).toMatchObject({ whatsappViolations: [], duplicates: [] })
})

const root = () => `${sandbox.http}/sandbox/whatsapp`

async function groupNamed(subject: string) {
  const group = (await sandbox.whatsapp.world()).groups.find((one) => one.subject === subject)
  if (!group) throw new Error(`no group ${subject}`)
  return group
}

async function lidOf(name: string): Promise<string> {
  const person = (await sandbox.whatsapp.world()).people.find((one) => one.name === name)
  if (!person) throw new Error(`nobody ${name}`)
  return person.lid
}

const tidy = (text: string) => text.replace(/\s+/g, ' ')

async function get(path: string) {
  const response = await fetch(root() + path)
  return { status: response.status, text: tidy(await response.text()) }
}

async function post(path: string, fields: Record<string, string>) {
  const body = new URLSearchParams(fields)
  const response = await fetch(root() + path, { method: 'POST', body })
  return { status: response.status, text: tidy(await response.text()) }
}
