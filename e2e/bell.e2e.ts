import type { Page, Route } from '@playwright/test'
import { listNotifications, type Notification } from '@carillon/contract/notifications'
import { newPerson, type Person } from '../tools/client.ts'
import { builtScript } from './built-script.ts'
import { admit, arrive, expect, test } from './fixtures.ts'
import { bringGroup } from './groups.ts'

const bell = (page: Page) =>
  page.getByRole('banner').getByRole('button', { name: /^Notifications/ })
const panel = (page: Page) => page.getByRole('dialog', { name: 'Notifications' })
const items = (page: Page) => panel(page).getByRole('listitem')
const markAll = (page: Page) => panel(page).getByRole('button', { name: 'Mark all as read' })
const clearAll = (page: Page) =>
  panel(page).getByRole('button', { name: 'Clear all notifications' })
const toast = (page: Page) =>
  page.getByRole('region', { name: /^Notifications \(F8\)/ }).getByRole('listitem')

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

const notification = (id: string, more: Partial<Notification> = {}): Notification => ({
  _id: id,
  kind: 'messages',
  title: `Title ${id}`,
  message: `Message ${id}`,
  isRead: false,
  createdAt: minutesAgo(70),
  count: 1,
  ...more,
})

/** Replaces the answer of the list from now on: creating so many real notifications would take hours. */
async function answerWith(page: Page, notifications: Notification[], unreadCount: number) {
  const data = { notifications, unreadCount, nextCursor: null }
  await page.route(/\/api\/notifications(\?|$)/, (route) => route.fulfill({ json: { data } }))
}

test('084, 085, 086, 087, 089, 094, 102, 106 the badge counts to 9, the panel is 320 px wide, closes by itself, and no tooltip opens with it', async ({
  page,
}) => {
  await arrive(page)
  await expect(bell(page)).toHaveText('Notifications')
  await bell(page).click()
  await expect(panel(page).getByRole('heading', { name: 'Notifications' })).toBeVisible()
  await expect(panel(page).getByText('No notifications')).toBeVisible()
  await expect(panel(page).getByRole('button')).toHaveCount(0)
  expect((await panel(page).boundingBox())?.width).toBe(320)
  await page.mouse.click(400, 600)
  await expect(panel(page)).toBeHidden()

  for (const [unread, badge] of [
    [9, '9 unread'],
    [10, '9+ unread'],
  ] as const) {
    await page.unrouteAll()
    await answerWith(page, [notification('a')], unread)
    await page.goto('/dashboard')
    await expect(bell(page)).toHaveText(`Notifications${badge}`)
    // Another tab may be seen.
    await expect(page).toHaveTitle(`(${unread}) Automated Messages · Carillon`)
  }
  await bell(page).focus()
  await page.keyboard.press('Enter')
  await expect(markAll(page)).toBeVisible()
  await expect(page.getByRole('tooltip')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(panel(page)).toBeHidden()
  await expect(bell(page)).toBeFocused()
})

test('090, 091, 092, 095, 096, 211, 212 items, tooltips after 700 ms, 300 px that scroll', async ({
  page,
}) => {
  await page.clock.install()
  await admit(page)
  await answerWith(
    page,
    [
      notification('new', { createdAt: minutesAgo(0) }),
      notification('some', { createdAt: minutesAgo(3), count: 4 }),
      ...Array.from({ length: 10 }, (_, index) => notification(`old-${index}`, { isRead: true })),
    ],
    2,
  )
  await page.goto('/dashboard')
  await bell(page).click()
  await expect(items(page)).toHaveCount(12)
  await expect(items(page).nth(0)).toContainText('less than a minute ago')
  await expect(items(page).nth(1)).toContainText('4 times · 3 minutes ago')
  await expect(items(page).nth(2)).toContainText('about 1 hour ago')
  await expect(items(page).nth(1)).toContainText('Unread')
  await expect(items(page).nth(2)).not.toContainText('Unread')
  const list = panel(page).getByRole('group', { name: 'Notifications' })
  expect((await list.boundingBox())?.height).toBe(300)
  expect(await list.evaluate((element) => element.scrollHeight)).toBeGreaterThan(300)

  await page.clock.pauseAt(new Date(Date.now() + 60_000))
  for (const [button, text] of [
    [markAll(page), 'Mark all as read'],
    [clearAll(page), 'Clear all notifications'],
  ] as const) {
    // In steps, as a hand moves: the first step may still open the tooltip of the button.
    await page.mouse.move(10, 790, { steps: 4 })
    await page.clock.runFor(1_000)
    await button.hover()
    await page.clock.runFor(600)
    await expect(page.getByRole('tooltip')).toHaveCount(0)
    await page.clock.runFor(150)
    await expect(page.getByRole('tooltip', { name: text })).toBeAttached()
  }

  const scrollBar = panel(page).locator('[data-orientation=vertical]').first()
  await list.hover()
  // The scroll bar measures the list first, in animation frames, which need a running clock.
  await expect(async () => {
    await page.clock.runFor(20)
    await expect(scrollBar).toBeVisible({ timeout: 100 })
  }).toPass()
  await page.mouse.move(10, 790)
  await page.clock.runFor(550)
  await expect(scrollBar).toBeVisible()
  await page.clock.runFor(100)
  await expect(scrollBar).toBeHidden()
})

test('the panel is there as soon as the bell is pressed, with what it holds', async ({ page }) => {
  await admit(page)
  await answerWith(page, [notification('a')], 1)
  const fetched = page.waitForResponse(builtScript('features/notifications/Panel.tsx'))
  await page.goto('/dashboard')
  await expect(bell(page)).toHaveText('Notifications1 unread')
  await page.mouse.move(600, 300)
  // When this import resolves, the page's own import of the same module has run too.
  await page.evaluate((url) => import(url), (await fetched).url())
  // The panel is there in the first frame.
  const shown = await bell(page).evaluate(async (button: HTMLElement) => {
    button.click()
    await new Promise(requestAnimationFrame)
    return document.querySelector('[role=dialog]')?.textContent
  })
  expect(shown).toContain('Title a')
})

test('093 a spinner shows while the list loads', async ({ page }) => {
  await admit(page)
  const held: Route[] = []
  await page.route(/\/api\/notifications(\?|$)/, (route) => void held.push(route))
  await page.goto('/dashboard')
  await bell(page).click()
  await expect(panel(page).getByRole('status', { name: '' })).toContainText('Loading')
  for (const route of held) await route.continue()
  await page.unrouteAll()
  await expect(panel(page).getByText('No notifications')).toBeVisible()
})

test.describe('when the server fails', () => {
  test.use({ mayComplain: /^Failed to/ })

  const failure = { status: 500, json: { error: { code: 'internal', message: 'It broke.' } } }

  test('104 the list says so and can be fetched again', async ({ page }) => {
    await admit(page)
    await page.route(/\/api\/notifications(\?|$)/, (route) => route.fulfill(failure))
    const logged = page.waitForEvent('console', (line) =>
      line.text().startsWith('Failed to fetch notifications'),
    )
    await page.goto('/dashboard')
    await logged
    await bell(page).click()
    await expect(panel(page).getByText('Failed to fetch notifications')).toBeVisible()
    await page.unrouteAll()
    await panel(page).getByRole('button', { name: 'Retry' }).click()
    await expect(panel(page).getByText('No notifications')).toBeVisible()
  })

  test('105 what the server did not do is taken back with a word', async ({ page }) => {
    await admit(page)
    const list = [notification('a'), notification('b')]
    await answerWith(page, list, 2)
    await page.goto('/dashboard')
    await bell(page).click()
    const { promise: wait, resolve: letGo } = Promise.withResolvers<void>()
    await page.route('**/api/notifications/**', async (route) => {
      await wait
      await route.fulfill(failure)
    })
    await items(page).first().getByRole('button').click()
    await expect(bell(page)).toHaveText('Notifications1 unread')
    letGo()
    await expect(bell(page)).toHaveText('Notifications2 unread')
    await expect(toast(page)).toContainText('It could not be marked as read')

    await markAll(page).click()
    await expect(toast(page)).toContainText('They could not be marked as read')
    await expect(bell(page)).toHaveText('Notifications2 unread')
    await clearAll(page).click()
    await expect(toast(page)).toContainText('They could not be cleared')
    await expect(items(page)).toHaveCount(2)
  })
})

test('088, 089, 097, 098, 099, 100, 101, 103, 205 live: first in the list, with a toast; read and cleared in every tab', async ({
  page,
  context,
  product,
  sandbox,
}) => {
  const person = await newPerson(product.url, 'bell@example.org')
  const group = await bringGroup(person, sandbox, 'Old Town Choir')
  // A toast is only for people who have the page open when it happens.
  const live = page.waitForEvent('websocket')
  await arrive(page, '/dashboard', person)
  await live
  const other = await context.newPage()
  await other.goto('/dashboard/cycles')
  await expect(bell(other)).toBeVisible()
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(new URL(request.url()).pathname)
  })

  const chatId = Number(group.externalId)
  const [bot] = (await sandbox.world()).bots
  await sandbox.kick(chatId, { userId: bot?.id ?? 0 })
  const [told] = await newest(person, 1)
  await expect(toast(page)).toContainText(told?.title ?? '')
  await expect(toast(page)).toContainText(told?.message ?? '')
  await expect(bell(page)).toHaveText('Notifications1 unread')
  await expect(bell(other)).toHaveText('Notifications1 unread')

  await bell(page).click()
  await expect(items(page)).toHaveText([new RegExp(`Unread.*${told?.title}`)])
  await items(page)
    .getByRole('link', { name: told?.title ?? '' })
    .click()
  await expect(page).toHaveURL(told?.link ?? '')
  await expect(bell(page)).toHaveText('Notifications')
  await expect(bell(other)).toHaveText('Notifications')
  expect(sent).toEqual([`/api/notifications/${told?._id}/read`])
  // The panel closes when the page is loaded; a press before that would only close it.
  await expect(page.getByRole('heading', { level: 1, name: 'Telegram Manager' })).toBeVisible()
  await expect(panel(page)).toBeHidden()

  await bell(page).click()
  await items(page).getByRole('link', { name: 'Add the bot again' }).click()
  await expect(panel(page)).toBeHidden()
  expect(sent).toHaveLength(1)

  await sandbox.addBot({ chatId })
  await newest(person, 2)
  await expect(bell(page)).toHaveText('Notifications1 unread')
  await bell(page).click()
  await expect(items(page)).toHaveCount(2)
  await expect(items(page).first()).toContainText('Unread')
  await markAll(page).click()
  await expect(markAll(page)).toBeHidden()
  await expect(bell(other)).toHaveText('Notifications')

  await clearAll(page).click()
  await expect(panel(page).getByText('No notifications')).toBeVisible()
  await expect(clearAll(page)).toBeHidden()
  expect(sent.slice(1)).toEqual(['/api/notifications/read-all', '/api/notifications/clear-all'])
  await bell(other).click()
  await expect(panel(other).getByText('No notifications')).toBeVisible()
})

/** Waits until the list has `count` items. */
async function newest(person: Person, length: number): Promise<Notification[]> {
  const list = async () => (await person.call(listNotifications, { query: {} })).notifications
  await expect.poll(list).toHaveLength(length)
  return list()
}
