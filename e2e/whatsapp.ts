import type { BrowserContext, Locator, Page } from '@playwright/test'
import type { SandboxClient } from '../sandbox/src/testing/client.ts'
import { expect } from './fixtures.ts'

/** Somebody with a number, in a group with somebody else; names and numbers that nobody else has. */
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

/** Holds a phone before what the page shows: it has nothing but the pixels. */
export async function scan(phone: Page, page: Page): Promise<void> {
  await expect(qrCode(page)).toBeVisible()
  const picture = await page.screenshot()
  await phone
    .getByLabel('Choose a picture')
    .setInputFiles({ name: 'screen.png', mimeType: 'image/png', buffer: picture })
  await expect(phone.getByRole('status')).toContainText('The code is right.')
}

export const qrCode = (page: Page): Locator =>
  page.getByRole('img', { name: 'QR code to scan with WhatsApp on your phone' })

/** A device in the list of a phone that has logged in. */
export const linkedDevice = (phone: Page): Locator =>
  phone.getByRole('listitem').filter({ hasText: 'Active now' })

/** The card of a number in the manager, which shows enough of it for its owner. */
export const cardOf = (page: Page, pn: string): Locator =>
  page.getByRole('region', { name: new RegExp(`^\\+${pn.slice(0, 4)}•••${pn.slice(-4)} `) })
