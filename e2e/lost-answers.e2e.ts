import { deleteGroup } from '@carillon/contract/groups'
import { listMessages, listOccurrences } from '@carillon/contract/messages'
import type { Page, Route } from '@playwright/test'
import { arrive, expect, test } from './fixtures.ts'
import { enter } from './groups.ts'
import { choose, DAILY, LATER, text } from './message-page.ts'

/** Drops the answers to these requests, which the server has done. Returns the function that stops it. */
async function lose(page: Page, url: string, options: { times?: number } = {}) {
  const answerNothing = async (route: Route) => {
    await route.fetch()
    await route.abort()
  }
  await page.route(url, answerNothing, options)
  return () => page.unroute(url, answerNothing)
}

test('a series sent now goes once, also when the answer is lost: the page asks again by itself', async ({
  page,
  sandbox,
}) => {
  const { person, say } = await enter(page, sandbox, 'Bell Ringers')
  const { id } = await say('Practice at eight.', DAILY, 'automated')
  await page.goto(`/dashboard/messages/edit/${id}`)
  await lose(page, '**/send-now', { times: 1 })
  await choose(page, 'Send now…')
  const dialog = page.getByRole('dialog', { name: 'Send it now?' })
  await dialog.getByRole('button', { name: 'Send now' }).click()
  await expect(page.getByText('No answer from the server yet', { exact: true })).toBeVisible()
  await expect(dialog).toBeHidden()
  // “Sending now” changes into the result.
  await expect(page.getByText('Sent to 1 of 1 group', { exact: true })).toBeVisible()
  const { items } = await person.call(listOccurrences, { params: { id }, query: {} })
  expect(items).toHaveLength(1)
})

test('a new message that is sent now while answers are lost goes once, and the page finds out by itself', async ({
  page,
  sandbox,
}) => {
  const { person } = await enter(page, sandbox, 'Night Shift')
  await page.goto('/dashboard/new-message')
  await lose(page, '**/api/messages', { times: 1 })
  await lose(page, '**/send-now', { times: 1 })
  await text(page).fill('The gate is open.')
  await page.getByRole('checkbox', { name: 'Night Shift' }).check()
  await page.getByText('Now', { exact: true }).click()
  await page.getByRole('button', { name: 'Send now' }).click()
  await expect(page.getByText('The server cannot be reached')).toBeVisible()
  await expect(page.getByText('Sent to 1 of 1 group', { exact: true })).toBeVisible()
  await expect(page).toHaveURL(/\/messages\/edit\//)
  const { items } = await person.call(listMessages, { query: { kind: 'scheduled' } })
  expect(items).toMatchObject([{ status: 'sent', runs: 1 }])
})

test('a message whose answer was lost is one message, also when its text is changed and the page is loaded anew', async ({
  page,
}) => {
  const person = await arrive(page, '/dashboard/new-message')
  const found = await lose(page, '**/api/messages')
  await text(page).fill('Rehearsal at six')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByText('The server cannot be reached')).toBeVisible()
  await text(page).fill('Rehearsal at seven')
  await found()
  await page.reload()
  await expect(text(page)).toHaveText('Rehearsal at seven')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByText('Draft saved', { exact: true })).toBeVisible()
  const texts = async () =>
    (await person.call(listMessages, { query: { kind: 'scheduled' } })).items.map(
      ({ content }) => content.text,
    )
  expect(await texts()).toEqual(['Rehearsal at seven'])

  // The unanswered save must not look like a change of somebody else.
  await expect(page).toHaveURL(/\/messages\/edit\//)
  await lose(page, '**/api/messages/*', { times: 1 })
  await text(page).fill('Rehearsal at eight')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByRole('alert')).toContainText('The server cannot be reached')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByText('Draft saved', { exact: true })).toBeVisible()
  expect(await texts()).toEqual(['Rehearsal at eight'])
})

test('what is sent from a list is told also when its answer is lost and its row is gone, on whatever page', async ({
  page,
  sandbox,
}) => {
  const { person, say } = await enter(page, sandbox, 'Tower Keepers')
  const { id } = await say('The tower is open.', LATER)
  await page.goto('/dashboard/messages/scheduled')
  const found = await lose(page, '**/send-now')
  const row = page.getByRole('listitem').filter({ hasText: 'The tower is open.' })
  await row.getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('menuitem', { name: 'Send now…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Send it now?' })
  await dialog.getByRole('button', { name: 'Send now' }).click()
  await expect(row).toBeHidden()
  await page.getByRole('link', { name: 'Telegram Manager' }).click()
  await expect(page).toHaveURL(/telegram-manager/)
  await found()
  await expect(page.getByText('Sent to 1 of 1 group', { exact: true })).toBeVisible()
  await expect(page).toHaveURL(/telegram-manager/)
  const { items } = await person.call(listOccurrences, { params: { id }, query: {} })
  expect(items).toHaveLength(1)
})

test('that it is asked again is said no longer once the answer is a refusal', async ({
  page,
  sandbox,
}) => {
  const { person, group } = await enter(page, sandbox, 'Night Watch')
  await page.goto('/dashboard/new-message')
  await text(page).fill('The gate is shut.')
  await page.getByRole('checkbox', { name: 'Night Watch' }).check()
  await page.getByText('Now', { exact: true }).click()
  const refused = Promise.withResolvers<void>()
  let asked = 0
  await page.route('**/api/messages', async (route) => {
    asked += 1
    if (asked === 1) return route.abort()
    await person.call(deleteGroup, { params: { id: group.id } })
    await route.continue()
    refused.resolve()
  })
  await page.getByRole('button', { name: 'Send now' }).click()
  await expect(page.getByText('The server cannot be reached')).toBeVisible()
  await refused.promise
  const groups = page.getByRole('group', { name: 'Groups' })
  await expect(groups.getByRole('alert')).toBeVisible()
  await expect(page.getByText('The server cannot be reached')).toBeHidden()
})

test('what is sent from the editor is asked for also when the page is left, or loaded anew', async ({
  page,
  sandbox,
}) => {
  const { person } = await enter(page, sandbox, 'Lamp Lighters')
  await page.goto('/dashboard/new-message')
  const found = await lose(page, '**/send-now')
  await text(page).fill('The lamps are lit.')
  await page.getByRole('checkbox', { name: 'Lamp Lighters' }).check()
  await page.getByText('Now', { exact: true }).click()
  await page.getByRole('button', { name: 'Send now' }).click()
  await expect(page.getByText('The server cannot be reached')).toBeVisible()
  await page.getByRole('link', { name: 'Telegram Manager' }).click()
  await expect(page.getByText('No answer from the server yet', { exact: true })).toBeVisible()
  await page.reload()
  await expect(page.getByText('No answer from the server yet', { exact: true })).toBeVisible()
  await found()
  await expect(page.getByText('Sent to 1 of 1 group', { exact: true })).toBeVisible()
  await expect(page).toHaveURL(/telegram-manager/)
  const { items } = await person.call(listMessages, { query: { kind: 'scheduled' } })
  expect(items).toMatchObject([{ status: 'sent', runs: 1 }])
})

test('a new message whose answer was lost is saved by itself when the page is loaded anew, and sent if that was pressed', async ({
  page,
  sandbox,
}) => {
  const { person } = await enter(page, sandbox, 'Lock Keepers')
  await page.goto('/dashboard/new-message')
  const found = await lose(page, '**/api/messages')
  await text(page).fill('The lock is open.')
  await page.getByRole('checkbox', { name: 'Lock Keepers' }).check()
  await page.getByText('Now', { exact: true }).click()
  await page.getByRole('button', { name: 'Send now' }).click()
  await expect(page.getByText('The server cannot be reached')).toBeVisible()
  await page.reload()
  await found()
  await expect(page.getByText('Sent to 1 of 1 group', { exact: true })).toBeVisible()
  await expect(page).toHaveURL(/messages.edit/)
  const { items } = await person.call(listMessages, { query: { kind: 'scheduled' } })
  expect(items).toMatchObject([{ status: 'sent', runs: 1 }])
})
