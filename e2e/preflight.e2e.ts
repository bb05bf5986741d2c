import { updateGroup } from '@carillon/contract/groups'
import { openCommunity } from '../tools/community.ts'
import { violationsOf } from './axe.ts'
import { admit, expect, test } from './fixtures.ts'

test('on a phone a step of a cycle shows what will not happen as asked, and one press fixes it', async ({
  page,
  product,
}) => {
  const email = 'preflight-cycle@example.org'
  const { person, groups } = await openCommunity(product, {
    bots: 1,
    groupsPerBot: 3,
    email,
    title: 'Walkers',
  })
  const [quiet, muted] = groups
  const hours = { from: '00:00', to: '23:59', mode: 'hold' as const }
  await person.call(updateGroup, {
    params: { id: quiet!.id },
    body: { rev: quiet!.rev, quietHours: hours },
  })
  await person.call(updateGroup, {
    params: { id: muted!.id },
    body: { rev: muted!.rev, muted: true },
  })
  await admit(page, person)
  await page.setViewportSize({ width: 390, height: 800 })
  await page.goto('/dashboard/new-cycle')
  await page.getByText('Poll', { exact: true }).click()
  await page.getByLabel('Question').fill('Who walks?')
  await page.getByLabel('Answer 1', { exact: true }).fill('I')
  await page.getByLabel('Answer 2', { exact: true }).fill('Not I')
  const area = page.getByRole('group', { name: /^Groups/ })
  for (const group of [quiet, groups[2]]) {
    await area.getByRole('checkbox', { name: group!.title }).check()
  }
  await expect(area).toContainText('it waits until 23:59')
  await page.getByRole('button', { name: /^1 group later/ }).click()
  const check = page.getByRole('region', { name: 'Step 1 before it is sent' })
  await expect(check).toBeFocused()
  await expect(check).toContainText(/2 messages; the last group has it about .+ later\./)
  await expect(page.getByRole('list', { name: 'Answers of the poll' })).toBeVisible()
  expect(await violationsOf(page)).toEqual([])

  await check.getByRole('button', { name: `Take the group out ${quiet!.title}` }).click()
  await expect(check).toContainText('Nothing stands in the way.')
  await expect(page.getByRole('button', { name: /^1 group later/ })).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await check.getByRole('button', { name: /^Choose another time/ }).click()
  await expect(page.getByText('Timetable', { exact: true })).toBeInViewport()
})

test('a check that cannot be made is told, and made again by a press', async ({
  page,
  product,
}) => {
  const email = 'preflight-away@example.org'
  const size = { bots: 1, groupsPerBot: 1, email, title: 'Ferry' }
  const { person } = await openCommunity(product, size)
  await admit(page, person)
  let away = true
  await page.route('**/api/messages/preflight', async (route) => {
    const error = { code: 'unavailable', message: 'The server is restarting.' }
    return away ? route.fulfill({ status: 503, json: { error } }) : route.continue()
  })
  await page.goto('/dashboard/new-message')
  await page.getByLabel('Message', { exact: true }).fill('Hello.')
  await page.getByRole('checkbox', { name: 'Ferry 0.0' }).check()
  const check = page.getByRole('region', { name: 'Before it is sent' })
  await expect(check).toContainText('It could not be checked.')
  await expect(check).toContainText('The server is restarting.')
  away = false
  await check.getByRole('button', { name: 'Retry' }).click()
  await expect(check).toContainText(/1 message; the group has it at \d/)
})
