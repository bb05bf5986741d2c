import type { Page } from '@playwright/test'
import { arrive, expect, test } from './fixtures.ts'

const LOCKED = 'WhatsApp is only available in the pro tier. Upgrade now to access this feature.'

const toasts = (page: Page) => page.getByRole('region', { name: /^Notifications \(F8\)/ })
const shown = (page: Page) => toasts(page).getByRole('listitem')
const connect = (page: Page) => page.getByRole('button', { name: 'Connect WhatsApp' })

/** Raises a toast on a page whose time stands still, once its code is there. */
async function open(page: Page) {
  await page.clock.install()
  await arrive(page, '/dashboard/whatsapp-manager')
  await connect(page).click()
  await expect(shown(page)).toBeVisible()
  await shown(page).getByRole('button', { name: 'Close' }).click()
  await expect(shown(page)).toHaveCount(0)
  await page.mouse.move(400, 300)
  await page.clock.pauseAt(new Date(Date.now() + 60_000))
  await raise(page)
}

/** Raises one more there. */
async function raise(page: Page) {
  await connect(page).click()
  await expect(shown(page)).toBeVisible()
  // A toast starts its timer when the task that showed it has ended.
  await page.evaluate(
    () =>
      new Promise((resolve) => {
        const { port1, port2 } = new MessageChannel()
        port1.addEventListener('message', resolve)
        port1.start()
        port2.postMessage(0)
      }),
  )
}

test('143, 148, 149, 192 a feature above the tier is told with the way to upgrade, once however often it is pressed', async ({
  page,
}) => {
  await arrive(page, '/dashboard/whatsapp-manager')
  await expect(page.getByText('WhatsApp belongs to Pro')).toBeVisible()
  await connect(page).click()
  await expect(shown(page)).toContainText('Upgrade Required')
  await expect(shown(page)).toContainText(LOCKED)
  // The next toast replaces the first.
  const first = await shown(page).elementHandle()
  await connect(page).click()
  await expect(shown(page)).toHaveCount(1)
  expect(await first?.evaluate((element) => element.isConnected)).toBe(false)
  await shown(page).getByRole('button', { name: 'Upgrade' }).click()
  await expect(page).toHaveURL('/dashboard/pricing?from=%2Fdashboard%2Fwhatsapp-manager')
  await expect(page.getByRole('heading', { name: 'Choose Your Plan' })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Dashboard' })).toBeVisible()
})

test('149 it lies at the lower left of the page, above what stays in reach at its foot', async ({
  page,
}) => {
  await arrive(page, '/dashboard/settings')
  await page.getByLabel('Name').fill('Ada')
  await page.getByRole('button', { name: 'Save profile' }).click()
  await expect(shown(page)).toContainText('Profile saved')
  const box = (await shown(page).boundingBox())!
  const main = (await page.getByRole('main').boundingBox())!
  expect(box.x).toBeGreaterThan(main.x)
  expect(box.x).toBeLessThan(main.x + 40)
  expect(box.y + box.height).toBeGreaterThan(page.viewportSize()!.height - 60)
  // The toast does not cover this button.
  await page.getByRole('button', { name: /^Search/ }).click({ timeout: 3_000 })
  await expect(page.getByRole('dialog', { name: 'Search' })).toBeVisible()

  await page.goto('/dashboard/new-message')
  await page.getByLabel('Message', { exact: true }).fill('A draft')
  const save = page.getByRole('button', { name: 'Save draft' })
  await save.click()
  await expect(shown(page)).toContainText('Draft saved')
  const isAbove = async () => {
    const bar = (await save.boundingBox())!
    const above = (await shown(page).boundingBox())!
    return above.y + above.height <= bar.y
  }
  expect(await isAbove()).toBe(true)

  // While the toast is visible, changes of the page cause no measuring.
  const measured = await page.evaluate(async () => {
    const main = document.querySelector('main')!
    let measured = 0
    main.getBoundingClientRect = () => {
      measured += 1
      return Element.prototype.getBoundingClientRect.call(main)
    }
    for (let change = 0; change < 10; change += 1) {
      main.append(document.createElement('i'))
      await new Promise(requestAnimationFrame)
    }
    return measured
  })
  expect(measured).toBe(0)

  // Also above a bar that comes after it.
  await page.goto('/dashboard/settings')
  await page.getByLabel('Name').fill('Ada Lovelace')
  await page.getByRole('button', { name: 'Save profile' }).click()
  await expect(shown(page)).toContainText('Profile saved')
  await page.evaluate(() => (document.activeElement as HTMLElement).blur())
  await page.keyboard.press('n')
  await expect(save).toBeVisible()
  await expect.poll(isAbove).toBe(true)
})

test('150 it goes by itself after 5000 ms, and waits while it is pointed at or focused', async ({
  page,
}) => {
  await open(page)
  await page.clock.runFor(4_700)
  await expect(shown(page)).toHaveAttribute('data-state', 'open')
  await page.clock.runFor(600)
  await expect(shown(page)).toHaveCount(0)

  await raise(page)
  await shown(page).hover()
  await page.clock.runFor(20_000)
  await expect(shown(page)).toHaveAttribute('data-state', 'open')
  await page.mouse.move(400, 300)
  await page.keyboard.press('F8')
  await page.clock.runFor(20_000)
  await expect(shown(page)).toHaveAttribute('data-state', 'open')
  await page.getByRole('heading', { level: 1 }).focus()
  await page.clock.runFor(5_300)
  await expect(shown(page)).toHaveCount(0)
})

test('151 a swipe to the right by more than 50 px takes it away, a shorter one does not', async ({
  page,
}) => {
  await open(page)
  await swipe(page, 40)
  await expect(shown(page)).toHaveAttribute('data-state', 'open')
  await expect(shown(page)).toHaveAttribute('data-swipe', 'cancel')
  await swipe(page, 70)
  await expect(shown(page)).toHaveCount(0)
})

test('152, 153, 154 it has a title, words, an action and Close, F8 leads to it, and it is announced', async ({
  page,
}) => {
  await open(page)
  const border = (place = shown(page)) =>
    place.evaluate((element) => getComputedStyle(element).borderColor)
  const destructive = await border()
  await page.clock.runFor(100)
  await expect(page.locator('[aria-live=assertive]')).toContainText(LOCKED)

  await page.keyboard.press('F8')
  await expect(toasts(page).getByRole('list')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(shown(page)).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(shown(page).getByRole('button', { name: 'Upgrade' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(shown(page).getByRole('button', { name: 'Close' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(shown(page)).toHaveCount(0)
  await page.clock.resume()

  // The page is not left for another document: what it asks for once its time goes on would be cut off, and logged.
  await page.getByRole('button', { name: 'User menu' }).click()
  await page.getByRole('menuitem', { name: 'Settings' }).click()
  await page.getByLabel('Name').fill('Ada')
  await page.getByRole('button', { name: 'Save profile' }).click()
  await expect(shown(page)).toContainText('Profile saved')
  expect(await border()).not.toBe(destructive)
})

async function swipe(page: Page, px: number) {
  const box = await shown(page).boundingBox()
  if (!box) throw new Error('There is no toast to swipe.')
  const [x, y] = [box.x + 24, box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  for (let moved = 5; moved <= px; moved += 5) await page.mouse.move(x + moved, y)
  await page.mouse.up()
}
