import { createCycle } from '@carillon/contract/cycles'
import { deleteGroup } from '@carillon/contract/groups'
import { listMessages, listOccurrences } from '@carillon/contract/messages'
import { getUnsaved } from '@carillon/contract/unsaved'
import type { Page, Route } from '@playwright/test'
import { arrive, expect, test, toasts, ZONE } from './fixtures.ts'
import { enter } from './groups.ts'
import { choose, DAILY, LATER, text } from './message-page.ts'

/** Drops the answers to these requests, which the server has done. Returns the function that stops it. */
async function lose(page: Page, url: string, options: { times?: number } = {}) {
  const answerNothing = async (route: Route) => {
    await route.fetch()
    // A request that was under way when this was stopped goes on by itself.
    await route.abort().catch(() => {})
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
  await page.reload()
  await expect(text(page)).toHaveText('Rehearsal at seven')
  await found()
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

  // So is one that was typed on while its answer was on the way.
  await page.goto('/dashboard/new-message')
  const answered = Promise.withResolvers<void>()
  const late = async (route: Route) => {
    await answered.promise
    await route.continue()
  }
  await page.route('**/api/messages', late)
  await text(page).fill('Concert at three')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await text(page).fill('Concert at four')
  answered.resolve()
  await expect(toasts(page)).toContainText('What you typed since is not saved yet.')
  await page.reload()
  await expect(text(page)).toHaveText('Concert at four')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page).toHaveURL(/\/messages\/edit\//)
  expect((await texts()).toSorted()).toEqual(['Concert at four', 'Rehearsal at eight'])
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
  const unsaved = async () => (await person.call(getUnsaved, { params: { place: 'new' } })).form
  await text(page).fill('The lock is open.')
  await expect.poll(unsaved).not.toBeNull()
  await page.getByRole('checkbox', { name: 'Lock Keepers' }).check()
  await page.getByText('Now', { exact: true }).click()
  await page.getByRole('button', { name: 'Send now' }).click()
  await expect(page.getByText('The server cannot be reached')).toBeVisible()
  // Another device is not offered what may be sent already.
  expect(await unsaved()).toBeNull()
  await page.reload()
  await found()
  await expect(page.getByText('Sent to 1 of 1 group', { exact: true })).toBeVisible()
  await expect(page).toHaveURL(/messages.edit/)
  const { items } = await person.call(listMessages, { query: { kind: 'scheduled' } })
  expect(items).toMatchObject([{ status: 'sent', runs: 1 }])
  await expect.poll(unsaved).toBeNull()
})

test('what is changed after a message was sent, while its answer was lost, is said to be another message', async ({
  page,
  sandbox,
}) => {
  const { person } = await enter(page, sandbox, 'Signal Box')
  await page.goto('/dashboard/new-message')
  const found = await lose(page, '**/send-now')
  const typed = Promise.withResolvers<void>()
  await page.route('**/api/messages', async (route) => {
    const response = await route.fetch()
    await typed.promise
    await route.fulfill({ response })
  })
  await text(page).fill('The line is clear.')
  await page.getByRole('checkbox', { name: 'Signal Box' }).check()
  await page.getByText('Now', { exact: true }).click()
  const asked = page.waitForRequest('**/api/messages')
  await page.getByRole('button', { name: 'Send now' }).click()
  await asked
  await text(page).fill('The line is clear again.')
  typed.resolve()
  await expect(page.getByText('The server cannot be reached')).toBeVisible()
  await page.reload()
  await found()
  await expect(text(page)).toHaveValue('The line is clear again.')
  await expect(page.getByText('it may be saved or sent: look first')).toBeVisible()
  await page.getByRole('button', { name: 'Send now' }).click()
  await expect(page.getByText('Your message was sent before you changed it.')).toBeVisible()
  const texts = async () =>
    (await person.call(listMessages, { query: { kind: 'scheduled' } })).items.map(
      ({ content, status }) => `${status}: ${content.text}`,
    )
  expect(await texts()).toEqual(['sent: The line is clear.'])
  await page.getByRole('button', { name: 'Send now' }).click()
  await expect
    .poll(async () => (await texts()).toSorted())
    .toEqual(['sent: The line is clear again.', 'sent: The line is clear.'])

  // So is what is typed until the answer comes.
  const answered = Promise.withResolvers<void>()
  await page.route('**/send-now', async (route) => {
    await answered.promise
    await route.continue()
  })
  await page.goto('/dashboard/new-message?when=now')
  await text(page).fill('Stop.')
  await page.getByRole('button', { name: 'Send now' }).click()
  await expect.poll(texts).toContain('draft: Stop.')
  await text(page).fill('Go.')
  answered.resolve()
  await expect(page.getByText('Your message was sent before you changed it.')).toBeVisible()
  await page.getByRole('button', { name: 'Send now' }).click()
  await expect.poll(texts).toContain('sent: Go.')
  expect(await texts()).toContain('sent: Stop.')
})

test('what is paused or copied while its answer is lost is told as done, and is done once', async ({
  page,
  sandbox,
}) => {
  const { person, say } = await enter(page, sandbox, 'Ferry Crew')
  await say('The ferry leaves at nine.', LATER)
  const listed = () => person.call(listMessages, { query: { kind: 'scheduled' } })
  await page.goto('/dashboard/messages/scheduled')
  const row = page.getByRole('listitem').filter({ hasText: 'The ferry leaves at nine.' })
  const act = async (action: string) => {
    await row.getByRole('button', { name: 'Actions' }).click()
    await page.getByRole('menuitem', { name: action }).click()
  }
  const status = async () => (await listed()).items[0]!.status
  const found = await lose(page, '**/pause')
  await act('Pause')
  await expect(page.getByText('No answer from the server yet', { exact: true })).toBeVisible()
  await expect(row.getByText('Paused')).toBeVisible()
  expect(await status()).toBe('paused')

  // Each press is a request of its own: the stored answer to the first pause must not answer the second.
  await row.getByRole('link').first().click()
  await choose(page, 'Resume')
  await expect.poll(status).toBe('scheduled')
  await choose(page, 'Pause')
  await expect.poll(status).toBe('paused')
  await found()

  await page.goBack()
  await lose(page, '**/duplicate', { times: 1 })
  await act('Duplicate')
  await expect(page.getByText('A copy was saved as a draft', { exact: true })).toBeVisible()
  await expect(page).toHaveURL(/\/messages\/edit\//)
  expect((await listed()).items).toHaveLength(2)
})

test('of many that are paused, one whose answer was lost is counted and can be undone with the others', async ({
  page,
  sandbox,
}) => {
  const { person, say } = await enter(page, sandbox, 'Bus Drivers')
  const ids: string[] = []
  for (const words of ['Line one.', 'Line two.']) ids.push((await say(words, LATER)).id)
  await page.goto('/dashboard/messages/scheduled')
  for (const words of ['Line one.', 'Line two.']) {
    await page.getByRole('checkbox', { name: `Select “${words}”` }).check()
  }
  await lose(page, `**/api/messages/${ids[1]}/pause`, { times: 1 })
  await page
    .getByRole('region', { name: 'Selected messages' })
    .getByRole('button', { name: 'Pause' })
    .click()
  const told = toasts(page).filter({ hasText: '2 messages paused' })
  await expect(told).toBeVisible()
  await told.getByRole('button', { name: 'Undo' }).click()
  const { items } = await person.call(listMessages, { query: { kind: 'scheduled' } })
  expect(items).toHaveLength(2)
  await expect
    .poll(async () =>
      (await person.call(listMessages, { query: { kind: 'scheduled' } })).items.map(
        ({ status }) => status,
      ),
    )
    .toEqual(['scheduled', 'scheduled'])
})

test('a step that the server only knows as skipped is told as skipped', async ({
  page,
  sandbox,
}) => {
  const { person, group } = await enter(page, sandbox, 'Market Stalls')
  const { id } = await person.call(createCycle, {
    body: {
      name: 'Fruit',
      groupIds: [group.id],
      schedule: { timeZone: ZONE, ...DAILY },
      steps: ['Apples', 'Pears'].map((words) => ({ content: { text: words } })),
      status: 'active',
    },
  })
  await page.goto(`/dashboard/cycles/${id}`)
  // As it is when the answer of the first try is no longer stored.
  let asked = 0
  await page.route('**/skip-next', async (route) => {
    asked += 1
    if (asked === 1) {
      await route.fetch()
      return route.abort()
    }
    const error = { code: 'already_done', message: 'This was already done.' }
    await route.fulfill({ status: 409, json: { error } })
  })
  await choose(page, 'Skip next step')
  await expect(page.getByText('Skipped', { exact: true })).toBeVisible()
  expect(asked).toBe(2)
})
