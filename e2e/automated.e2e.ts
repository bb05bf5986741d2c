import type { Group } from '@carillon/contract/groups'
import { updateMe } from '@carillon/contract/users'
import { createMessage, listMessages, type MessageInput } from '@carillon/contract/messages'
import type { Page } from '@playwright/test'
import { newPerson, type Person } from '../tools/client.ts'
import type { Product } from '../tools/product.ts'
import type { SandboxClient } from '../sandbox/src/testing/client.ts'
import { arrive, expect, test, ZONE } from './fixtures.ts'
import { bringGroup } from './groups.ts'

const AUTOMATED = '/dashboard/messages/automated'

// A rule is at least a minute, so the next run may be a minute away.
test.setTimeout(150_000)
const UNTIL_SENT = { timeout: 90_000 }

test('024, 215, 222 a message repeats by a rule that is shown in words before, until it is switched off', async ({
  page,
  product,
  sandbox,
}) => {
  const { group } = await enter(page, product, sandbox, 'River Rowers')
  await expect(page).toHaveURL(new RegExp(`${AUTOMATED}$`))
  await expect(page.getByRole('heading', { name: 'Automated Messages' })).toBeVisible()
  await page.getByRole('link', { name: 'Write one that repeats' }).click()
  await page.getByLabel('Message', { exact: true }).fill('Turn your *phone* around.')
  await page.getByRole('checkbox', { name: group.title }).check()
  await page.getByLabel('Repeats').selectOption('every')
  await page.getByLabel('Every', { exact: true }).fill('1')
  await page.getByLabel('Unit').selectOption('minute')
  await page.getByLabel('Counted from').fill('2026-01-01T00:00')
  const runs = page.getByRole('region', { name: 'Next runs' })
  await expect(runs).toContainText('Every minute')
  await expect(runs.getByRole('listitem')).toHaveCount(5)
  await page.getByRole('button', { name: 'Start', exact: true }).click()

  await expect(page).toHaveURL(new RegExp(`${AUTOMATED}$`))
  const row = rowOf(page, 'Turn your phone around.')
  await expect(row).toContainText('Every minute')
  const next = row.getByRole('list', { name: 'Next runs' }).getByRole('listitem')
  await expect(next).toHaveCount(1)
  await row.getByRole('button', { name: '+2 more: show more runs' }).click()
  await expect(next).toHaveCount(3)
  await expect(row.getByRole('switch')).toBeChecked()
  await expect(row.getByRole('img', { name: /^Last 1 run: 1 sent/ })).toBeVisible(UNTIL_SENT)
  const today = page.getByRole('region', { name: 'Today' })
  await expect(today).toContainText('1 sent')
  // This comes above, and moves what is pressed next.
  await expect(page.getByText('Your first message is delivered')).toBeVisible()
  await today.getByRole('button', { name: /^Actions for Turn your phone around\. of/ }).click()
  await expect(page.getByRole('menuitem', { name: 'Skip this one' })).toBeVisible()
  await page.keyboard.press('Escape')

  await row.getByRole('switch').click()
  await expect(row.getByText('Paused', { exact: true })).toBeVisible()
  await expect(row.getByRole('switch')).not.toBeChecked()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row.getByRole('switch')).toBeChecked()
  await row.getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('menuitem', { name: 'Pause…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Pause this message?' })
  await dialog.getByLabel('Until a time').check()
  await dialog.getByLabel(/^Until, in/).fill('2020-01-01T09:00')
  await dialog.getByRole('button', { name: 'Pause' }).click()
  await expect(dialog.getByText('This time has passed. Choose a later one.')).toBeVisible()
  await dialog.getByLabel(/^Until, in/).fill('2031-03-30T09:00')
  await dialog.getByRole('button', { name: 'Pause' }).click()
  await expect(row).toContainText(/Pause ends: .*2031/)
  await row.getByRole('switch').click()
  await expect(row.getByRole('switch')).toBeChecked()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row).toContainText(/Pause ends: .*2031/)
  expect(await sandbox.judge()).toMatchObject({ duplicates: [], violations: { total: 0 } })
})

test('216 what is wrong with a rule is said at its field, and what the clocks do to it', async ({
  page,
  product,
  sandbox,
}) => {
  await enter(page, product, sandbox, 'Early Birds')
  await page.goto('/dashboard/new-message?kind=automated')
  await page.getByLabel('Message', { exact: true }).fill('Good morning.')
  await page.getByRole('checkbox', { name: 'Early Birds' }).check()
  const start = page.getByRole('button', { name: 'Start', exact: true })
  const runs = page.getByRole('region', { name: 'Next runs' })

  // What only the server knows is said until it is corrected.
  await page.getByLabel('Repeats').selectOption('cron')
  const cron = page.getByLabel('Cron expression')
  await cron.fill('0 0 31 2 *')
  await expect(cron).toHaveAccessibleDescription(/This never comes/)
  await cron.fill('0 9 * * *')
  await expect(cron).not.toHaveAccessibleDescription(/This never comes/)

  // What is said of a field goes when another choice is made, on the page and at its foot.
  await page.getByLabel('Repeats').selectOption('monthly')
  await page.getByLabel('Day of the month').fill('32')
  await page.getByLabel('Repeats').focus()
  await expect(page.getByText('Use at most 31.')).toHaveCount(2)
  await page.getByLabel('the last day').check()
  await expect(page.getByText('Use at most 31.')).toHaveCount(0)
  await page.getByLabel('the day', { exact: true }).check()
  await expect(page.getByText('Use at most 31.')).toHaveCount(2)

  await page.getByLabel('Repeats').selectOption('weekly')
  const days = page.getByRole('group', { name: 'On', exact: true })
  for (const day of await days.getByRole('checkbox', { checked: true }).all()) {
    await day.press('Space')
  }
  await start.click()
  await expect(days).toContainText('Choose at least one day.')
  await expect(runs).toContainText('Complete the rule to see its next times.')
  await days.getByRole('checkbox', { name: 'Sunday' }).press('Space')

  await page.getByLabel('Repeats').selectOption('cron')
  await cron.fill('0 25 * * *')
  await start.click()
  await expect(cron).toHaveAccessibleDescription(/The hour is 0 to 23/)
  const check = page.getByRole('region', { name: 'Before it is sent' })
  await expect(check).toContainText('Its time has to be chosen first.')
  await expect(check).not.toContainText('Nothing stands in the way')
  await cron.fill('30 2 * * *')
  await page.getByLabel('Starts').fill('2027-03-28')
  await expect(runs.getByRole('listitem').first()).toContainText(
    '02:30 does not exist that day: the clocks go forward. Sent at 03:30.',
  )
  await page.getByLabel('Ends').selectOption('on')
  await page.getByLabel('Last day').fill('2027-03-01')
  await start.click()
  await expect(page.getByLabel('Last day')).toHaveAccessibleDescription(/before the start/)
  await page.getByLabel('Ends').selectOption('never')
  await expect(page.getByText(/before the start/)).toHaveCount(0)
  await page.getByLabel('Ends').selectOption('on')
  await page.getByLabel('Last day').fill('2027-03-30')
  await start.click()
  await expect(page).toHaveURL(new RegExp(`${AUTOMATED}$`))
  await expect(rowOf(page, 'Good morning.')).toContainText(/28 Mar/)
})

test('027, 214 automated messages are found, edited, duplicated, and deleted with a way back', async ({
  page,
  product,
  sandbox,
}) => {
  const { person, group } = await enter(page, product, sandbox, 'Book Club')
  const say = (text: string, input: Partial<MessageInput> = {}) =>
    person.call(createMessage, {
      body: {
        kind: 'automated',
        content: { text },
        groupIds: [group.id],
        schedule: { timeZone: ZONE, rule: { kind: 'weekly', days: ['fri'], at: ['19:00'] } },
        status: 'active',
        ...input,
      },
    })
  const quiz = await say('Friday quiz')
  await say('Bring a book')
  await say('Half an idea', { status: 'draft' })
  await page.reload()
  const list = page.getByRole('region', { name: 'Automated messages' })
  await expect(list.getByRole('switch')).toHaveCount(2)

  await page.getByLabel('Search the messages').fill('quiz')
  await expect(page).toHaveURL(/q=quiz/)
  await expect(rowOf(page, 'Bring a book')).toBeHidden()
  await page.getByLabel('Search the messages').fill('')
  await page.getByLabel('Show', { exact: true }).selectOption('drafts')
  await expect(page).toHaveURL(/show=drafts/)
  await expect(rowOf(page, 'Friday quiz')).toBeHidden()
  await expect(rowOf(page, 'Half an idea')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Show', { exact: true })).toHaveValue('drafts')
  await page.getByLabel('Show', { exact: true }).selectOption('all')

  await list.getByRole('link', { name: 'Friday quiz' }).click()
  await expect(page).toHaveURL(new RegExp(`/messages/edit/${quiz.id}$`))
  await expect(page.getByLabel('Message', { exact: true })).toHaveValue('Friday quiz')
  await expect(page.getByRole('checkbox', { name: 'Friday' })).toBeChecked()
  await expect(page.getByLabel('Time 1')).toHaveValue('19:00')
  await page.getByLabel('Time 1').fill('20:15')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(rowOf(page, 'Friday quiz')).toContainText('20:15')

  await rowOf(page, 'Friday quiz').getByRole('button', { name: '+2 more: show more runs' }).click()
  const listed = rowOf(page, 'Friday quiz').getByRole('list', { name: 'Next runs' })
  const runs = listed.getByRole('button', { name: /^Run of / })
  const first = (await runs.first().getAttribute('aria-label')) ?? ''
  await runs.first().click()
  await page.getByRole('menuitem', { name: 'Skip this one' }).click()
  await expect(listed.getByRole('button', { name: first })).toBeHidden()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(listed.getByRole('button', { name: first })).toBeVisible()
  await runs.nth(1).click()
  await page.getByRole('menuitem', { name: 'Edit text…' }).click()
  await page.getByRole('dialog').getByLabel('Message', { exact: true }).fill('No quiz today')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(runs.nth(1)).toContainText('own text')
  const heights = await runs.evaluateAll((all) => all.map((one) => one.clientHeight))
  expect(Math.max(...heights), 'each on one line').toBeLessThan(30)

  await rowOf(page, 'Friday quiz').getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('menuitem', { name: 'Duplicate' }).click()
  await expect(page).not.toHaveURL(new RegExp(AUTOMATED))
  await expect(page.getByLabel('Message', { exact: true })).toHaveValue('Friday quiz')
  await page.goto(AUTOMATED)

  await rowOf(page, 'Bring a book').getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(rowOf(page, 'Bring a book')).toBeHidden()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(rowOf(page, 'Bring a book').getByRole('switch')).toBeChecked()
  const { items } = await person.call(listMessages, { query: { kind: 'automated' } })
  expect(items.map(({ content }) => content.text).toSorted()).toEqual([
    'Bring a book',
    'Friday quiz',
    'Friday quiz',
    'Half an idea',
  ])
})

/** A person with a group, signed in where the dashboard opens. */
async function enter(
  page: Page,
  product: Product,
  sandbox: SandboxClient,
  title: string,
): Promise<{ person: Person; group: Group }> {
  const name = title.toLowerCase().replaceAll(' ', '-')
  const person = await newPerson(product.url, `${name}@example.org`)
  await person.call(updateMe, { body: { timeZone: ZONE } })
  const group = await bringGroup(person, sandbox, title)
  await arrive(page, '/dashboard', person)
  return { person, group }
}

const rowOf = (page: Page, text: string) =>
  page
    .getByRole('region', { name: 'Automated messages' })
    .getByRole('listitem')
    .filter({ has: page.getByRole('link', { name: text }) })
