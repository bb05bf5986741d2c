import { createCycle, getCycle } from '@carillon/contract/cycles'
import { listMessages } from '@carillon/contract/messages'
import type { Page } from '@playwright/test'
import { expect, test, ZONE, toasts } from './fixtures.ts'
import { enter } from './groups.ts'

const SCHEDULED = '/dashboard/messages/scheduled'

/** A month that has not begun, so that all of its sends are in the future. */
const MONTH = `${new Date().getUTCFullYear() + 1}-05`

test('226 a send moves to another day by keyboard, by a dialog and by dragging, and back', async ({
  page,
  sandbox,
}) => {
  const { person, say } = await enter(page, sandbox, 'Match Days')
  await say('Match day', { rule: { kind: 'once', at: `${MONTH}-12T14:00` } })
  await page.goto(`${SCHEDULED}?view=month&date=${MONTH}-01`)
  const chip = page.getByRole('button', { name: /Match day/ })
  const menu = page.getByRole('menu')
  const at = async () => {
    const { items } = await person.call(listMessages, { query: { kind: 'scheduled' } })
    return items[0]?.schedule?.rule
  }
  await expect(dayOf(page, 12)).toContainText('14:00Match day')

  await chip.focus()
  await chip.press('Alt+ArrowDown')
  await expect(dayOf(page, 19)).toContainText('Match day')
  await expect(page.getByRole('status').filter({ hasText: /^Moved to/ })).toContainText('19 May')
  await expect(chip).toBeFocused()
  await expect(menu).toBeHidden()
  expect(await at()).toEqual({ kind: 'once', at: `${MONTH}-19T14:00` })
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(dayOf(page, 12)).toContainText('Match day')

  await chip.click()
  await page.getByRole('menuitem', { name: 'Move…' }).click()
  await page.getByLabel('New time').fill('2020-01-01T09:00')
  await page.getByRole('button', { name: 'Move', exact: true }).click()
  await expect(page.getByLabel('New time')).toHaveAccessibleDescription(/This time has passed/)
  await page.getByLabel('New time').fill(`${MONTH}-20T08:15`)
  await page.getByRole('button', { name: 'Move', exact: true }).click()
  await expect(dayOf(page, 20)).toContainText('08:15Match day')

  await chip.click()
  await expect(menu).toBeVisible()
  await chip.click()
  await expect(menu).toBeHidden()
  await chip.dragTo(dayOf(page, 22), { steps: 10 })
  await expect(dayOf(page, 22)).toContainText('08:15Match day')
  await expect.poll(at).toEqual({ kind: 'once', at: `${MONTH}-22T08:15` })

  // A refused move is undone at once, also if the calendar cannot be loaded.
  await page.route('**/api/**', (route) => route.abort())
  await chip.dragTo(dayOf(page, 24), { steps: 10 })
  await expect(page.getByText('It could not be moved', { exact: true })).toBeVisible()
  await expect(dayOf(page, 22)).toContainText('08:15Match day')
  await expect(dayOf(page, 24)).not.toContainText('Match day')
})

test('226 one run of a series moves alone, and a phone reads an agenda', async ({
  page,
  sandbox,
}) => {
  const { say } = await enter(page, sandbox, 'Tea Time')
  const rule = { kind: 'daily' as const, everyDays: 7, at: ['16:00', '17:00'] }
  await say('Tea', { rule, starts: `${MONTH}-12` }, 'automated')
  const lastOfWeek = 12 + ((7 - new Date(`${MONTH}-12`).getUTCDay()) % 7)
  await page.goto(`${SCHEDULED}?view=week&date=${MONTH}-12`)
  const tea = (day: number) => dayOf(page, day).getByRole('button', { name: /16:00 ?Tea/ })
  // It begins in the morning, and the days stay over the hours.
  await expect(page.getByText('16:00', { exact: true }).first()).toBeInViewport()
  await expect(page.getByText('00:00', { exact: true })).not.toBeInViewport()
  await expect(dayOf(page, 12).getByText('12', { exact: true })).toBeInViewport()
  // What is loaded while a move is being saved does not draw the run back.
  const save = Promise.withResolvers<void>()
  await page.route('**/slots/*', (route) => save.promise.then(() => route.continue()), { times: 1 })
  await tea(12).press('Alt+ArrowRight')
  await say('Late', { rule: { kind: 'once', at: `${MONTH}-${lastOfWeek}T23:15` } })
  await expect(page.getByRole('button', { name: /Late/ })).toHaveCount(1)
  await expect(tea(13)).toBeFocused()
  save.resolve()
  await expect(page.getByRole('status').filter({ hasText: /^Moved to/ })).toContainText('13 May')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(tea(12)).toHaveCount(1)
  await expect(tea(13)).toHaveCount(0)
  // If two runs had the same time, only one of them would be sent. So the move is refused, and the run stays.
  await tea(12).press('Alt+ArrowDown')
  await expect(toasts(page)).toContainText('Another run is at this time already')
  await expect(tea(12)).toBeFocused()

  // The list has the switch where the calendar has it.
  await page.setViewportSize({ width: 1920, height: 800 })
  const view = page.getByRole('navigation', { name: 'View' })
  const place = await view.boundingBox()
  await view.getByRole('link', { name: 'List' }).click()
  await expect(page.getByRole('link', { name: /^Upcoming/ })).toBeVisible()
  expect(await view.boundingBox()).toEqual(place)
  await view.getByRole('link', { name: 'Week' }).click()
  await expect(dayOf(page, lastOfWeek)).toContainText('23:15Late')
  // What moves out of sight is shown where it is now.
  const late = page.getByRole('button', { name: /Late/ })
  await late.press('Alt+ArrowDown')
  await expect(dayOf(page, lastOfWeek + 1)).toContainText('00:15Late')
  await expect(late).toBeFocused()
  await late.press('Alt+ArrowUp')
  await expect(dayOf(page, lastOfWeek)).toContainText('23:15Late')
  await expect(late).toBeFocused()

  await page.setViewportSize({ width: 390, height: 800 })
  await expect(page.getByRole('heading', { name: /\b12 May/ })).toBeVisible()
  await page.getByRole('button', { name: 'Next week' }).click()
  await expect(page.getByRole('heading', { name: /\b19 May/ })).toBeVisible()
  await expect(page.getByRole('heading', { name: /\b12 May/ })).toBeHidden()
})

const dayOf = (page: Page, day: number) =>
  page.getByRole('region', { name: new RegExp(`\\b${day} May`) })

test('226 a chip has the actions of the list, Enter on a free hour begins a message there, and filters work', async ({
  page,
  sandbox,
}) => {
  const { say } = await enter(page, sandbox, 'Map Readers')
  const text = 'Map *night*: please bring your own lamp, and a bag for the maps that we draw'
  await say(text, { rule: { kind: 'daily', everyDays: 1, at: ['16:20'] } }, 'automated')
  await say('Once only', { rule: { kind: 'once', at: `${MONTH}-12T14:00` } })
  await page.goto(`${SCHEDULED}?view=month&date=${MONTH}-01`)
  const chip = dayOf(page, 13).getByRole('button', { name: /Map night/ })
  await chip.click()
  await expect(page.getByRole('menu')).toContainText('Map Readers')
  await page.getByRole('menuitem', { name: 'Skip this one' }).click()
  await expect(dayOf(page, 13).getByRole('button', { name: /Map night.*Skipped/ })).toBeVisible()
  await chip.click()
  await page.getByRole('menuitem', { name: 'Undo change' }).click()
  await expect(dayOf(page, 13).getByRole('button', { name: /Map night.*Upcoming/ })).toBeVisible()

  await page.getByLabel('Kind').selectOption('Once')
  await expect(page.getByRole('button', { name: /Map night/ })).toHaveCount(0)
  await expect(dayOf(page, 12).getByRole('button', { name: /Once only/ })).toBeVisible()
  await page.getByLabel('Status').selectOption('Sent')
  await expect(page.getByRole('button', { name: /Once only/ })).toHaveCount(0)
  await page.getByRole('button', { name: 'Clear' }).click()
  await expect(chip).toBeVisible()

  // The number of a day opens the day; a press next to it begins a message.
  await dayOf(page, 14)
    .getByRole('button', { name: /^Open / })
    .click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')

  // A dragged chip says where it would be dropped: on the day under the pointer, however long its text is.
  const from = await chip.boundingBox()
  const to = await dayOf(page, 14).boundingBox()
  await page.mouse.move(from!.x + 20, from!.y + 5)
  await page.mouse.down()
  await page.mouse.move(to!.x + to!.width - 10, to!.y + 60, { steps: 8 })
  await expect(page.getByText(/^→ .*14 May.*16:20$/)).toBeVisible()
  await page.keyboard.press('Escape')
  await page.mouse.up()

  await page.goto(`${SCHEDULED}?view=week&date=${MONTH}-12`)
  await expect(dayOf(page, 12).getByRole('button', { name: /Map night/ })).toBeVisible()
  const slot = page.getByRole('link', { name: /^New message at .*12 May.*09:00$/ })
  await slot.focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`at=${MONTH}-12T10:00`))
})

test('217 a cycle is told from messages at once, and its run is skipped, moved and dragged as in its own list', async ({
  page,
  sandbox,
}) => {
  const { person, group, say } = await enter(page, sandbox, 'Star Gazers')
  await say('Look up', { rule: { kind: 'once', at: `${MONTH}-12T14:00` } })
  const { id } = await person.call(createCycle, {
    body: {
      name: 'Constellations',
      steps: [{ content: { text: 'Orion, then' } }],
      groupIds: [group.id],
      schedule: { timeZone: ZONE, rule: { kind: 'daily', everyDays: 1, at: ['16:20'] } },
      status: 'active',
    },
  })
  const changed = async () => (await person.call(getCycle, { params: { id } })).exceptions
  await page.goto(`${SCHEDULED}?view=month&date=${MONTH}-01`)
  const chip = dayOf(page, 13).getByRole('button', { name: /Cycle: Constellations/ })
  await expect(chip.locator('svg')).toBeVisible()
  await expect(dayOf(page, 12).getByRole('button', { name: /Look up/ })).not.toContainText('Cycle')

  await chip.click()
  await page.getByRole('menuitem', { name: 'Skip this one' }).click()
  await expect(chip).toHaveAccessibleName(/Skipped/)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(chip).toHaveAccessibleName(/Upcoming/)
  expect(await changed()).toEqual([])

  await chip.click()
  await page.getByRole('menuitem', { name: 'Edit text…' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('textbox', { name: 'Message' })).toHaveValue('Orion, then')
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  await chip.click()
  await page.getByRole('menuitem', { name: 'Move…' }).click()
  await page.getByLabel('New time').fill(`${MONTH}-13T08:15`)
  await page.getByRole('button', { name: 'Move', exact: true }).click()
  await expect(dayOf(page, 13)).toContainText('08:15')
  expect(await changed()).toMatchObject([{ moveTo: `${MONTH}-13T08:15` }])
  await chip.press('Alt+ArrowRight')
  await expect(dayOf(page, 14).getByRole('button', { name: /Cycle: / })).toHaveCount(2)
  await expect.poll(changed).toMatchObject([{ moveTo: `${MONTH}-14T08:15` }])
})

test.describe('by touch', () => {
  test.use({ hasTouch: true, viewport: { width: 820, height: 1100 } })

  test('226 a tablet shows titles, and a tap on a day begins a message', async ({
    page,
    sandbox,
  }) => {
    const { say } = await enter(page, sandbox, 'Tappers')
    await say('Tap dance', { rule: { kind: 'once', at: `${MONTH}-12T14:00` } })
    await page.goto(`${SCHEDULED}?view=month&date=${MONTH}-01`)
    const title = dayOf(page, 12).getByText('Tap dance')
    expect((await title.boundingBox())!.width).toBeGreaterThan(60)
    await dayOf(page, 14).tap({ position: { x: 30, y: 80 } })
    await expect(page).toHaveURL(new RegExp(`at=${MONTH}-14T09:00`))
  })
})
