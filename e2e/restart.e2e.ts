import { setTimeout as pause } from 'node:timers/promises'
import { listDeliveries } from '@carillon/contract/deliveries'
import {
  createMessage,
  getMessage,
  listMessages,
  sendMessageNow,
  type Message,
} from '@carillon/contract/messages'
import { requestPasswordReset, resetPassword } from '@carillon/contract/identity'
import { updateMe } from '@carillon/contract/users'
import { PASSWORD, signInAs, type Person } from '../tools/client.ts'
import { admit, arrive, expect, test, toasts } from './fixtures.ts'
import { bringGroup, groupsOf } from './groups.ts'

// This product is stopped and its database killed, so no other story uses it; the page logs the lost server.
test.use({
  mayComplain:
    /The (live connection failed|profile could not be read|token could not be renewed)|WebSocket|^Failed to fetch notifications|^Live updates (go on|could not be loaded yet)/,
})

/** How long it may take to stop everything before the next minute begins, in milliseconds. */
const LEAD_MS = 8_000

test('234 after a stop and a start everything is as it was, and what fell due meanwhile goes out once', async ({
  page,
  product,
  sandbox,
}) => {
  test.setTimeout(180_000)
  const person = await admit(page)
  const group = await bringGroup(person, sandbox, 'Choir')
  const before = await sendNow(person, group.id, 'We sing at seven.')
  await sandbox.waitForLedger(1)
  await page.goto(`/dashboard/messages/edit/${before.id}`)
  await expect(page.getByText('1 of 1 sent')).toBeVisible()

  await page.goto('/dashboard/new-message')
  const text = page.getByLabel('Message', { exact: true })
  await text.fill('Bring the blue folders.')
  await page.getByRole('checkbox', { name: 'Choir' }).check()
  const slot = nextMinuteWithLead()
  const due = await schedule(person, group.id, slot, 'Doors open.')
  expect(await product.stopServer()).toBe(0)
  await product.stopSandbox()

  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByRole('main')).toContainText('The server cannot be reached')
  await expect(page.getByText('Reconnecting…')).toBeVisible()
  await expect(text).toHaveValue('Bring the blue folders.')

  // The test needs a slot that passes while the server is down.
  await pause(slot - Date.now())
  await product.startSandbox()
  await product.startServer()
  await expect(page.getByText('Reconnecting…')).toBeHidden()
  // The page asks again by itself for a minute; after that a person does.
  await expect(async () => {
    if (page.url().endsWith('/new-message')) {
      await page.getByRole('button', { name: 'Save draft' }).click({ timeout: 1_000 })
    }
    await expect(page).toHaveURL(/\/messages\/edit\//, { timeout: 2_000 })
  }).toPass()
  await expect(text).toHaveValue('Bring the blue folders.')

  await sandbox.waitForLedger(2)
  await page.goto('/dashboard/messages/scheduled?tab=past')
  const row = (words: string) => page.getByRole('listitem').filter({ hasText: words })
  await expect(row('We sing at seven.')).toContainText('Sent')
  await expect(row('Doors open.')).toContainText('Sent')
  expect(await statusOf(person, due)).toBe('sent')

  const after = await signInAs(product.url, person.email, PASSWORD)
  expect(await groupsOf(after)).toMatchObject([{ id: group.id, title: 'Choir', status: 'active' }])
  expect(await after.call(getMessage, { params: { id: before.id } })).toMatchObject({
    status: 'sent',
    occurrence: { total: 1, sent: 1 },
  })
  const told = await after.call(listDeliveries, { query: {} })
  expect(told.items.map(({ status, messageId }) => [status, messageId])).toEqual([
    ['sent', due.id],
    ['sent', before.id],
  ])
  expect((await sandbox.ledger()).map((entry) => entry.text)).toEqual([
    'We sing at seven.',
    'Doors open.',
  ])
  expect(await sandbox.judge()).toMatchObject({ duplicates: [], violations: { total: 0 } })
})

test('074, 197, 207, 208 a restart is told after a while, outlived, and what changed is fetched', async ({
  page,
  product,
}) => {
  test.setTimeout(150_000)
  const { email } = await arrive(page, '/dashboard/messages/scheduled?tab=drafts')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const logged = page.waitForEvent('console', (line) =>
    line.text().startsWith('The live connection failed'),
  )
  await product.stopServer()
  await logged
  await expect(page.getByText('Reconnecting…')).toBeVisible()
  await expect(toasts(page)).toHaveCount(0)

  await product.startServer()
  const person = await signInAs(product.url, email, PASSWORD)
  await person.call(createMessage, {
    body: {
      kind: 'scheduled',
      content: { text: 'Written elsewhere' },
      groupIds: [],
      status: 'draft',
    },
  })
  await expect(page.getByText('Reconnecting…')).toBeHidden({ timeout: 60_000 })
  await expect(page.getByText('Written elsewhere')).toBeVisible()
  await person.call(updateMe, { body: { displayName: 'Xenia' } })
  await expect(page.getByRole('button', { name: 'User menu' })).toHaveText('X')
})

test('a database that is killed under a form: it is saved once the database is back, and nothing is lost or done twice', async ({
  page,
  product,
}) => {
  const person = await admit(page)
  await page.goto('/dashboard/new-message')
  const text = page.getByLabel('Message', { exact: true })
  await text.fill('The market moves indoors.')
  await page.route(
    '**/api/messages',
    async (route) => {
      await product.killDatabase()
      // A statement that was running may finish a moment later, and might still save the form.
      // It is started again within a second.
      const readiness = async () => (await fetch(`${product.url}/readyz`)).status
      await expect.poll(readiness, { intervals: [50] }).toBe(503)
      await route.continue()
    },
    { times: 1 },
  )
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page).toHaveURL(/\/messages\/edit\//)
  await expect(text).toHaveValue('The market moves indoors.')
  expect(await textsOf(person)).toEqual(['The market moves indoors.'])
})

test('172 a token that ends in the middle of a form is renewed once, and the form is saved', async ({
  page,
}) => {
  const person = await admit(page)
  await page.goto('/dashboard/new-message')
  await page.getByLabel('Message', { exact: true }).fill('Gates open at nine.')
  const asked: string[] = []
  page.on('request', (request) => {
    if (/\/api\/(messages|auth\/token)$/.test(request.url())) {
      asked.push(`${request.method()} ${new URL(request.url()).pathname}`)
    }
  })
  await page.route(
    '**/api/messages',
    (route) => {
      const headers = { ...route.request().headers(), authorization: 'Bearer ended' }
      return route.continue({ headers })
    },
    { times: 1 },
  )
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page).toHaveURL(/\/messages\/edit\//)
  expect(asked).toEqual(['POST /api/messages', 'GET /api/auth/token', 'POST /api/messages'])
  expect(await textsOf(person)).toEqual(['Gates open at nine.'])
})

test('175, 215 a session that ended under a form is renewed above it, and the form is saved', async ({
  page,
  product,
  sandbox,
  request,
}) => {
  const { email } = await admit(page)
  await page.goto('/dashboard/new-message')
  await page.getByLabel('Message', { exact: true }).fill('Do not forget the *keys*.')

  // In another browser, since a code works only in the browser that requested it.
  const headers = { origin: product.url }
  await request.post(requestPasswordReset.path, { headers, data: { email } })
  const [otp = ''] = /\b\d{6}\b/.exec((await sandbox.waitForMail(email)).text) ?? []
  const password = 'battery horse correct'
  const set = await request.post(resetPassword.path, { headers, data: { email, otp, password } })
  expect(set.status()).toBe(200)

  const again = page.getByRole('dialog', { name: 'Sign in again to go on' })
  await expect(again.getByLabel('E-mail')).toHaveValue(email)
  await again.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await again.getByRole('button', { name: 'Sign in' }).click()
  await expect(again.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(
    'The e-mail address or the password is wrong.',
  )
  await again.getByLabel('Password', { exact: true }).fill(password)
  await again.getByRole('button', { name: 'Sign in' }).click()
  await expect(again).toBeHidden()

  const text = page.getByLabel('Message', { exact: true })
  await expect(text).toHaveValue('Do not forget the *keys*.')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page).toHaveURL(/\/messages\/edit\//)
  expect(await textsOf(await signInAs(product.url, email, password))).toEqual([
    'Do not forget the *keys*.',
  ])
})

const textsOf = async (person: Person) =>
  (await person.call(listMessages, { query: {} })).items.map(({ content }) => content.text)

const statusOf = async (person: Person, { id }: Message) =>
  (await person.call(getMessage, { params: { id } })).status

async function sendNow(person: Person, groupId: string, text: string): Promise<Message> {
  const { id } = await person.call(createMessage, {
    body: { kind: 'scheduled', content: { text }, groupIds: [groupId], status: 'draft' },
  })
  return person.call(sendMessageNow, { params: { id } })
}

function schedule(person: Person, groupId: string, slot: number, text: string) {
  const at = new Date(slot).toISOString().slice(0, 16)
  return person.call(createMessage, {
    body: {
      kind: 'scheduled',
      content: { text },
      groupIds: [groupId],
      schedule: { timeZone: 'UTC', rule: { kind: 'once', at } },
      status: 'active',
    },
  })
}

/** The first whole minute that leaves enough time to stop everything before it. */
const nextMinuteWithLead = () => Math.ceil((Date.now() + LEAD_MS) / 60_000) * 60_000
