import { changeCycleSlot, createCycle, getCycle } from '@carillon/contract/cycles'
import { deleteGroup } from '@carillon/contract/groups'
import {
  deleteMessage,
  getMessage,
  listMessages,
  listOccurrences,
  sendMessageNow,
  updateMessage,
} from '@carillon/contract/messages'
import { expect, test, toasts, ZONE } from './fixtures.ts'
import { enter } from './groups.ts'
import { lose, loseAndRefuse, loseFirst } from './lose.ts'
import { choose, DAILY, LATER, text } from './message-page.ts'

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

  // Whoever is asked while another device sends it is told so.
  await choose(page, 'Send now…')
  await expect(dialog).toContainText('at once, besides the times of its rule.')
  await expect(dialog).not.toContainText('once more')
  await person.call(sendMessageNow, { params: { id } })
  await expect(dialog).toContainText('It was sent just now. This sends it once more.')
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

test('what another device has sent is not taken for what is sent here', async ({
  page,
  sandbox,
}) => {
  const { person, group, say } = await enter(page, sandbox, 'Ferry Men')
  const { id, kind, groupIds, rev } = await say('The ferry waits.', LATER)
  await page.goto(`/dashboard/messages/edit/${id}`)
  await page.getByText('Now', { exact: true }).click()
  const chat = Number(group.externalId)
  await sandbox.chaos({ method: 'sendMessage', chat, fault: 'refuse', status: 400, next: 1 })
  let asked = 0
  await page.route(`**/api/messages/${id}`, async (route) => {
    if (route.request().method() !== 'PUT') return route.fallback()
    asked += 1
    if (asked > 1) return route.fallback()
    const body = {
      kind,
      groupIds,
      content: { text: 'The ferry waits.' },
      status: 'sending',
      rev,
    } as const
    await person.call(updateMessage, { params: { id }, body })
    const read = () => person.call(getMessage, { params: { id } })
    await expect.poll(async () => (await read()).status).toBe('failed')
    // It has never arrived. It asks for the same, so only its name tells that it was not done.
    await route.abort()
  })
  await page.getByRole('button', { name: 'Send now' }).click()
  await expect(page.getByText('This message has changed since you opened it')).toBeVisible()
  await expect(page.getByText('Its state is “Failed”')).toBeVisible()
  expect(asked).toBe(2)
  await expect(toasts(page)).toHaveCount(0)
})

test('what is sent from the editor is asked for also when the page is left', async ({
  page,
  sandbox,
}) => {
  const { person } = await enter(page, sandbox, 'Lamp Lighters')
  await page.goto('/dashboard/new-message')
  const found = await lose(page, '**/api/messages')
  await text(page).fill('The lamps are lit.')
  await page.getByRole('checkbox', { name: 'Lamp Lighters' }).check()
  await page.getByText('Now', { exact: true }).click()
  await page.getByRole('button', { name: 'Send now' }).click()
  await expect(page.getByText('The server cannot be reached')).toBeVisible()
  await page.getByRole('link', { name: 'Telegram Manager' }).click()
  await page.getByRole('button', { name: 'Leave' }).click()
  await expect(page.getByText('No answer from the server yet', { exact: true })).toBeVisible()
  await found()
  await expect(page.getByText('Sent to 1 of 1 group', { exact: true })).toBeVisible()
  await expect(page).toHaveURL(/telegram-manager/)
  const { items } = await person.call(listMessages, { query: { kind: 'scheduled' } })
  expect(items).toMatchObject([{ status: 'sent', runs: 1 }])
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

test('of many that are paused or deleted, one whose answer was lost is counted and can be undone with the others', async ({
  page,
  sandbox,
}) => {
  const { person, say } = await enter(page, sandbox, 'Bus Drivers')
  const ids: string[] = []
  for (const words of ['Line one.', 'Line two.']) ids.push((await say(words, LATER)).id)
  await page.goto('/dashboard/messages/scheduled')
  const all = async (action: 'Pause' | 'Delete') => {
    for (const words of ['Line one.', 'Line two.']) {
      await page.getByRole('checkbox', { name: `Select “${words}”` }).check()
    }
    const selected = page.getByRole('region', { name: 'Selected messages' })
    await selected.getByRole('button', { name: action }).click()
  }
  await lose(page, `**/api/messages/${ids[1]}/pause`, { times: 1 })
  await all('Pause')
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

  // The server was stopped after the first one: the others are not told as deleted before they are.
  await loseAndRefuse(page, '**/api/messages/delete', () =>
    person.call(deleteMessage, { params: { id: ids[0]! } }),
  )
  await all('Delete')
  await expect(toasts(page)).toContainText('2 messages deleted')
  expect((await person.call(listMessages, { query: { kind: 'scheduled' } })).items).toEqual([])
})

test('a step or a run is told as skipped also when the answer to that was lost', async ({
  page,
  sandbox,
}) => {
  const { person, group } = await enter(page, sandbox, 'Market Stalls')
  const { id } = await person.call(createCycle, {
    body: {
      name: 'Fruit',
      groupIds: [group.id],
      schedule: { timeZone: ZONE, ...DAILY },
      steps: ['Apples', 'Pears', 'Plums'].map((words) => ({ content: { text: words } })),
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
  // Another device may have changed the place since: Undo would take that back.
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0)

  await loseFirst(page, '**/slots/**', async (route) => {
    await route.fetch()
    // What another device does with the run before it is asked again stays.
    const [, slotAt = ''] = /slots\/(.+)$/.exec(decodeURIComponent(route.request().url())) ?? []
    await person.call(changeCycleSlot, { params: { id, slotAt }, body: { restore: true } })
  })
  await page
    .getByRole('button', { name: /^Run of/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'Skip this one' }).click()
  await expect(page.getByText('This run is skipped', { exact: true })).toBeVisible()
  expect((await person.call(getCycle, { params: { id } })).exceptions).toEqual([])
})
