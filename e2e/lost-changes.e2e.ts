import type { Route } from '@playwright/test'
import { createCycle, deleteCycle, listCycles } from '@carillon/contract/cycles'
import {
  createMessage,
  deleteMessage,
  getMessage,
  sendMessageNow,
  updateMessage,
} from '@carillon/contract/messages'
import { getUnsaved } from '@carillon/contract/unsaved'
import { expect, test, ZONE } from './fixtures.ts'
import { enter } from './groups.ts'
import { lose } from './lose.ts'
import { DAILY, LATER, text } from './message-page.ts'
import { kept, typeKept } from './unsaved-page.ts'

test('a change that was saved and sent is not called unsaved, though its answers were lost', async ({
  page,
  sandbox,
}) => {
  const { person, group, say } = await enter(page, sandbox, 'Night Bus')
  const read = (id: string) => person.call(getMessage, { params: { id } })
  const notSaved = page.getByText('What you changed here was not saved')
  const { id } = await say('Line one', LATER)
  await page.goto(`/dashboard/messages/edit/${id}`)
  const found = await lose(page, '**/api/messages/*')
  await text(page).fill('Line two')
  await page.getByRole('button', { name: 'Save and schedule' }).click()
  await expect.poll(async () => (await read(id)).content.text).toBe('Line two')
  await page.goto('about:blank')
  await found()
  await person.call(sendMessageNow, { params: { id } })
  await page.goto(`/dashboard/messages/edit/${id}`)
  await expect(page.getByText('1 of 1 sent')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Line two')
  await expect(notSaved).toHaveCount(0)

  // Nor is what stands in a page whose change was saved, and that finds out later.
  const other = await say('Line four', LATER)
  await page.goto(`/dashboard/messages/edit/${other.id}`)
  const told = await lose(page, `**/api/messages/${other.id}`)
  await text(page).fill('Line five')
  await page.getByRole('button', { name: 'Save and schedule' }).click()
  await expect.poll(async () => (await read(other.id)).content.text).toBe('Line five')
  await person.call(sendMessageNow, { params: { id: other.id } })
  await told()
  await expect(page.getByText('1 of 1 sent')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Line five')
  await expect(notSaved).toHaveCount(0)

  // Nor is what is sent now from values that were filled in, while its answer is lost.
  const content = { text: 'Line one' }
  const draft = await person.call(createMessage, {
    body: { kind: 'scheduled', content, groupIds: [group.id], status: 'draft' },
  })
  await page.goto(`/dashboard/messages/edit/${draft.id}`)
  const stored = kept(page)
  await text(page).fill('Line three')
  await page.getByText('Now', { exact: true }).click()
  await stored
  await page.reload()
  await expect(text(page)).toHaveValue('Line three')
  const sent = await lose(page, `**/api/messages/${draft.id}`)
  await page.getByRole('button', { name: 'Send now' }).click()
  await expect(page.getByText('The server cannot be reached')).toBeVisible()
  await sent()
  await expect(page.getByText('Sent to 1 of 1 group', { exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Line three')
  await expect(notSaved).toHaveCount(0)
})

test('a message to come whose tab ends right after “Send now” is sent, or goes at its time', async ({
  page,
  sandbox,
}) => {
  const { person, say } = await enter(page, sandbox, 'Night Bus')
  const { id, nextAt } = await say('Line one', LATER)
  const url = `**/api/messages/${id}`
  const read = () => person.call(getMessage, { params: { id } })
  await page.goto(`/dashboard/messages/edit/${id}`)
  await typeKept(page, 'Line two')
  await page.getByText('Now', { exact: true }).click()
  // It never reaches the server.
  const asked = Promise.withResolvers<Route>()
  await page.route(url, (route) =>
    route.request().method() === 'PUT' ? asked.resolve(route) : route.fallback(),
  )
  const press = () => page.getByRole('button', { name: 'Send now' }).click()
  await press()
  const request = await asked.promise
  await page.goto('about:blank')
  // Otherwise the browser sends it once nothing holds it.
  await request.abort().catch(() => {})
  await page.unroute(url)
  expect(await read()).toMatchObject({
    status: 'scheduled',
    nextAt,
    content: { text: 'Line one' },
    occurrence: null,
  })
  await page.goto(`/dashboard/messages/edit/${id}`)
  await expect(text(page)).toHaveValue('Line two')

  // It does, and no answer comes back.
  const found = await lose(page, url)
  await press()
  await expect.poll(async () => (await read()).status).toBe('sent')
  await page.goto('about:blank')
  await found()
  await page.goto(`/dashboard/messages/edit/${id}`)
  await expect(page.getByText('1 of 1 sent')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Line two')
  await expect(page.getByText('What you changed here was not saved')).toHaveCount(0)
  expect(await read()).toMatchObject({ runs: 1, content: { text: 'Line two' } })
})

test('a change that was saved is offered on no device, and only in doubt where its answer was lost', async ({
  page,
  sandbox,
}) => {
  const { person, say } = await enter(page, sandbox, 'Night Bus')
  const message = await say('Line one', LATER)
  const params = { id: message.id }
  await page.goto(`/dashboard/messages/edit/${message.id}`)
  const found = await lose(page, '**/api/messages/*')
  await typeKept(page, 'Line two')
  await page.getByRole('button', { name: 'Save and schedule' }).click()
  const left = async () =>
    (await person.call(getUnsaved, { params: { place: message.id }, query: {} })).form
  await expect.poll(left).toBeNull()
  await page.goto('about:blank')
  await found()

  // It is changed once more on another device, and opened here after that.
  const { kind, groupIds, schedule, rev, content } = await person.call(getMessage, { params })
  expect(content.text).toBe('Line two')
  const next = {
    kind,
    groupIds,
    ...(schedule ? { schedule } : {}),
    content: { text: 'Line three' },
  }
  await person.call(updateMessage, { params, body: { ...next, status: 'active', rev } })
  await page.goto(`/dashboard/messages/edit/${message.id}`)
  await expect(text(page)).toHaveValue('Line three')
  await expect(page.getByText('You saved something here, and no answer came')).toBeVisible()
})

test('what is typed while a change is saved stays, also if one leaves, and is for the saved state', async ({
  page,
  sandbox,
}) => {
  const { person, group } = await enter(page, sandbox, 'Night Bus')
  const content = { text: 'Line one' }
  const { id } = await person.call(createMessage, {
    body: { kind: 'scheduled', content, groupIds: [group.id], status: 'draft' },
  })
  await page.goto(`/dashboard/messages/edit/${id}`)
  let answered = Promise.withResolvers<void>()
  await page.route('**/api/messages/*', async (route) => {
    if (route.request().method() === 'PUT') await answered.promise
    await route.continue()
  })
  const save = page.getByRole('button', { name: 'Save draft' })
  await text(page).fill('Line two')
  await save.click()
  await typeKept(page, 'Line three')
  await page.getByRole('link', { name: 'Calendar' }).first().click()
  const question = page.getByRole('dialog', { name: 'Leave this page?' })
  await expect(question).toContainText('but kept on this device')
  answered.resolve()
  await expect(page.getByText('What you typed since is not saved yet.').first()).toBeVisible()
  // The question is still the same, and so is what comes of it.
  await question.getByRole('button', { name: 'Leave', exact: true }).click()
  await expect(page.getByRole('region', { name: 'Calendar' })).toBeVisible()
  await page.goto(`/dashboard/messages/edit/${id}`)
  await expect(page.getByText('It is not saved yet.')).toBeVisible()
  await expect(text(page)).toHaveValue('Line three')

  // Once all is saved, there is nothing to ask.
  answered = Promise.withResolvers()
  await save.click()
  await page.getByRole('link', { name: 'Calendar' }).first().click()
  await expect(question).toBeVisible()
  answered.resolve()
  await expect(page.getByRole('region', { name: 'Calendar' })).toBeVisible()
  expect((await person.call(getMessage, { params: { id } })).content.text).toBe('Line three')
})

test('what was typed into a message or a cycle that was deleted since becomes a new one', async ({
  page,
  sandbox,
}) => {
  const { person, group, say } = await enter(page, sandbox, 'Rowing Club')
  const { id } = await say('The boats are out.', LATER)
  await page.goto(`/dashboard/messages/edit/${id}`)
  await text(page).fill('The boats are out at seven.')
  await lose(page, `**/api/messages/${id}`)
  await page.getByRole('button', { name: 'Save and schedule' }).click()
  await expect(page.getByText('The server cannot be reached')).toBeVisible()
  await page.goto('about:blank')
  await person.call(deleteMessage, { params: { id } })
  await page.goto(`/dashboard/messages/edit/${id}`)
  // The change was saved before, although its answer was lost.
  await expect(page.getByText('No answer came when you saved it')).toBeVisible()
  await page.getByRole('link', { name: 'Use it as a new message' }).click()
  await expect(text(page)).toHaveValue('The boats are out at seven.')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page).toHaveURL(/messages.edit/)

  const cycle = await person.call(createCycle, {
    body: {
      status: 'draft',
      name: 'Evening notices',
      steps: [{ content: { text: 'Feed the cat.' } }],
      groupIds: [group.id],
      schedule: { timeZone: ZONE, ...DAILY },
    },
  })
  await page.goto(`/dashboard/cycles/${cycle.id}/edit`)
  await page.getByLabel('Name', { exact: true }).fill('Morning notices')
  await person.call(deleteCycle, { params: { id: cycle.id } })
  await page.getByRole('link', { name: 'Use it as a new cycle' }).click()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Morning notices')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByText('Draft saved', { exact: true })).toBeVisible()
  expect((await person.call(listCycles, { query: {} })).items).toMatchObject([
    { name: 'Morning notices', stepCount: 1 },
  ])
})
