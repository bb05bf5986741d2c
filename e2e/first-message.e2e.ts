import type { BrowserContext, Page } from '@playwright/test'
import { expect, signUp, test, ZONE } from './fixtures.ts'

/** The most time for filling in a form, in milliseconds, so that the chosen minute does not pass. */
const LEAD_MS = 10_000

// Times are whole minutes, so the wait is up to a minute plus this time.
test.setTimeout(150_000)
const UNTIL_SENT = { timeout: 90_000 }

test('203, 204, 215, 220, 222 a newcomer brings the bot into a group, and sends there on time and at once', async ({
  page,
  context,
  sandbox,
}) => {
  // Other stories may have sent from this product before.
  const since = (await sandbox.ledger()).at(-1)?.seq ?? 0
  await signUp(page)
  const loads: string[] = []
  page.on('load', () => loads.push(page.url()))

  await openFromSidebar(page, 'Telegram Manager')
  await page.getByRole('button', { name: /^Connect @/ }).click()
  // The focus is on the next thing to do.
  await expect(page.getByRole('link', { name: /^Add @.* to a group/ })).toBeFocused()
  const phone = await addBotTo('Riverside Runners', page, context)
  const groups = page.getByRole('region', { name: /^Your groups of @/ })
  await expect(groups.getByRole('listitem')).toContainText('Riverside Runners')
  await expect(groups.getByRole('listitem')).toContainText('Can post')
  await expect(groups.getByRole('link', { name: /^Write the first message/ })).toBeFocused()

  await openFromSidebar(page, 'Scheduled Messages')
  await page.getByRole('link', { name: 'New message' }).first().click()
  await page.getByLabel('Message', { exact: true }).fill('A first *look*.')
  await sendTestToOneself('A first look.', page, context)
  await page.getByLabel('Message', { exact: true }).fill('We start at *nine*, at the old bridge.')
  const preview = page.getByRole('region', { name: 'What members see in Telegram' })
  await expect(preview.getByRole('strong')).toHaveText('nine')
  // A bubble is as wide as its text: this has one line.
  const sentence = preview.getByText('We start at')
  expect((await sentence.boundingBox())?.height).toBeLessThan(30)
  await page.getByRole('checkbox', { name: 'Riverside Runners' }).check()
  const slot = nextMinuteWithLead()
  await page.getByLabel('Day').fill(slot.date)
  await page.getByLabel('Time', { exact: true }).fill(slot.time)
  await page.getByRole('button', { name: 'Schedule' }).click()

  const message = page.getByRole('listitem').filter({ hasText: 'We start at nine' })
  await expect(page).toHaveURL(/\/messages\/scheduled$/)
  await expect(message).toContainText('Scheduled')
  await page.getByRole('link', { name: /^Past/ }).click()
  await expect(page.getByText('Nothing has been sent yet')).toBeVisible()
  await expect(message.getByText('Sent', { exact: true })).toBeVisible(UNTIL_SENT)

  // Other stories may send from this product at the same minute, to other groups.
  const sent = async () =>
    (await sandbox.ledger({ since })).filter(({ text }) => /We start at|The bridge is/.test(text))
  const [accepted] = await sent()
  expect(accepted?.at).toBeGreaterThanOrEqual(slot.at)
  expect(accepted?.at).toBeLessThan(slot.at + 5_000)
  const bubble = phone.getByRole('article').filter({ hasText: 'We start at nine' })
  await expect(bubble.getByRole('strong')).toHaveText('nine')

  await page.getByRole('link', { name: 'New message' }).first().click()
  await page.getByLabel('Message', { exact: true }).fill('The bridge is closed: meet at the mill.')
  await page.getByRole('checkbox', { name: 'Riverside Runners' }).check()
  await page.getByText('Now', { exact: true }).click()
  await page.getByRole('button', { name: 'Send now' }).click()
  await expect(page.getByText('1 of 1 sent')).toBeVisible()
  const deliveries = page.getByRole('region', { name: 'Deliveries' })
  await expect(deliveries.getByRole('listitem')).toContainText(/Riverside Runners.*Sent/)
  // In the sandbox that is its phone.
  await expect(deliveries.getByRole('link', { name: 'Open in Telegram' })).toHaveAttribute(
    'href',
    /\/sandbox\/phone\/chats\/-\d+\?back=[^#]+#m\d+$/,
  )
  await expect(phone.getByRole('article').last()).toContainText('meet at the mill.')

  expect(await sandbox.judge({ since })).toMatchObject({ duplicates: [], violations: { total: 0 } })
  expect(await sent()).toHaveLength(2)
  expect(loads).toEqual([])
})

const openFromSidebar = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name }).click()

/** Opens the private chat with the bot from the dialog, presses Start there, then sends the test message to it. */
async function sendTestToOneself(text: string, page: Page, context: BrowserContext) {
  const isLink = '**/api/connections/*/own-chat'
  const error = { code: 'conflict', message: 'Telegram is not connected.' }
  await page.route(isLink, (route) => route.fulfill({ status: 409, json: { error } }))
  await page.getByRole('button', { name: 'Send a test…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Send a test' })
  await expect(dialog.getByRole('alert')).toHaveText('Telegram is not connected.')
  await page.unroute(isLink)
  await dialog.getByRole('button', { name: 'Try again' }).click()
  const opened = context.waitForEvent('page')
  await dialog.getByRole('link', { name: /^Open @/ }).click()
  const phone = await opened
  await phone.getByRole('button', { name: 'Start', exact: true }).click()
  await expect(phone.getByText('Private chat with a bot')).toBeVisible()
  await dialog.getByRole('button', { name: 'Send to me in Telegram' }).click()
  await expect(phone.getByRole('article').filter({ hasText: text })).toBeVisible()
  await expect(page.getByText('Sent. It is there now.', { exact: true })).toBeVisible()
  // The toast goes; the dialog still says it.
  await expect(dialog.getByRole('listitem').first()).toContainText('Sent. It is there now.')
  await phone.close()

  // Another chat can replace it; until somebody presses Start there, the first one stays.
  await dialog.getByRole('button', { name: 'Use another chat…' }).click()
  await expect(dialog).toContainText('Tests go to whoever presses Start there next')
  await expect(dialog.getByRole('link', { name: /^Open @/ })).toBeVisible()
  await dialog.getByRole('button', { name: 'Keep this chat' }).click()
  await expect(dialog.getByRole('button', { name: 'Send to me in Telegram' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).click()
}

/** Follows the link on the page to the phone, and chooses the group there. Returns the phone. */
async function addBotTo(group: string, page: Page, context: BrowserContext) {
  const opened = context.waitForEvent('page')
  await page.getByRole('link', { name: /^Add @\w+ to a group/ }).click()
  const phone = await opened
  await phone.getByRole('button', { name: group }).click()
  await expect(phone.getByRole('status')).toContainText(`is in ${group} now.`)
  await expect(phone.getByRole('link', { name: 'Back to Carillon' })).toHaveAttribute(
    'href',
    /\/dashboard\/telegram-manager$/,
  )
  await phone
    .getByRole('complementary', { name: 'Chats' })
    .getByRole('link', { name: group })
    .click()
  await expect(phone.getByRole('heading', { name: group })).toBeVisible()
  return phone
}

/** The first whole minute that cannot pass while the form is filled in, in the format of its fields. */
function nextMinuteWithLead() {
  const at = Math.ceil((Date.now() + LEAD_MS) / 60_000) * 60_000
  // The Swedish way to write a date and a time is the ISO one.
  const [date = '', time = ''] = new Date(at).toLocaleString('sv-SE', { timeZone: ZONE }).split(' ')
  return { at, date, time: time.slice(0, 5) }
}
