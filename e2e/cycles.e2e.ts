import { createCycle, type CycleInput } from '@carillon/contract/cycles'
import { expect, test, toasts, ZONE } from './fixtures.ts'
import { enter } from './groups.ts'

const LIST = '/dashboard/cycles'

/** A cycle that goes out only by hand during a story. */
const input = (groupIds: string[]): CycleInput => ({
  status: 'active',
  name: 'Evening notices',
  steps: [
    { content: { text: 'Feed the cat.' }, enabled: true },
    { content: { text: 'Water the plants.' }, enabled: true },
  ],
  groupIds,
  schedule: { timeZone: ZONE, rule: { kind: 'weekly', days: ['sun'], at: ['04:00'] } },
})

test('028, 029, 031, 193, 202, 217, 218, 219 a template becomes a cycle that was seen before it started, and its history', async ({
  page,
  sandbox,
}) => {
  const { group } = await enter(page, sandbox, 'Chess Club')
  await page.goto(LIST)
  await expect(page.getByRole('heading', { name: 'Cycles', level: 1 })).toBeVisible()
  await expect(page.getByText('0 of 1 cycles')).toBeVisible()
  await page.getByRole('button', { name: /^Daily tip/ }).click()

  await expect(page).toHaveURL(/new-cycle\?template=daily-tip$/)
  await expect(page.getByLabel('Name')).toHaveValue('Daily tip')
  const simulation = page.getByRole('region', { name: 'Simulation' })
  await expect(simulation).toContainText('choose a group')
  await page.getByRole('checkbox', { name: group.title }).check()
  const next = simulation.getByRole('list', { name: 'Next sends' }).getByRole('listitem')
  await expect(next).toHaveCount(10)

  // In order, so that what is moved is seen in what will be sent.
  await page.getByRole('radio', { name: /^In order, again/ }).check()
  await page.getByLabel('Message of step 1').fill('Castle early.')
  await expect(next.first()).toContainText('1. Castle early.')
  await page.getByRole('button', { name: 'Move step 1 down' }).click()
  await expect(next.nth(1)).toContainText('2. Castle early.')
  await page.keyboard.press('Alt+ArrowUp')
  await expect(next.first()).toContainText('1. Castle early.')
  await page.getByRole('button', { name: 'Start', exact: true }).click()

  await expect(page.getByRole('heading', { name: 'Daily tip', level: 1 })).toBeVisible()
  await expect(
    page.getByRole('region', { name: 'Up next' }).getByRole('listitem').first(),
  ).toContainText('Castle early.')
  await page.getByRole('button', { name: 'Send next now' }).click()
  const history = page.getByRole('region', { name: 'History' })
  await expect(history).toContainText(/1 of 1 sent/)
  await expect(history.getByRole('listitem').filter({ hasText: group.title }).last()).toContainText(
    'Sent',
  )
  const steps = page.getByRole('region', { name: 'Steps' }).getByRole('listitem')
  await expect(steps.first()).toContainText('Sent 1 time')
  await expect(steps.nth(1)).toContainText('Next')
  expect(await sandbox.ledger({ chat: Number(group.externalId) })).toMatchObject([
    { text: 'Castle early.' },
  ])

  await page.getByRole('link', { name: 'Cycles' }).first().click()
  const card = page.getByRole('article', { name: 'Daily tip' })
  await expect(card).toContainText('Round 1 · step 2 of 3')
  await card.getByRole('switch').click()
  await expect(card.getByText('Paused', { exact: true })).toBeVisible()
  await card.getByRole('switch').click()
  await expect(card.getByRole('switch')).toBeChecked()
})

test('030, 145, 218 what a cycle lacks is said at its field, and a second one on Free as specified', async ({
  page,
  sandbox,
}) => {
  const { person, group } = await enter(page, sandbox, 'Plant Friends')
  await page.goto('/dashboard/new-cycle')
  await page.getByRole('button', { name: 'More for step 1' }).click()
  await page.getByRole('menuitem', { name: 'Remove' }).click()
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

  // Another tab was faster.
  const { id } = await person.call(createCycle, { body: input([group.id]) })
  await page.getByRole('button', { name: 'Start', exact: true }).click()
  await expect(toasts(page)).toContainText('Cycles Limit Reached')
  await expect(toasts(page)).toContainText(
    "You've reached the maximum number of Cycles for your current tier. Upgrade to pro for more.",
  )

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
  const { id } = await person.call(createCycle, { body: input([group.id]) })
  await page.goto(`${LIST}/${id}`)
  await page.getByRole('button', { name: 'Make step 2 the next' }).click()
  await expect(toasts(page)).toContainText('Step 2 is next')
  await page.getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(page).toHaveURL(new RegExp(`${LIST}$`))
  await expect(page.getByText('No cycles yet')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('article', { name: 'Evening notices' })).toBeVisible()
})
