import { createCycle, getCycle, pauseCycle, sendNextStep } from '@carillon/contract/cycles'
import type { Page, Route } from '@playwright/test'
import { expect, test, toasts } from './fixtures.ts'
import { enter, eveningCycle } from './groups.ts'
import { lose } from './lose.ts'

const LIST = '/dashboard/cycles'

test('028, 029, 031, 193, 202, 217, 218, 219 a template becomes a cycle that was seen before it started, and its history', async ({
  page,
  sandbox,
}) => {
  const { group } = await enter(page, sandbox, 'Chess Club')
  await page.goto(LIST)
  await expect(page.getByRole('heading', { name: 'Cycles', level: 1 })).toBeVisible()
  await expect(page.getByText('0 of 1 cycles')).toBeVisible()
  await page.getByRole('button', { name: /^Tips/ }).click()

  await expect(page).toHaveURL(/new-cycle\?template=tips$/)
  await expect(page.getByLabel('Name')).toHaveValue('Tips')
  const simulation = page.getByRole('region', { name: 'Simulation' })
  await expect(simulation).toContainText('choose a group')
  await page.getByRole('checkbox', { name: group.title }).check()
  const next = simulation.getByRole('list', { name: 'Next sends' }).getByRole('listitem')
  await expect(next).toHaveCount(10)

  // The template warns of nothing by itself; each day its three tips come too often.
  await expect(simulation).not.toContainText('within 7 days')
  await page.getByLabel('Repeats').selectOption('daily')
  await expect(simulation).toContainText('within 7 days')
  await page.getByLabel('Message of step 1').fill('Castle early.')
  await expect(next.first()).toContainText(/1\.\s*Castle early\./)
  await expect(page.getByRole('region', { name: 'Preview' })).toContainText('Castle early.')
  await page.getByRole('button', { name: 'More for step 1' }).click()
  await page.getByRole('menuitem', { name: 'Move down' }).click()
  await expect(next.nth(1)).toContainText(/2\.\s*Castle early\./)
  // The menu gives the focus back once it has gone.
  await expect(page.getByRole('button', { name: 'More for step 2' })).toBeFocused()
  await page.keyboard.press('Alt+ArrowUp')
  await expect(page.getByText('Step 2 is now step 1 of 3.')).toBeAttached()
  await expect(next.first()).toContainText(/1\.\s*Castle early\./)
  // What the template says only asks for a text.
  const start = page.getByRole('button', { name: 'Start', exact: true })
  await start.click()
  for (const [step, words] of [
    [2, 'Develop your pieces.'],
    [3, 'Watch the clock.'],
  ] as const) {
    const field = page.getByLabel(`Message of step ${step}`)
    await expect(field).toHaveAccessibleDescription(/Write your own text/)
    await field.fill(words)
  }
  // The simulation that the press waits for is asked again when its answer is lost.
  await lose(page, '**/api/cycles/simulate', { times: 1 })
  await start.click()

  await expect(page.getByRole('heading', { name: 'Tips', level: 1 })).toBeVisible()
  await toasts(page).getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Draft', { exact: true }).first()).toBeVisible()
  await page.getByRole('link', { name: 'Review and start' }).click()
  await start.click()
  await expect(
    page.getByRole('region', { name: 'Up next' }).getByRole('listitem').first(),
  ).toContainText('Castle early.')
  // What can be sent now changes with the hour and the day: what was read before that is refused, and read again.
  await showSecondStep(page)
  await page.reload()
  const sendNext = page.getByRole('button', { name: 'Send next now…' })
  await sendNext.click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Step 2 of 3 goes')
  await dialog.getByRole('button', { name: 'Send now' }).click()
  await expect(toasts(page)).toContainText('It could not be sent')
  await sendNext.click()
  await expect(dialog).toContainText('Step 1 of 3 goes')
  await dialog.getByRole('button', { name: 'Send now' }).click()
  const history = page.getByRole('region', { name: 'History' })
  await expect(history).toContainText(/1 of 1 sent/)
  await expect(history.getByRole('listitem').filter({ hasText: group.title }).last()).toContainText(
    'Sent',
  )
  const steps = page.getByRole('region', { name: 'Steps' }).getByRole('listitem')
  await expect(steps.first()).toContainText('Its turn came 1 time')
  await expect(steps.nth(1)).toContainText('Next')
  expect(await sandbox.ledger({ chat: Number(group.externalId) })).toMatchObject([
    { text: 'Castle early.' },
  ])

  await page.getByRole('link', { name: 'Cycles' }).first().click()
  const card = page.getByRole('article', { name: 'Tips' })
  await expect(card).toContainText('Round 1 · step 2 of 3')
  await card.getByRole('switch').click()
  await expect(card.getByText('Paused', { exact: true })).toBeVisible()
  // It resumes only after the next runs were shown.
  await card.getByRole('switch').click()
  const asked = page.getByRole('dialog', { name: 'Resume this cycle?' })
  await expect(asked).toContainText(/\d+ sends in the next 30 days/)
  await expect(asked.getByRole('list', { name: 'To look at' })).toContainText('within 7 days')
  const first = asked.getByRole('list', { name: 'Next sends' }).getByRole('listitem').first()
  await expect(first).toContainText(/2\.\s*Develop your pieces\./)
  await asked.getByRole('button', { name: 'Cancel' }).click()
  await expect(card.getByRole('switch')).toBeFocused()
  await card.getByRole('switch').click()
  await asked.getByRole('button', { name: 'Resume' }).click()
  await expect(card.getByRole('switch')).toBeChecked()
})

test('030, 145, 218 what a cycle lacks is said at its field, and a second one on Free as specified', async ({
  page,
  sandbox,
}) => {
  const { person, group } = await enter(page, sandbox, 'Plant Friends')
  await page.goto('/dashboard/new-cycle')
  const removeFirst = async () => {
    await page.getByRole('button', { name: 'More for step 1' }).click()
    await page.getByRole('menuitem', { name: 'Remove' }).click()
  }
  await page.getByLabel('Message of step 1').fill('Not meant to go.')
  await removeFirst()
  await toasts(page).getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByLabel('Message of step 1')).toHaveValue('Not meant to go.')
  await removeFirst()
  await page.getByRole('button', { name: 'Start', exact: true }).click()
  await expect(page.getByLabel('Name')).toHaveAccessibleDescription(/Give the cycle a name\./)
  await expect(page.getByRole('region', { name: 'Steps' })).toContainText(
    'Add at least one message.',
  )
  await expect(page.getByRole('group', { name: /^Groups/ })).toContainText(
    'Choose at least one group.',
  )
  await page.getByRole('button', { name: 'Add a step' }).click()
  await page.getByLabel('Message of step 1').fill('Hello.')
  await page.getByLabel('Name').fill('Second')
  await page.getByRole('checkbox', { name: group.title }).check()
  // A number that is not shown is not judged, and is judged again with its field.
  await page.getByLabel('Rotation ends').selectOption('rounds')
  await page.getByLabel('Number of rounds').fill('0')
  await page.getByLabel('Rotation ends').focus()
  await expect(page.getByText('Give 1 or more.')).toHaveCount(2)
  await page.getByLabel('Rotation ends').selectOption('never')
  await expect(page.getByText('Give 1 or more.')).toHaveCount(0)
  await page.getByLabel('Rotation ends').selectOption('sends')
  await expect(page.getByText('Give 1 or more.')).toHaveCount(2)
  await page.getByLabel('Rotation ends').selectOption('never')

  // Another tab was faster.
  const { id } = await person.call(createCycle, { body: eveningCycle([group.id]) })
  await page.getByRole('button', { name: 'Start', exact: true }).click()
  await expect(toasts(page)).toContainText('Cycles Limit Reached')
  await expect(toasts(page)).toContainText(
    "You've reached the maximum number of Cycles for your current tier. Upgrade to pro for more.",
  )
  await toasts(page).getByRole('button', { name: 'Upgrade' }).click()
  await expect(page).toHaveURL(/\/dashboard\/pricing/)
  // The first time the prices may still be loading.
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'New cycle', level: 1 })).toBeVisible()
  await expect(page).toHaveURL(/\/new-cycle/)
  await page.goForward()
  await expect(page.getByRole('heading', { name: 'Choose Your Plan' })).toBeVisible()
  await page.goBack()
  await expect(page.getByLabel('Name')).toHaveValue('Second')
  await expect(page.getByRole('button', { name: 'Step 1 Hello.' })).toBeVisible()

  await page.goto(LIST)
  await expect(page.getByText('1 of 1 cycles')).toBeVisible()
  await page.getByRole('button', { name: 'New cycle' }).click()
  await expect(toasts(page)).toContainText('Cycles Limit Reached')

  await page.goto(`${LIST}/${id}/edit`)
  await expect(page.getByLabel('Name')).toHaveValue('Evening notices')
  await expect(page.getByLabel('Message of step 1')).toHaveValue('Feed the cat.')
})

test('219 a step is made the next, and a deleted cycle comes back', async ({ page, sandbox }) => {
  const { person, group } = await enter(page, sandbox, 'Cat Sitters')
  const { id } = await person.call(createCycle, { body: eveningCycle([group.id]) })
  await page.goto(`${LIST}/${id}`)
  const step = page
    .getByRole('region', { name: 'Steps' })
    .getByRole('listitem')
    .filter({ hasText: 'Water the plants.' })
  await page.getByRole('button', { name: 'More for step 2' }).click()
  await page.getByRole('menuitem', { name: 'Make it the next' }).click()
  await expect(toasts(page)).toContainText('Step 2 is next')
  await expect(step).toContainText('Next')
  await toasts(page).getByRole('button', { name: 'Undo' }).click()
  await expect(step).not.toContainText('Next')
  await page.getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(page).toHaveURL(new RegExp(`${LIST}$`))
  await expect(page.getByText('No cycles yet')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('article', { name: 'Evening notices' })).toBeVisible()
})

test('219 a paused cycle that is edited stays paused until somebody resumes it', async ({
  page,
  sandbox,
}) => {
  const { person, group } = await enter(page, sandbox, 'Cat Sitters')
  const { id } = await person.call(createCycle, { body: eveningCycle([group.id]) })
  const until = new Date(Date.now() + 20 * 86_400_000).toISOString()
  await person.call(pauseCycle, { params: { id }, body: { until } })
  await page.goto(`${LIST}/${id}`)
  // What it would have sent until then does not come.
  const times = page.getByRole('region', { name: 'Up next' }).locator('time')
  await expect(times).toHaveCount(10)
  expect((await times.first().getAttribute('datetime'))! > until).toBe(true)
  const rename = async (name: string, button: string) => {
    await page.goto(`${LIST}/${id}/edit`)
    await page.getByLabel('Name', { exact: true }).fill(name)
    await page.getByRole('button', { name: button, exact: true }).click()
    await expect(page).toHaveURL(new RegExp(`${LIST}/${id}$`))
  }
  await rename('Morning notices', 'Save')
  await expect(toasts(page)).toContainText('It stays paused.')
  const read = () => person.call(getCycle, { params: { id } })
  expect(await read()).toMatchObject({ name: 'Morning notices', status: 'paused' })
  await rename('Night notices', 'Save and resume')
  await expect(toasts(page)).toContainText('Cycle resumed')
  expect(await read()).toMatchObject({ name: 'Night notices', status: 'active' })
})

test('219 what became of a copy that the next one replaces is told in the history', async ({
  page,
  sandbox,
}) => {
  const { person, group } = await enter(page, sandbox, 'Cat Sitters')
  const body = { ...eveningCycle([group.id]), replacePrevious: true }
  const { id } = await person.call(createCycle, { body })
  const sendNext = async () => {
    await person.call(sendNextStep, { params: { id } })
    const occurrence = async () => (await person.call(getCycle, { params: { id } })).occurrence
    await expect.poll(async () => (await occurrence())?.status).toBe('done')
  }
  await sendNext()
  await page.goto(`${LIST}/${id}`)
  const history = page.getByRole('region', { name: 'History' })
  await expect(history).toContainText('Feed the cat.')
  await sendNext()
  // It appears by a live event, since the deletion follows the next copy.
  await expect(history).toContainText('It was deleted in the group when the next copy had come.')
  await history.getByText('Details').last().click()
  await expect(history.getByText('Deleted', { exact: true }).last()).toBeVisible()
})

/** Until a send is asked for, answers with a cycle that would send its second step. */
async function showSecondStep(page: Page) {
  const url = /\/api\/cycles\/[^/?]+(\/send-next)?$/
  const answer = async (route: Route) => {
    if (route.request().url().endsWith('/send-next')) await page.unroute(url, answer)
    if (route.request().method() !== 'GET') return route.fallback()
    const response = await route.fetch()
    const { data } = await response.json()
    const [part] = data.sendNext
    const second = { ...part, stepId: data.steps[1].id, step: 1 }
    const json = { data: { ...data, sendNext: [second] } }
    // The page that asked may be gone.
    return route.fulfill({ response, json }).catch(() => {})
  }
  await page.route(url, answer)
}
