import { deleteSent, editSent, getSent } from '@carillon/contract/deliveries'
import { createMessage, getMessage, sendMessageNow } from '@carillon/contract/messages'
import { png } from '../sandbox/src/testing/png.ts'
import { uploadFile } from '../tools/uploads.ts'
import { arrive, expect, test, toasts } from './fixtures.ts'
import { enter } from './groups.ts'
import { lose } from './lose.ts'
import {
  cardOf,
  linkedDevice,
  linkedGroup,
  newNumber,
  openPhone,
  qrCode,
  scan,
} from './whatsapp.ts'

const MANAGER = '/dashboard/whatsapp-manager'

test('033, 204, 221 a number is linked from the pixels of the page, and what is sent is read on the phone of a member', async ({
  page,
  context,
  product,
  sandbox,
}) => {
  const { owner, member, group } = await newNumber(sandbox, 'Nora Berg')
  for (let n = 1; n <= 42; n++) {
    const subject = `Parish ${String(n).padStart(2, '0')}`
    const members = [member.lid, owner.lid]
    await sandbox.whatsapp.addGroup({ subject, members, announce: n === 42 })
  }
  await arrive(page, MANAGER)
  await page.getByRole('button', { name: 'Show the QR code' }).click()
  await expect(page.getByText('Tick the box to go on.')).toBeVisible()
  await page.getByRole('checkbox', { name: /may restrict or ban this number/ }).check()
  await page.getByRole('button', { name: 'Show the QR code' }).click()
  await expect(page.getByRole('timer')).toContainText('New code in')
  // The text of the code is a secret: it appears only in the picture.
  expect(await page.locator('main').innerHTML()).not.toContain('wa.me')

  const phone = await openPhone(context, { http: product.sandboxUrl }, owner.lid, 'devices')
  await scan(phone, page)
  await expect(linkedDevice(phone)).toHaveCount(1)
  const card = cardOf(page, owner.pn)
  await expect(card).toContainText('Connected')
  await expect(qrCode(page)).toHaveCount(0)

  // Many groups are searched, and chosen together; those in which the number may not post say why.
  await expect(card.getByRole('button', { name: 'Show 3 more' })).toBeVisible()
  const search = card.getByLabel('Search the available groups')
  await search.fill('parish 42')
  await expect(card.getByRole('checkbox', { name: /only admins/i })).toBeDisabled()
  await search.fill('parish 0')
  await card.getByLabel('Select all 13 found').check()
  await search.fill('nora')
  await card.getByRole('checkbox', { name: /Group of Nora Berg/ }).check()
  await card.getByRole('button', { name: 'Add 14 groups' }).click()
  await expect(card.getByRole('region', { name: /^Your groups/ })).toContainText('Parish 09')
  await expect(card.getByRole('region', { name: /^Your groups/ })).toContainText('Can post')

  const read = await openPhone(
    context,
    { http: product.sandboxUrl },
    member.lid,
    `chats/${group.id}`,
  )
  await page.goto('/dashboard/new-message')
  await page.getByLabel('Message', { exact: true }).fill('We meet at *nine*.')
  await page.getByRole('checkbox', { name: 'Group of Nora Berg' }).check()
  await page.getByText('Now', { exact: true }).click()
  await page.getByRole('button', { name: 'Send now' }).click()
  await expect(page.getByText('1 of 1 sent')).toBeVisible()
  const bubble = read.getByRole('article').filter({ hasText: 'We meet at nine.' })
  await expect(bubble.getByRole('strong')).toHaveText('nine')
  await expect(page.getByRole('region', { name: 'Deliveries' })).toContainText(
    'Delivered 1 · read 1 of 1',
  )
  expect(await sandbox.judge()).toMatchObject({ duplicates: [], whatsappViolations: [] })
})

test('221, 230 on a phone the code comes first, and links the number that it is typed on', async ({
  page,
  context,
  product,
  sandbox,
}) => {
  const { owner, member, group } = await newNumber(sandbox, 'Ola Lund')
  await page.setViewportSize({ width: 390, height: 844 })
  await arrive(page, MANAGER)
  await page.getByRole('checkbox', { name: /may restrict or ban this number/ }).check()
  await page.getByLabel('Phone number').fill('12')
  await page.getByRole('button', { name: 'Get a code' }).click()
  await expect(page.getByText('Enter the number with its country code')).toBeVisible()
  await page.getByLabel('Phone number').fill(`+${owner.pn}`)
  await page.getByRole('button', { name: 'Get a code' }).click()
  const code = page.getByLabel('Code to type in WhatsApp')
  await expect(code).toHaveText(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/)

  const phone = await openPhone(context, { http: product.sandboxUrl }, owner.lid, 'devices')
  await phone
    .getByLabel('The 8 characters that Carillon shows')
    .fill((await code.innerText()).toLowerCase())
  await phone.getByRole('button', { name: 'Link', exact: true }).click()
  await expect(linkedDevice(phone)).toHaveCount(1)
  const card = cardOf(page, owner.pn)
  await expect(card).toContainText('Connected')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await page.getByText('Link another number').click()
  await expect(page.getByRole('button', { name: 'Get a code' })).toBeVisible()

  await card.getByRole('checkbox', { name: /Group of Ola Lund/ }).check()
  await card.getByRole('button', { name: 'Add 1 group' }).click()
  await card.getByRole('link', { name: 'Write the first message to Group of Ola Lund' }).click()
  await page.getByLabel('Message', { exact: true }).fill('We sing at seven.')
  await page.getByRole('button', { name: 'Send now' }).click()
  await expect(page.getByText('1 of 1 sent')).toBeVisible()
  const read = await openPhone(
    context,
    { http: product.sandboxUrl },
    member.lid,
    `chats/${group.id}`,
  )
  await expect(read.getByRole('article').filter({ hasText: 'We sing at seven.' })).toBeVisible()
})

test('204, 221 a number that was logged out on its phone says so at once, and keeps its groups when it is linked again; a banned one is told and let go', async ({
  page,
  context,
  product,
  sandbox,
}) => {
  const { owner } = await newNumber(sandbox, 'Pia Vik')
  await arrive(page, MANAGER)
  await page.getByRole('checkbox', { name: /may restrict or ban this number/ }).check()
  await page.getByRole('button', { name: 'Show the QR code' }).click()
  const phone = await openPhone(context, { http: product.sandboxUrl }, owner.lid, 'devices')
  await scan(phone, page)
  const card = cardOf(page, owner.pn)
  await card.getByRole('checkbox', { name: /Group of Pia Vik/ }).check()
  await card.getByRole('button', { name: 'Add 1 group' }).click()
  await expect(card.getByRole('region', { name: /^Your groups/ })).toContainText('Can post')

  const health = card.getByRole('region', { name: 'Health' })
  await expect(health).toContainText('0 of 20 messages')
  await expect(health).toContainText('Day 1 of 21')

  // A restriction that WhatsApp lifts before its time ends as soon as somebody asks.
  await sandbox.whatsapp.faults({ on: 'login', reason: 402, attrs: { expire: '7200' } })
  await sandbox.whatsapp.end(owner.lid, 'restart')
  await expect(card).toContainText('Restricted until')
  await card.getByRole('button', { name: 'Actions for Group of Pia Vik' }).click()
  await expect(page.getByRole('menuitem', { name: 'Send a test message' })).toHaveCount(0)
  await page.getByRole('menuitem', { name: 'Refresh status' }).click()
  await expect(page.getByText('Group of Pia Vik: Waits: restricted', { exact: true })).toBeVisible()
  await expect(card).toContainText('Connected')

  // Who is writing learns that the connection is down, and that it is back.
  await page.goto('/dashboard/new-message')
  await page.getByLabel('Message', { exact: true }).fill('We meet at ten.')
  await page.getByText('Now', { exact: true }).click()
  const summary = page.getByRole('region', { name: 'Before it is sent' })
  await expect(summary).toContainText('Nothing stands in the way.')
  await phone.getByLabel('Offline').check()
  await phone.getByRole('button', { name: 'Apply' }).click()
  await expect(summary).toContainText('The connection is down')
  await expect(summary).toContainText('the group has it after')
  await phone.getByLabel('Everything works').check()
  await phone.getByRole('button', { name: 'Apply' }).click()
  await expect(summary).toContainText('Nothing stands in the way.')
  await page.goto(MANAGER)

  await phone.getByRole('button', { name: 'Log out' }).click()
  await expect(card).toContainText('Needs you')
  await expect(card).toContainText('This device was unlinked')
  await expect(card.getByRole('region', { name: 'Link again' })).toBeVisible()
  await expect(health).toHaveCount(0)
  const groups = card.getByRole('region', { name: /^Your groups/ })
  await expect(groups).toContainText('Gets nothing: number not linked')
  await expect(card.getByRole('link', { name: /^Write the first message/ })).toHaveCount(0)

  // What is sent meanwhile fails, and a retry is offered only where it can succeed.
  await page.goto('/dashboard/new-message')
  await expect(page.getByLabel('Message', { exact: true })).toHaveValue('We meet at ten.')
  await page.getByRole('button', { name: 'Send now' }).click()
  const copies = page.getByRole('region', { name: 'Deliveries' })
  await expect(copies.getByRole('link', { name: 'Link the number again' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Retry failed' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Link the number again' }).first().click()

  // The code is higher than the form: it is scrolled into view, even if the button was at the edge of the window.
  await page.setViewportSize({ width: 1280, height: 560 })
  const show = card.getByRole('button', { name: 'Show the QR code' })
  await show.evaluate((button) => scrollBy(0, button.getBoundingClientRect().bottom - innerHeight))
  await show.click()
  await expect(qrCode(page)).toBeInViewport({ ratio: 1 })
  await expect(groups).toContainText('Gets nothing: number not linked')
  await scan(phone, page)
  await expect(card).toContainText('Connected')
  await expect(groups).toContainText('Can post')
  await expect(health).toContainText('1 copy of a message failed')
  await page.getByRole('button', { name: /^Notifications/ }).click()
  const back = page.getByRole('link', { name: /0\d+ is connected again/ })
  await expect(back).toContainText(
    '1 copy of a message failed. What did not go out can be sent again.',
  )
  await back.click()
  const main = page.getByRole('main')
  await main.getByRole('button', { name: 'Retry failed' }).click()
  await expect(page.getByText('1 of 1 sent')).toBeVisible()
  await page.goto(MANAGER)
  await expect(health).toContainText('1 of 20 messages')

  await phone.getByLabel('Banned').check()
  await phone.getByRole('button', { name: 'Apply' }).click()
  await expect(card).toContainText('Banned')
  await expect(card).toContainText('Link again, once WhatsApp has lifted the ban')
  await expect(health).toHaveCount(0)

  await card
    .getByRole('button', { name: /^Actions for/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'Disconnect…' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('what is scheduled only for them will not be sent')
  // The answer is lost.
  await lose(page, '**/api/connections/*', { times: 1 })
  await dialog.getByRole('button', { name: 'Disconnect' }).click()
  await expect(toasts(page)).toContainText('is disconnected')
  await expect(card).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Link a WhatsApp number' })).toBeVisible()
})

test('the page of a sent message shows on each network what the named group has, after an edit and a deletion', async ({
  page,
  product,
  sandbox,
}) => {
  const { person, group } = await enter(page, sandbox, 'Harbour Choir')
  const onWhatsapp = await linkedGroup(person, sandbox, 'Mia Lund')
  const mediaId = await uploadFile(product.url, person, { name: 'mill.png', bytes: png(30, 20) })
  const media = [{ mediaId }]
  const { id } = await person.call(createMessage, {
    body: {
      kind: 'scheduled',
      content: { kind: 'media', text: 'At six', media },
      groupIds: [group.id, onWhatsapp.id],
      status: 'draft',
    },
  })
  await person.call(sendMessageNow, { params: { id } })
  const read = async () => (await person.call(getMessage, { params: { id } })).occurrence
  await expect.poll(async () => (await read())?.status).toBe('done')
  const params = { id: (await read())!.id }
  const [one] = (await person.call(getSent, { params })).contents
  const content = { kind: 'media' as const, text: 'At seven', media }
  await person.call(editSent, { params, body: { content, contentId: one!.contentId } })

  await page.goto(`/dashboard/messages/edit/${id}`)
  const onTelegram = page.getByRole('region', { name: 'What members see in Telegram' })
  await expect(onTelegram).toContainText('Harbour Choir')
  await expect(onTelegram).toContainText(/At seven.*Edited \d/s)
  await page.getByText('WhatsApp', { exact: true }).click()
  const other = page.getByRole('region', { name: 'What members see in WhatsApp' })
  await expect(other).toContainText('Group of Mia Lund')
  await expect(other).toContainText('At six')
  await expect(other).not.toContainText(/At seven|Edited/)

  await person.call(deleteSent, { params })
  await expect(other).toContainText(/At six.*Deleted \d/s)
  await expect(other).not.toContainText('At seven')
})
