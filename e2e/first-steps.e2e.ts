import type { BrowserContext, Page } from '@playwright/test'
import { PASSWORD } from '../tools/client.ts'
import { arrive, expect, test, toasts } from './fixtures.ts'
import { bringGroup, countPresses, enter } from './groups.ts'

const steps = (page: Page) => page.getByRole('region', { name: 'Getting started' })

test('from the landing page a newcomer delivers their first message with eight presses, none in vain', async ({
  page,
  context,
}) => {
  const presses = await countPresses(context)
  await page.goto('/')
  await page.getByRole('main').getByRole('link', { name: 'Get Started' }).first().click()
  await page.getByLabel('E-mail').fill(`newcomer-${process.pid}@example.org`)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Create account' }).click()

  await steps(page)
    .getByRole('button', { name: /^Connect @/ })
    .click()
  // The focus is on the next step.
  await expect(steps(page).getByRole('link', { name: /^Add @/ })).toBeFocused()
  const phone = await openPhone(page, context)
  await phone.getByRole('button', { name: 'Riverside Runners' }).click()
  // The link back shows the former tab again, and opens no second one.
  const closed = phone.waitForEvent('close')
  // The tab may be closed before it has answered the press.
  const pressed = phone.getByRole('link', { name: 'Back to Carillon' }).click()
  await Promise.all([closed, pressed.catch(() => {})])
  const write = steps(page).getByRole('link', {
    name: 'Write the first message to Riverside Runners',
  })
  await expect(write).toBeFocused()
  await write.click()
  await expect(page.getByRole('checkbox', { name: 'Riverside Runners' })).toBeChecked()
  await page.getByLabel('Message', { exact: true }).fill('Good morning, everybody!')
  const told = 'Your first message is delivered'
  await page.getByRole('button', { name: 'Send now' }).click()
  await expect(page.getByText(told)).toBeVisible()
  expect(presses()).toBeLessThanOrEqual(8)

  await page.goto('/dashboard')
  await expect(page.getByRole('region', { name: 'All that repeats' })).toBeVisible()
  await expect(steps(page)).toHaveCount(0)
  await expect(page.getByText(told)).toHaveCount(0)
})

test('the first steps know what is done after a reload, and can be dismissed for good', async ({
  page,
}) => {
  await arrive(page, '/dashboard')
  await expect(steps(page).getByRole('listitem')).toHaveText([/Connect/, /group/, /message/])
  // The one next thing is the only thing that stands out.
  await expect(page.getByRole('link', { name: 'New message' })).toHaveCount(0)
  await steps(page)
    .getByRole('button', { name: /^Connect @/ })
    .click()
  await expect(steps(page).getByRole('link', { name: /^Add @/ })).toBeVisible()
  await page.reload()
  await expect(steps(page).getByRole('link', { name: /^Add @/ })).toBeVisible()
  await expect(steps(page).getByRole('button', { name: /^Connect @/ })).toHaveCount(0)

  const hide = steps(page).getByRole('button', { name: 'Hide these steps' })
  // The keyboard comes to what is to be done first.
  await expect(steps(page).locator('a, button').last()).toHaveAccessibleName('Hide these steps')
  await hide.click()
  await expect(steps(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await hide.click()
  await expect(steps(page)).toHaveCount(0)
  await page.reload()
  await expect(page.getByText('Nothing repeats yet')).toBeVisible()
  await expect(steps(page)).toHaveCount(0)
})

test('nothing on the page moves while the first steps come', async ({ page }) => {
  await page.addInitScript(() => {
    const moved: number[] = []
    Object.assign(window, { moved })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        moved.push((entry as unknown as { value: number }).value)
    }).observe({ type: 'layout-shift', buffered: true })
  })
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 })
    if (width === 1280) await arrive(page, '/dashboard')
    else await page.reload()
    await expect(steps(page)).toBeVisible()
    await page.waitForLoadState('networkidle')
    const moved = await page.evaluate(() => (window as unknown as { moved: number[] }).moved)
    expect([width, moved.reduce((sum, by) => sum + by, 0)]).toEqual([width, 0])
  }
})

test('231 each of the first steps fits a window of 320 px', async ({ page, sandbox }) => {
  await page.setViewportSize({ width: 320, height: 800 })
  const tooWide = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  const person = await arrive(page, '/dashboard')
  await expect(steps(page).getByRole('button', { name: /^Connect @/ })).toBeVisible()
  expect(await tooWide()).toBeLessThanOrEqual(0)
  await steps(page)
    .getByRole('button', { name: /^Connect @/ })
    .click()
  await expect(steps(page).getByRole('link', { name: /^Add @/ })).toBeVisible()
  expect(await tooWide()).toBeLessThanOrEqual(0)
  await bringGroup(person, sandbox, 'A group whose name is rather long')
  await expect(steps(page).getByRole('link', { name: /^Write the first/ })).toBeVisible()
  expect(await tooWide()).toBeLessThanOrEqual(0)
  await page.goto('/dashboard/telegram-manager')
  await expect(page.getByRole('link', { name: /^Write the first/ })).toBeVisible()
  expect(await tooWide()).toBeLessThanOrEqual(0)
})

test('in the sandbox, examples to look at are one press away', async ({ page, sandbox }) => {
  await enter(page, sandbox, 'Look here')
  await page.goto('/dashboard')
  await steps(page).getByRole('button', { name: 'Fill with examples' }).click()
  const list = page.getByRole('region', { name: 'Automated messages' })
  await expect(list.getByRole('switch')).toHaveCount(2)
  await expect(steps(page)).toBeVisible()
  // They are not added a second time.
  await expect(steps(page).getByRole('button', { name: 'Fill with examples' })).toHaveCount(0)
})

test('a new message goes to the only group there is, unless its writer takes it out', async ({
  page,
  sandbox,
}) => {
  await enter(page, sandbox, 'Only one')
  await page.goto('/dashboard/new-message')
  const group = page.getByRole('checkbox', { name: 'Only one' })
  await expect(group).toBeChecked()
  await group.uncheck()
  await page.getByLabel('Message', { exact: true }).fill('Hello')
  await expect(group).not.toBeChecked()
})

test('144, 146, 193 at the limit of the tier it is told at the first button, before a bot joins anything', async ({
  page,
  sandbox,
}) => {
  await enter(page, sandbox, 'The one')
  await page.goto('/dashboard/telegram-manager')
  await expect(page.getByText('1 of 1 groups', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Add to a group' }).click()
  await expect(toasts(page)).toContainText('Groups Limit Reached')
  await expect(toasts(page)).toContainText(
    "You've reached the maximum number of Groups for your current tier. Upgrade to pro for more.",
  )
  await expect(page.getByRole('link', { name: /^Add @/ })).toHaveCount(0)
})

/** Follows the link that the page shows. */
async function openPhone(page: Page, context: BrowserContext) {
  const opened = context.waitForEvent('page')
  await page.getByRole('link', { name: /^Add @\w+ to a group/ }).click()
  return opened
}
