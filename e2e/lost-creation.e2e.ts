import { listMessages } from '@carillon/contract/messages'
import { getUnsaved } from '@carillon/contract/unsaved'
import type { Route } from '@playwright/test'
import { builtScript } from './built-script.ts'
import { arrive, expect, test, toasts } from './fixtures.ts'
import { enter } from './groups.ts'
import { lose } from './lose.ts'
import { text } from './message-page.ts'
import { typeKept } from './unsaved-page.ts'

test('a new message that is sent now while answers are lost goes once, and the page finds out by itself', async ({
  page,
  sandbox,
}) => {
  const { person } = await enter(page, sandbox, 'Night Shift')
  await page.goto('/dashboard/new-message')
  await text(page).fill('The gate is open.')
  await page.getByRole('checkbox', { name: 'Night Shift' }).check()
  await page.getByText('Now', { exact: true }).click()
  // A person who was told of a refusal decides what happens next: a reload sends nothing.
  const asked: string[] = []
  await page.route('**/api/messages', (route) => {
    asked.push(route.request().method())
    return route.fulfill({ status: 500, json: { error: { code: 'internal', message: 'Oh.' } } })
  })
  const send = page.getByRole('button', { name: 'Send now' })
  await send.click()
  await expect(page.getByRole('alert').first()).toBeVisible()
  await page.reload()
  await expect(text(page)).toHaveText('The gate is open.')
  await expect(send).toBeEnabled()
  expect(asked).toEqual(['POST'])
  await page.unroute('**/api/messages')
  await lose(page, '**/api/messages', { times: 1 })
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
  await page.route(builtScript('features/messages/EditMessagePage.tsx'), async (route) => {
    await held
    await route.continue()
  })
  await send.click()
  await expect(page.getByText('The server cannot be reached')).toBeVisible()
  await expect(page).toHaveURL(/\/messages\/edit\//)
  // Further presses while the next page loads do nothing: they had made and sent another message.
  await send.click()
  await send.click()
  letGo()
  await expect(page.getByText('Sent to 1 of 1 group', { exact: true })).toBeVisible()
  await expect(send).toHaveCount(0)
  await page.goto('/dashboard/new-message')
  await expect(text(page)).toHaveText('')
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
  // It may be saved, so who leaves loses nothing, and makes no second one later.
  await page.getByRole('link', { name: 'Calendar' }).first().click()
  await expect(page.getByRole('dialog')).toContainText('No answer came when you saved it')
  await page.getByRole('button', { name: 'Leave' }).click()
  await page.getByRole('link', { name: 'New message' }).first().click()
  await expect(text(page)).toHaveText('Rehearsal at seven')
  await expect(page.getByText('It was saved from here, or on another device')).toBeVisible()
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
  const changed = await lose(page, '**/api/messages/*')
  await text(page).fill('Rehearsal at eight')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByRole('alert')).toContainText('The server cannot be reached')
  // It answers again, and nobody has to press for that.
  await changed()
  await expect(page.getByRole('alert')).toBeHidden()
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByText('Draft saved', { exact: true })).toBeVisible()
  expect(await texts()).toEqual(['Rehearsal at eight'])
  // Nor after a reload: what is saved is not offered as unsaved.
  await lose(page, '**/api/messages/*', { times: 1 })
  await text(page).fill('Rehearsal at nine')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect.poll(texts).toEqual(['Rehearsal at nine'])
  await page.reload()
  await expect(text(page)).toHaveText('Rehearsal at nine')
  await expect(page.getByRole('button', { name: 'Discard it' })).toHaveCount(0)
  // Nobody has to press again, and what is typed until the answer comes stays, also if it is what stood there before.
  const told = await lose(page, '**/api/messages/*')
  await text(page).fill('Rehearsal at ten')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByRole('alert')).toContainText('The server cannot be reached')
  await text(page).fill('Rehearsal at nine')
  await told()
  await expect(toasts(page)).toContainText('What you typed since is not saved yet.')
  expect(await texts()).toEqual(['Rehearsal at ten'])
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect.poll(texts).toEqual(['Rehearsal at nine'])

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
  await typeKept(page, 'Concert at four')
  answered.resolve()
  await expect(toasts(page)).toContainText('What you typed since is not saved yet.')
  // The server keeps it as well, for another device.
  const unsaved = { params: { place: 'new' }, query: {} }
  await expect
    .poll(async () => (await person.call(getUnsaved, unsaved)).form?.fields['text'])
    .toBe('Concert at four')
  await page.reload()
  await expect(text(page)).toHaveText('Concert at four')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page).toHaveURL(/\/messages\/edit\//)
  expect((await texts()).toSorted()).toEqual(['Concert at four', 'Rehearsal at nine'])

  // Who leaves while it is being saved has it still, should it be refused.
  await page.unroute('**/api/messages')
  await page.route('**/api/messages', async (route) => {
    await refused.promise
    const error = { code: 'invalid', message: 'Not now.', details: [] }
    await route.fulfill({ status: 400, json: { error } })
  })
  const refused = Promise.withResolvers<void>()
  await page.goto('/dashboard/new-message')
  await text(page).fill('Matinee at two')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await page.getByRole('link', { name: 'Calendar' }).first().click()
  await page.getByRole('button', { name: 'Leave' }).click()
  await expect(page.getByRole('region', { name: 'Calendar' })).toBeVisible()
  // Until then it stands in no other form.
  await page.getByRole('link', { name: 'New message' }).first().click()
  await expect(page.getByRole('heading', { name: 'New message' })).toBeVisible()
  await expect(text(page)).toHaveText('')
  refused.resolve()
  await expect(toasts(page)).toContainText('It could not be saved or sent')
  await page.goto('/dashboard/new-message')
  await expect(text(page)).toHaveText('Matinee at two')

  // What was still being saved when the page ended is offered at once, beside what was typed meanwhile.
  await page.unroute('**/api/messages')
  await page.route('**/api/messages', (route) => route.abort())
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByText('The server cannot be reached')).toBeVisible()
  await page.getByRole('link', { name: 'Calendar' }).first().click()
  await page.getByRole('button', { name: 'Leave' }).click()
  await expect(page.getByRole('region', { name: 'Calendar' })).toBeVisible()
  await page.getByRole('link', { name: 'New message' }).first().click()
  await text(page).fill('Matinee at four')
  await page.reload()
  await expect(text(page)).toHaveText('Matinee at four')
  await expect(page.getByText('You saved something here, and no answer came')).toBeVisible()
  await page.unroute('**/api/messages')
  await page.getByRole('button', { name: 'Use what I typed' }).click()
  await expect(text(page)).toHaveText('Matinee at two')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page).toHaveURL(/\/messages\/edit\//)
  expect(await texts()).toContain('Matinee at two')
  await page.goto('/dashboard/new-message')
  await expect(text(page)).toHaveText('Matinee at four')
})

test('a new message whose answer was lost is saved by itself when the page is loaded anew, and sent if that was pressed', async ({
  page,
  sandbox,
}) => {
  const { person } = await enter(page, sandbox, 'Lock Keepers')
  await page.goto('/dashboard/new-message')
  const found = await lose(page, '**/api/messages')
  const unsaved = async () =>
    (await person.call(getUnsaved, { params: { place: 'new' }, query: {} })).form
  await text(page).fill('The lock is open.')
  await expect.poll(unsaved).not.toBeNull()
  await page.getByRole('checkbox', { name: 'Lock Keepers' }).check()
  await page.getByText('Now', { exact: true }).click()
  await page.getByRole('button', { name: 'Send now' }).click()
  await expect(page.getByText('The server cannot be reached')).toBeVisible()
  // It exists, so no other device is offered it.
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
  const typed = Promise.withResolvers<void>()
  const lateAndLost = async (route: Route) => {
    await route.fetch()
    await typed.promise
    await route.abort().catch(() => {})
  }
  await page.route('**/api/messages', lateAndLost)
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
  await page.unroute('**/api/messages', lateAndLost)
  await expect(text(page)).toHaveValue('The line is clear again.')
  await expect(page.getByText('what is different here is not saved')).toBeVisible()
  await page.getByRole('button', { name: 'Send now' }).click()
  await expect(page.getByText('This message was saved before, and sent since.')).toBeVisible()
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
  await page.route('**/api/messages', async (route) => {
    const response = await route.fetch()
    await answered.promise
    await route.fulfill({ response })
  })
  await page.goto('/dashboard/new-message?when=now')
  await text(page).fill('Stop.')
  await expect(page.getByRole('checkbox', { name: 'Signal Box' })).toBeChecked()
  await page.getByRole('button', { name: 'Send now' }).click()
  await expect.poll(texts).toContain('sent: Stop.')
  await text(page).fill('Go.')
  answered.resolve()
  await expect(page.getByText('Your message was sent before you changed it.')).toBeVisible()
  await page.getByRole('button', { name: 'Send now' }).click()
  await expect.poll(texts).toContain('sent: Go.')
  expect(await texts()).toContain('sent: Stop.')
  // Nothing of both is offered again.
  const left = async () =>
    (await person.call(getUnsaved, { params: { place: 'new' }, query: {} })).form
  await expect.poll(left).toBeNull()
})
