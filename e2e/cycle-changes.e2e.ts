import {
  changeCycleSlot,
  createCycle,
  type CycleSlotChange,
  getCycle,
} from '@carillon/contract/cycles'
import type { Locator } from '@playwright/test'
import { expect, test, toasts } from './fixtures.ts'
import { enter, eveningCycle } from './groups.ts'

const LIST = '/dashboard/cycles'

test('218 a color is chosen by keyboard, and is seen with the cycle wherever it is', async ({
  page,
  sandbox,
}) => {
  const { person, group } = await enter(page, sandbox, 'Paint Box')
  const { id } = await person.call(createCycle, { body: eveningCycle([group.id]) })
  await page.goto(`${LIST}/${id}/edit`)
  const colors = page.getByRole('group', { name: /^Color/ })
  await colors.getByRole('radio', { name: 'None' }).focus()
  for (let presses = 0; presses < 7; presses++) await page.keyboard.press('ArrowRight')
  await expect(colors.getByRole('radio', { name: 'Blue' })).toBeFocused()
  await expect(colors).toContainText('Color · Blue')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  // The sign of cycles, in a blue.
  const bluish = (mark: Locator) =>
    mark.evaluate((node) =>
      Number(/oklch\(\S+ \S+ ([\d.]+)/.exec(getComputedStyle(node).color)?.[1]),
    )
  const heading = page.getByRole('heading', { name: 'Evening notices', level: 1 })
  expect(await bluish(heading.locator('svg'))).toBeCloseTo(270, -1)
  await page.goto(LIST)
  const card = page.getByRole('article', { name: 'Evening notices' })
  await expect(card.getByRole('heading').locator('svg')).toBeVisible()
  await page.goto('/dashboard/messages/scheduled?view=month')
  const send = page.getByRole('button', { name: /Evening notices/ }).first()
  await expect(send.locator('.lucide-orbit')).toBeVisible()
})

test('219 changes to single runs that a new timetable has no place for are listed, with what they were', async ({
  page,
  sandbox,
}) => {
  const { person, group } = await enter(page, sandbox, 'Tide Table')
  const cycle = await person.call(createCycle, { body: eveningCycle([group.id]) })
  const change = (n: number, body: CycleSlotChange) =>
    person.call(changeCycleSlot, {
      params: { id: cycle.id, slotAt: cycle.nextRuns[n]!.slotAt },
      body,
    })
  await change(0, { skip: true })
  await change(1, { content: { kind: 'text', text: '*Spring* tide!' } })
  await page.goto(`${LIST}/${cycle.id}/edit`)
  await page.getByLabel('Time 1').fill('05:00')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const gone = page.getByRole('list', { name: 'Changes that are gone' }).getByRole('listitem')
  await expect(gone).toHaveText([/04:00: was skipped$/, /04:00: said “Spring tide!”$/])
  await page.getByRole('link', { name: 'Done' }).click()
  await expect(page.getByRole('heading', { name: 'Evening notices', level: 1 })).toBeVisible()

  // Who leaves can save, and goes where they wanted to go.
  await page.goto(`${LIST}/${cycle.id}/edit`)
  await page.getByLabel('Name').fill('Tides')
  await page.getByRole('link', { name: 'Calendar' }).first().click()
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  await question.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page).toHaveURL(/view=month/)
  const saved = await person.call(getCycle, { params: { id: cycle.id } })
  expect(saved).toMatchObject({ name: 'Tides', status: 'active' })
})

test('218 a message becomes a step, and a step a message', async ({ page, sandbox }) => {
  const { person, group, say } = await enter(page, sandbox, 'Tea Drinkers')
  const { id } = await person.call(createCycle, { body: eveningCycle([group.id]) })
  const at = `${new Date().getUTCFullYear() + 1}-05-01T09:00`
  const message = await say('Warm the pot *first*.', { rule: { kind: 'once', at } })
  await page.goto(`/dashboard/messages/edit/${message.id}`)
  await page.getByRole('button', { name: 'Actions', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Add to a cycle…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add it to a cycle' })
  await dialog.getByRole('link', { name: /Evening notices/ }).click()

  await expect(page.getByLabel('Message of step 3')).toHaveValue('Warm the pot *first*.')
  await expect(page.getByRole('region', { name: 'Preview' })).toContainText('Warm the pot first.')
  // It is added once, also after a reload; who chooses it again sees that it is there twice.
  const cards = page.getByRole('button', { name: /^More for step/ })
  await page.reload()
  await expect(page.getByText('It is not saved yet.')).toBeVisible()
  await expect(cards).toHaveCount(3)
  await page.goto(`${LIST}/${id}/edit?message=${message.id}`)
  await expect(cards).toHaveCount(4)
  await page.getByRole('button', { name: 'More for step 4' }).click()
  await page.getByRole('menuitem', { name: 'Remove' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Evening notices', level: 1 })).toBeVisible()
  const steps = page.getByRole('region', { name: 'Steps' }).getByRole('listitem')
  await expect(steps.nth(2)).toContainText('Warm the pot first.')
  await expect(steps).toHaveCount(3)
  await page.getByRole('button', { name: 'More for step 3' }).click()
  await page.getByRole('menuitem', { name: 'Use it as a message' }).click()
  await expect(page.getByLabel('Message', { exact: true })).toHaveValue('Warm the pot *first*.')
  await expect(page.getByRole('checkbox', { name: group.title })).toBeChecked()
})

test('219 single runs are skipped, moved and reworded, each with a way back', async ({
  page,
  sandbox,
}) => {
  const { person, group } = await enter(page, sandbox, 'Bird Watchers')
  const body = eveningCycle([group.id])
  body.steps![0]!.content.variants = ['Feed both cats.']
  const { id } = await person.call(createCycle, { body })
  await page.goto(`${LIST}/${id}`)
  const ahead = page.getByRole('region', { name: 'Up next' })
  const runs = ahead.getByRole('list', { name: 'Next sends' }).getByRole('listitem')
  const act = async (n: number, what: string) => {
    await runs.nth(n).getByRole('button').click()
    await page.getByRole('menuitem', { name: what }).click()
  }
  await expect(runs.first()).toContainText(/Feed the cat\..*one of 2 texts/)
  const at = (n: number) => runs.nth(n).locator('time')
  const [first, second] = [
    (await at(0).getAttribute('datetime'))!,
    (await at(1).getAttribute('datetime'))!,
  ]
  await act(0, 'Skip this one')
  const left = ahead.getByRole('list', { name: 'Skipped ones' })
  await expect(left).toContainText('skipped')
  // It stands before the runs that are sent, where it would have been.
  const top = async (of: Locator) => (await of.boundingBox())!.y
  expect(await top(left)).toBeLessThan(await top(runs.first()))
  // Its row is gone; the focus is on the next one.
  await expect(runs.first().getByRole('button')).toBeFocused()
  // No step is lost by it.
  await expect(at(0)).toHaveAttribute('datetime', second)
  await expect(runs.first()).toContainText('Feed the cat.')
  await toasts(page).getByRole('button', { name: 'Undo' }).click()
  await expect(at(0)).toHaveAttribute('datetime', first)

  await act(1, 'Edit text…')
  const words = page.getByRole('dialog', { name: 'Edit the text of this run' })
  await expect(words.getByLabel('Message')).toHaveValue('Water the plants.')
  await expect(words).toContainText(
    'This text is sent instead of step 2. Step 2 comes at the next run.',
  )
  await words.getByLabel('Message').fill('Today the owls.')
  await words.getByRole('button', { name: 'Save' }).click()
  await expect(toasts(page)).toContainText('What it would have sent comes at the next run.')
  await expect(runs.nth(1)).toContainText('Today the owls.')
  await expect(runs.nth(2)).toContainText('Water the plants.')

  await act(1, 'Move…')
  const moving = page.getByRole('dialog', { name: 'Move this run' })
  const time = moving.getByLabel('New time')
  await expect(time).toBeFocused()
  const later = (await time.inputValue()).replace(/T.*/, 'T20:15')
  await time.fill(later)
  await moving.getByRole('button', { name: 'Move' }).click()
  await expect(runs.nth(1)).toContainText(/0?8:15|20:15/)
  await expect(runs.nth(1)).toContainText('Today the owls.')
  await act(1, 'Undo change')
  await expect(runs.nth(1)).toContainText('Water the plants.')
})
