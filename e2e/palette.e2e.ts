import { createCycle } from '@carillon/contract/cycles'
import { updateGroup } from '@carillon/contract/groups'
import { createMessage, getMessage, sendMessageNow } from '@carillon/contract/messages'
import type { Page } from '@playwright/test'
import { builtScript } from './built-script.ts'
import { arrive, expect, test } from './fixtures.ts'
import { enter } from './groups.ts'

const palette = (page: Page) => page.getByRole('dialog', { name: 'Search' })
const search = (page: Page) => palette(page).getByRole('combobox')
/** Opens the palette and waits until it takes input. */
async function openPalette(page: Page) {
  await page.keyboard.press('Control+k')
  await expect(search(page)).toBeFocused()
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

test('what is typed before the palette has come is searched for', async ({ page }) => {
  await arrive(page, '/dashboard/cycles')
  await expect(heading(page, 'Cycles')).toBeVisible()
  await page.waitForLoadState('networkidle')
  const asked = Promise.withResolvers<void>()
  const typed = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    asked.resolve()
    await typed.promise
    await route.continue()
  })
  await page.keyboard.press('Control+k')
  await asked.promise
  await page.keyboard.type('n whats')
  typed.resolve()
  await expect(search(page)).toHaveValue('n whats')
  await expect(search(page)).toBeFocused()
  await page.keyboard.type('app')
  await expect(search(page)).toHaveValue('n whatsapp')
  await expect(page).toHaveURL('/dashboard/cycles')
})

test('231 Ctrl+K leads to a page, to what can be made and to the theme, by keyboard alone', async ({
  page,
}) => {
  await arrive(page, '/dashboard/cycles')
  await expect(heading(page, 'Cycles')).toBeVisible()
  await openPalette(page)
  await page.keyboard.type('whatsapp')
  await expect(palette(page).getByRole('option')).toHaveText(['Whatsapp Manager'])
  await page.keyboard.press('Enter')
  await expect(palette(page)).toBeHidden()
  await expect(heading(page, 'Whatsapp Manager')).toBeFocused()

  await openPalette(page)
  await page.keyboard.type('month')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/dashboard/messages/scheduled?view=month')
  // The one that closes still has the focus for a moment.
  await expect(palette(page)).toBeHidden()

  await page.getByRole('button', { name: /^Search/ }).click()
  await expect(search(page)).toBeFocused()
  await page.keyboard.type('light')
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).not.toHaveClass(/dark/)

  await openPalette(page)
  await page.keyboard.press('Escape')
  await expect(palette(page)).toBeHidden()
})

test('231 a message and a cycle are found by their words, from any page', async ({ page }) => {
  const person = await arrive(page, '/dashboard/settings')
  const { id } = await person.call(createMessage, {
    body: {
      kind: 'scheduled',
      content: { text: 'The boiler is being mended on Friday.' },
      status: 'draft',
    },
  })
  await expect(heading(page, 'Settings')).toBeVisible()
  await openPalette(page)
  await page.keyboard.type('boiler')
  const found = palette(page).getByRole('option', { name: /The boiler is being mended/ })
  await expect(found).toContainText('Draft')
  await found.click()
  await expect(page).toHaveURL(`/dashboard/messages/edit/${id}`)
  await expect(heading(page, 'Edit message')).toBeFocused()

  const cycle = await person.call(createCycle, {
    body: {
      status: 'draft',
      name: 'House notices',
      steps: [{ content: { text: 'The cellar is being swept.' } }],
    },
  })
  await openPalette(page)
  await page.keyboard.type('cellar')
  const rotating = palette(page).getByRole('option', { name: /House notices/ })
  await expect(rotating).toContainText('Draft')
  await rotating.click()
  await expect(page).toHaveURL(`/dashboard/cycles/${cycle.id}`)
  await expect(heading(page, 'House notices')).toBeFocused()

  // A page that comes meanwhile takes nothing from what is typed.
  const late = Promise.withResolvers<void>()
  await page.route(builtScript('features/telegram/TelegramManagerPage.tsx'), async (route) => {
    await late.promise
    await route.continue()
  })
  await page.getByRole('link', { name: 'Telegram Manager' }).click()
  await openPalette(page)
  await page.keyboard.type('no such')
  late.resolve()
  await expect(page.locator('h1', { hasText: 'Telegram Manager' })).toBeAttached()
  await page.keyboard.type(' words')
  await expect(search(page)).toHaveValue('no such words')
  await expect(palette(page).getByRole('status')).toHaveText('No results.')
})

test('231 a group is found by its name, and its row is seen and has the focus, from its own page too', async ({
  page,
  sandbox,
}) => {
  const { group, person, say } = await enter(page, sandbox, 'Evening Readers')
  const row = page.locator(`#group-${group.id}`)
  const find = async () => {
    await openPalette(page)
    await page.keyboard.type('readers')
    await expect(palette(page).getByRole('option', { name: /Evening Readers/ })).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(row).toBeFocused()
    await expect(row).toBeInViewport()
  }
  await page.goto('/dashboard/cycles')
  await expect(heading(page, 'Cycles')).toBeVisible()
  await find()
  await heading(page, 'Telegram Manager').focus()
  await find()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Actions for Evening Readers' })).toBeFocused()

  // What the rules of its group passed over is called that here, too.
  const quietHours = { from: '00:00', to: '23:59', mode: 'skip' as const }
  const body = { rev: group.rev, quietHours }
  await person.call(updateGroup, { params: { id: group.id }, body })
  const { id } = await say('Chapter nine', { rule: { kind: 'once', at: '2090-01-01T12:00' } })
  await person.call(sendMessageNow, { params: { id } })
  const status = async () => (await person.call(getMessage, { params: { id } })).status
  await expect.poll(status).toBe('failed')
  await openPalette(page)
  await page.keyboard.type('chapter')
  await expect(palette(page).getByRole('option', { name: /Chapter nine/ })).toContainText('Skipped')
})

test('231 single keys write, search and explain, but not while something is typed', async ({
  page,
}) => {
  await arrive(page, '/dashboard/messages/scheduled')
  const box = page.getByRole('searchbox')
  await expect(box).toBeVisible()
  await page.keyboard.press('/')
  await expect(box).toBeFocused()
  await page.keyboard.type('n?/')
  await expect(box).toHaveValue('n?/')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await page.getByRole('heading', { level: 1 }).focus()
  await page.keyboard.press('?')
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(sheet).toContainText('New message')
  // An overlay handles its own keys.
  await page.keyboard.press('n')
  await expect(sheet).toBeVisible()
  await sheet.getByRole('switch', { name: 'Single keys' }).click()
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  await page.keyboard.press('n')
  await expect(page).toHaveURL(/scheduled/)

  await openPalette(page)
  await page.keyboard.type('keyboard')
  await page.keyboard.press('Enter')
  await sheet.getByRole('switch', { name: 'Single keys' }).click()
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  await page.keyboard.press('n')
  // The text field of the editor has the focus at once, so these keys are text.
  const field = page.getByRole('textbox', { name: 'Message', exact: true })
  await expect(field).toBeFocused()
  await expect(page).toHaveTitle(/^New message/)
  await expect(field).toHaveValue('')
  await page.keyboard.press('Control+k')
  await expect(palette(page)).toHaveCount(0)
  await page.getByLabel('Title').click()
  await expect(page.getByText('Write a message.')).toHaveCount(0)
})

test('226 the calendar is one press away on every page', async ({ page }) => {
  await arrive(page, '/dashboard/cycles')
  await page.getByRole('banner').getByRole('link', { name: 'Calendar' }).click()
  await expect(page).toHaveURL('/dashboard/messages/scheduled?view=month')
})
