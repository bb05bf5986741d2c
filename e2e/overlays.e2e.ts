import { createCycle } from '@carillon/contract/cycles'
import type { Locator, Page } from '@playwright/test'
import { png } from '../sandbox/src/testing.ts'
import { arrive, expect, test, toasts, ZONE } from './fixtures.ts'
import { enter } from './groups.ts'
import { DAILY } from './message-page.ts'

const TEXT = 'Choir practice moves to seven.'

const newMessage = (page: Page) => page.getByRole('textbox', { name: 'Message', exact: true })

test('231 a dialog gives the focus back to what opened it, also to the button of a menu', async ({
  page,
}) => {
  await arrive(page, '/dashboard/settings')
  const open = page.getByRole('button', { name: 'Delete account' })
  await open.click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(open).toBeFocused()

  await page.goto('/dashboard/new-message')
  await newMessage(page).fill(TEXT)
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByText('Draft saved', { exact: true })).toBeVisible()
  await page.goto('/dashboard/messages/scheduled?tab=drafts')
  const menu = page.getByRole('button', { name: 'Actions' })
  await menu.click()
  await page.getByRole('menuitem', { name: 'Send now…' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(menu).toBeFocused()
})

test.describe('with motion', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } })

  test('a second press of what closes does nothing again', async ({ page, sandbox }) => {
    const { person, group } = await enter(page, sandbox, 'Market')
    await person.call(createCycle, {
      body: {
        name: 'Fruit',
        groupIds: [group.id],
        schedule: { timeZone: ZONE, ...DAILY },
        steps: ['Apples', 'Pears', 'Plums'].map((words) => ({ content: { text: words } })),
        status: 'active',
      },
    })
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    const times = (what: string) => asked.filter((path) => path.endsWith(what)).length
    await page.goto('/dashboard/cycles')
    await page.getByRole('link', { name: 'Fruit' }).click()
    const actions = page.getByRole('button', { name: 'Actions', exact: true })
    await actions.click()
    await pressAgainWhileItCloses(page.getByRole('menuitem', { name: 'Skip next step' }))
    await expect(page.getByRole('menu')).toHaveCount(0)
    await actions.click()
    await page.getByRole('menuitem', { name: /^Send next step now/ }).click()
    await pressAgainWhileItCloses(
      page.getByRole('dialog').getByRole('button', { name: 'Send now' }),
    )
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page.getByText(/Pears/).first()).toBeVisible()
    expect([times('/skip-next'), times('/send-next')]).toEqual([1, 1])
    // A double click is one wish, also where the first of its presses is answered before the second.
    const skip = page.getByRole('button', { name: 'Skip next', exact: true })
    await expect(skip).toBeEnabled()
    await skip.click({ clickCount: 2, delay: 150 })
    await expect(toasts(page).filter({ hasText: 'Skipped' })).toHaveCount(1)
    await expect(skip).not.toHaveAttribute('aria-busy', 'true')
    expect(times('/skip-next')).toBe(2)
  })
})

/** Presses a button of an overlay, and once more while it closes. */
const pressAgainWhileItCloses = (button: Locator) =>
  button.evaluate(async (element: HTMLElement) => {
    const overlay = element.closest<HTMLElement>('[data-state="open"]')!
    const closes = new Promise<void>((seen) =>
      new MutationObserver(() => overlay.dataset['state'] === 'closed' && seen()).observe(overlay, {
        attributes: true,
      }),
    )
    element.click()
    await closes
    element.click()
  })

test('over a scrolled page the header and the bar of the form stay where they are', async ({
  page,
}) => {
  await arrive(page, '/dashboard/new-message')
  await newMessage(page).fill(TEXT)
  await page.mouse.move(400, 400)
  await page.mouse.wheel(0, 400)
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(100)
  const places = async () => [
    (await page.locator('header').first().boundingBox())?.y,
    (
      await page
        .getByRole('button', { name: 'Save draft', includeHidden: true })
        .first()
        .boundingBox()
    )?.y,
    await page.evaluate(() => scrollY),
  ]
  const before = await places()
  await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link').first().click()
  const dialog = page.getByRole('dialog', { name: 'Leave without saving?' })
  await expect(dialog).toBeVisible()
  expect(await places()).toEqual(before)
  await page.mouse.wheel(0, -300)
  await dialog.getByRole('button', { name: 'Stay' }).click()
  await expect(dialog).toBeHidden()
  expect(await places()).toEqual(before)
  await page.mouse.move(400, 400)
  await page.mouse.wheel(0, -300)
  await expect.poll(async () => (await places())[2]).toBeLessThan(before[2]!)
})

test.describe('without a connection', () => {
  test.use({
    mayComplain: /ERR_INTERNET_DISCONNECTED|Failed to (load|fetch)|could not be|The server is away/,
  })

  test('what opens over a page opens, and what was typed stays', async ({ page, context }) => {
    await arrive(page, '/dashboard/new-message')
    await newMessage(page).fill(TEXT)
    // The code of the bell's panel is loaded when the pointer is on the bell.
    await page.getByRole('button', { name: /^Notifications/ }).hover()
    await page.waitForLoadState('networkidle')
    await context.setOffline(true)

    await page.getByRole('button', { name: 'Save draft' }).click()
    await expect(page.getByRole('alert')).toContainText('The server cannot be reached')
    // The code of this dialog cannot be loaded now.
    await page.getByRole('button', { name: 'Send a test…' }).click()
    await expect(page.getByText('This could not be loaded', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: /^Notifications/ }).click()
    await expect(page.getByRole('dialog', { name: 'Notifications' })).toBeVisible()
    await page.keyboard.press('Escape')
    await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link').first().click()
    // The request is repeated, also after the page is left.
    await page
      .getByRole('dialog', { name: 'Leave this page?' })
      .getByRole('button', { name: 'Stay' })
      .click()
    await expect(newMessage(page)).toHaveValue(TEXT)
    await context.setOffline(false)
    // The page saves the draft again by itself, and then shows the page of that draft.
    await expect(page).toHaveURL(/\/messages\/edit\//)
    await expect(page.getByRole('heading', { level: 1, name: 'Edit message' })).toBeVisible()
    await expect(newMessage(page)).toHaveValue(TEXT)
    await page.getByRole('button', { name: 'Send a test…' }).click()
    await expect(page.getByRole('dialog', { name: 'Send a test' })).toBeVisible()
  })

  test('the files of an editor that could not be shown say so, and the editor stays', async ({
    page,
    context,
  }) => {
    await arrive(page, '/dashboard/new-message')
    await newMessage(page).fill(TEXT)
    await page.waitForLoadState('networkidle')
    await context.setOffline(true)
    const file = { name: 'mill.png', mimeType: 'image/png', buffer: png(640, 480) }
    await page.getByLabel('Files', { exact: true }).setInputFiles([file])
    await expect(page.getByRole('alert').first()).toContainText('This part could not be loaded')
    await expect(newMessage(page)).toHaveValue(TEXT)
    await context.setOffline(false)
    const tile = page.getByRole('listitem', { name: /^File 1/ })
    await expect(tile).toContainText('The server cannot be reached')
    await tile.getByRole('button', { name: 'Try again' }).click()
    await expect(tile.getByRole('button', { name: 'Remove mill.png' })).toBeVisible()
    await expect(tile.getByRole('button', { name: 'Try again' })).toBeHidden()
    await expect(newMessage(page)).toHaveValue(TEXT)
  })

  test('a dialog and the palette that could not be loaded say so, and open once the connection is back', async ({
    page,
    context,
    sandbox,
  }) => {
    await enter(page, sandbox, 'Hand Bells')
    await page.goto('/dashboard/telegram-manager')
    const menu = page.getByRole('button', { name: 'Actions for Hand Bells' })
    const notLoaded = toasts(page).filter({ hasText: 'This could not be loaded' })
    const ruleThem = async () => {
      await menu.click()
      await page.getByRole('menuitem', { name: 'Rules…' }).click()
    }
    await expect(menu).toBeVisible()
    await page.getByRole('button', { name: /^Notifications/ }).hover()
    await page.waitForLoadState('networkidle')
    await context.setOffline(true)
    await ruleThem()
    await expect(notLoaded).toContainText('Check your connection')
    await notLoaded.getByRole('button', { name: 'Close' }).click()
    await expect(notLoaded).toBeHidden()
    await page.keyboard.press('Control+k')
    await expect(notLoaded).toBeVisible()

    await context.setOffline(false)
    await ruleThem()
    await expect(page.getByRole('dialog', { name: 'Rules of Hand Bells' })).toBeVisible()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByRole('dialog')).toBeHidden()
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('dialog', { name: 'Search' })).toBeVisible()
  })

  test('a run of a cycle that cannot be moved for lack of its form says so, and can be once the connection is back', async ({
    page,
    context,
    sandbox,
  }) => {
    const { person, group } = await enter(page, sandbox, 'Night Shift')
    const { id } = await person.call(createCycle, {
      body: {
        status: 'active',
        name: 'Rounds',
        steps: [{ content: { text: 'Lock the gate.' } }],
        groupIds: [group.id],
        schedule: { timeZone: ZONE, rule: { kind: 'weekly', days: ['sun'], at: ['04:00'] } },
      },
    })
    await page.goto(`/dashboard/cycles/${id}`)
    const run = page.getByRole('button', { name: /^Run of / }).first()
    await expect(run).toBeVisible()
    await page.waitForLoadState('networkidle')
    await context.setOffline(true)
    await run.click()
    await page.getByRole('menuitem', { name: 'Move…' }).click()
    await expect(toasts(page)).toContainText('Check your connection')
    await expect(page.getByRole('dialog')).toHaveCount(0)

    await context.setOffline(false)
    await run.click()
    await page.getByRole('menuitem', { name: 'Move…' }).click()
    await expect(page.getByRole('dialog').getByLabel('New time')).toBeVisible()
  })
})
