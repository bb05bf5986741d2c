import { createConnection, getConnection, listChats } from '@carillon/contract/connections'
import { createGroup, type Group } from '@carillon/contract/groups'
import type { BrowserContext, Locator, Page } from '@playwright/test'
import type { SandboxClient } from '../sandbox/src/testing/client.ts'
import type { Person } from '../tools/client.ts'
import { expect } from './fixtures.ts'

/** A person with a number in a group with another person; names and numbers are unique. */
export async function newNumber(sandbox: SandboxClient, name: string) {
  const { people } = await sandbox.whatsapp.world()
  const numberOf = (more: number) => `1202555${String(people.length + more).padStart(4, '0')}`
  const owner = await sandbox.whatsapp.addPerson({ pn: numberOf(1), name })
  const member = await sandbox.whatsapp.addPerson({ pn: numberOf(2), name: `Friend of ${name}` })
  const group = await sandbox.whatsapp.addGroup({
    subject: `Group of ${name}`,
    members: [owner.lid, member.lid],
  })
  return { owner, member, group }
}

/** A WhatsApp group of a user whose number is linked by the API. */
export async function linkedGroup(
  person: Person,
  sandbox: SandboxClient,
  name: string,
): Promise<Group> {
  const { owner, group } = await newNumber(sandbox, name)
  const { id } = await person.call(createConnection, {
    body: { channel: 'whatsapp', method: 'qr', consent: true },
  })
  const params = { id }
  const read = () => person.call(getConnection, { params })
  await expect.poll(async () => (await read()).pairing?.step).toBe('scan')
  const { pairing } = await read()
  await sandbox.whatsapp.scan(owner.lid, pairing?.step === 'scan' ? pairing.qr : '')
  // A busy machine may need more than one attempt to connect.
  await expect.poll(async () => (await read()).status, { timeout: 60_000 }).toBe('connected')
  const chats = () => person.call(listChats, { params })
  await expect.poll(async () => (await chats()).items.length).toBe(1)
  return person.call(createGroup, { body: { connectionId: id, externalId: group.id } })
}

/** Opens the phone of somebody, at its linked devices or at one of its groups. */
export async function openPhone(
  context: BrowserContext,
  { http }: { http: string },
  lid: string,
  at: 'devices' | `chats/${string}`,
): Promise<Page> {
  const phone = await context.newPage()
  await phone.goto(`${http}/sandbox/whatsapp/${lid}/${at}`)
  return phone
}

/** Scans the code on the page with a phone, which has only the pixels. */
export async function scan(phone: Page, page: Page): Promise<void> {
  await expect(qrCode(page)).toBeVisible()
  // A code that has just appeared may not be readable at once, so the scan is repeated.
  await expect(async () => {
    const picture = await page.screenshot()
    await phone
      .getByLabel('Choose a picture')
      .setInputFiles({ name: 'screen.png', mimeType: 'image/png', buffer: picture })
    await expect(phone.getByRole('status')).toContainText('The code is right.', { timeout: 3_000 })
  }).toPass({ timeout: 30_000 })
}

export const qrCode = (page: Page): Locator =>
  page.getByRole('img', { name: 'QR code to scan with WhatsApp on your phone' })

/** A linked device in the list of the phone. */
export const linkedDevice = (phone: Page): Locator =>
  phone.getByRole('listitem').filter({ hasText: 'Active now' })

/** The card of a number in the manager, which shows enough of it for its owner. */
export const cardOf = (page: Page, pn: string): Locator =>
  page.getByRole('region', { name: new RegExp(`^\\+${pn.slice(0, 4)}•••${pn.slice(-4)} `) })
