import { createGroup, deleteGroup } from '@carillon/contract/groups'
import {
  deleteMessage,
  getMessage,
  listMessages,
  pauseMessage,
  restoreMessage,
  sendMessageNow,
  updateMessage,
} from '@carillon/contract/messages'
import { deleteMedia } from '@carillon/contract/media'
import type { Page } from '@playwright/test'
import { png } from '../sandbox/src/testing/png.ts'
import { uploadFile } from '../tools/uploads.ts'
import { violationsOf } from './axe.ts'
import { arrive, expect, test, toasts } from './fixtures.ts'
import { enter } from './groups.ts'
import { lose } from './lose.ts'
import { choose, DAILY, LATER, text } from './message-page.ts'

/** Holds back the browser's requests of this method until they are released. */
async function hold(page: Page, method: string) {
  const gate = Promise.withResolvers<void>()
  const reached = Promise.withResolvers<void>()
  await page.route(/\/api\/messages(\/[0-9a-f-]{36})?$/, async (route) => {
    if (route.request().method() !== method) return route.continue()
    reached.resolve()
    await gate.promise
    return route.continue()
  })
  return { reached: reached.promise, letThrough: () => gate.resolve() }
}

test('a message whose group was removed says so, and goes to another that is chosen', async ({
  page,
  sandbox,
}) => {
  const { person, group, say } = await enter(page, sandbox, 'Evening Choir')
  const { id } = await say('Bring the *blue* books.', LATER)
  await person.call(deleteGroup, { params: { id: group.id } })
  await page.goto(`/dashboard/messages/edit/${id}`)
  await expect(page.getByText('Its groups were removed, and it has none left')).toBeVisible()
  await page.getByRole('button', { name: 'Save and schedule' }).click()
  const groups = page.getByRole('group', { name: 'Groups' })
  await expect(groups.getByText('Choose at least one group.')).toBeVisible()
  await expect(groups).toBeFocused()

  const { connectionId, externalId } = group
  await person.call(createGroup, { body: { connectionId, externalId } })
  await page.getByRole('checkbox', { name: 'Evening Choir' }).check()
  await page.getByRole('button', { name: 'Save and schedule' }).click()
  await expect(page).toHaveURL(/\/messages\/scheduled$/)
  expect((await person.call(getMessage, { params: { id } })).attention).toBeUndefined()
})

test('a paused message that is edited stays paused until somebody resumes it', async ({
  page,
  sandbox,
}) => {
  const { person, say } = await enter(page, sandbox, 'Bee Keepers')
  const series = await say('Feed the bees.', DAILY, 'automated')
  const single = await say('The market is on.', LATER)
  for (const [{ id }, resumed] of [
    [series, 'active'],
    [single, 'scheduled'],
  ] as const) {
    await person.call(pauseMessage, { params: { id }, body: {} })
    const read = () => person.call(getMessage, { params: { id } })
    const write = async (words: string, button: string) => {
      await page.goto(`/dashboard/messages/edit/${id}`)
      await text(page).fill(words)
      await page.getByRole('button', { name: button, exact: true }).click()
      await expect(page).not.toHaveURL(new RegExp(id))
    }
    await write('Bring smoke.', 'Save')
    await expect(toasts(page)).toContainText('It stays paused.')
    expect(await read()).toMatchObject({ content: { text: 'Bring smoke.' }, status: 'paused' })
    await write('Bring gloves.', 'Save and resume')
    await expect(toasts(page)).toContainText('Message resumed')
    expect(await read()).toMatchObject({ content: { text: 'Bring gloves.' }, status: resumed })
  }
})

test('what is typed while a message is saved stays, and it is saved once', async ({ page }) => {
  const person = await arrive(page, '/dashboard/new-message')
  const create = await hold(page, 'POST')
  await text(page).fill('Rehearsal')
  const save = page.getByRole('button', { name: 'Save draft' })
  await save.click()
  await create.reached
  await expect(page.getByRole('button', { name: 'Schedule' })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
  await page.getByRole('button', { name: 'Schedule' }).click({ force: true })
  await text(page).fill('Rehearsal at seven')
  create.letThrough()
  await expect(
    page.getByText('What you typed since is not saved yet.', { exact: true }),
  ).toBeVisible()
  await expect(text(page)).toHaveValue('Rehearsal at seven')

  await save.click()
  await expect(page).toHaveURL(/\/messages\/edit\//)
  await expect(text(page)).toHaveValue('Rehearsal at seven')
  const { items } = await person.call(listMessages, { query: {} })
  expect(items).toMatchObject([{ content: { text: 'Rehearsal at seven' } }])
})

test('what was typed stays when the message goes out meanwhile, and can become a new draft', async ({
  page,
  sandbox,
}) => {
  const { person, say } = await enter(page, sandbox, 'Night Swimmers')
  const { id } = await say('The lake is open.', LATER)
  await page.goto(`/dashboard/messages/edit/${id}`)
  await text(page).fill('The lake is closed.')
  await person.call(sendMessageNow, { params: { id } })
  await expect(page.getByText(/^This message (is being|was) sent$/)).toBeVisible()
  await expect(text(page)).toHaveValue('The lake is closed.')

  // It is one draft, also if the answer is lost and the page is loaded anew.
  const find = await lose(page, '**/api/messages')
  await page.getByRole('button', { name: 'Save as a new draft' }).click()
  await expect(page.getByText('The server cannot be reached')).toBeVisible()
  await find()
  await page.reload()
  await expect(page).not.toHaveURL(new RegExp(id))
  await expect(text(page)).toHaveValue('The lake is closed.')
  await expect(page.getByRole('button', { name: 'Save draft' })).toBeVisible()
  const { items } = await person.call(listMessages, { query: { kind: 'scheduled' } })
  expect(items.map(({ content }) => content.text).toSorted()).toEqual([
    'The lake is closed.',
    'The lake is open.',
  ])
})

test('with changes that are not saved, deleting and sending ask first', async ({
  page,
  sandbox,
}) => {
  const { say } = await enter(page, sandbox, 'Garden Club')
  const { id } = await say('Bring your own spade.', LATER)
  await page.goto(`/dashboard/messages/edit/${id}`)
  await text(page).fill('Bring your own spade and gloves.')

  await choose(page, 'Send now…')
  const sending = page.getByRole('dialog', { name: 'Send it without your changes?' })
  await sending.getByRole('button', { name: 'Stay' }).click()
  await choose(page, 'Delete')
  const deleting = page.getByRole('dialog', { name: 'Delete it with your changes?' })
  await deleting.getByRole('button', { name: 'Stay' }).click()
  await expect(text(page)).toHaveValue('Bring your own spade and gloves.')

  await choose(page, 'Delete')
  await deleting.getByRole('button', { name: 'Delete' }).click()
  await expect(page).toHaveURL(/\/messages\/scheduled$/)
  await expect(page.getByText('Message deleted', { exact: true })).toBeVisible()
})

test('a message that is deleted elsewhere is gone, and what was typed is kept', async ({
  page,
  sandbox,
}) => {
  const { say, person } = await enter(page, sandbox, 'Rowing Club')
  const { id } = await say('The boats are out.', LATER)
  await page.goto(`/dashboard/messages/edit/${id}`)
  await expect(text(page)).toHaveValue('The boats are out.')
  await person.call(deleteMessage, { params: { id } })
  await expect(page.getByText('There is no such message')).toBeVisible()
  await person.call(restoreMessage, { params: { id } })
  await expect(text(page)).toHaveValue('The boats are out.')

  await text(page).fill('The boats are out at seven.')
  await person.call(deleteMessage, { params: { id } })
  await expect(page.getByText('This message was deleted', { exact: true })).toBeVisible()
  // The answer is lost, and the copy is deleted elsewhere before it is asked for again.
  await page.route(
    '**/api/messages',
    async (route) => {
      const { data } = await (await route.fetch()).json()
      await person.call(deleteMessage, { params: { id: data.id } })
      await route.abort()
    },
    { times: 1 },
  )
  await page.getByRole('button', { name: 'Save as a new draft' }).click()
  await expect(page.getByRole('main')).toContainText(
    'The new draft was saved before, and deleted since. Save it again if you want it again.',
  )
  const create = await hold(page, 'POST')
  await page.getByRole('button', { name: 'Save as a new draft' }).click()
  await create.reached
  // Who has left the page is told, and led nowhere.
  await page.getByRole('link', { name: 'Calendar' }).first().click()
  await page.getByRole('button', { name: 'Leave', exact: true }).click()
  await expect(page.getByRole('region', { name: 'Calendar' })).toBeVisible()
  create.letThrough()
  await expect(page.getByText('Saved as a new draft', { exact: true })).toBeVisible()
  await expect(page).toHaveURL(/view=month/)
  const { items } = await person.call(listMessages, { query: { kind: 'scheduled' } })
  expect(items.map(({ content }) => content.text)).toEqual(['The boats are out at seven.'])
})

test('what somebody else saved meanwhile is shown beside what is typed, and neither is dropped unseen', async ({
  page,
  sandbox,
}) => {
  const { person, say } = await enter(page, sandbox, 'Evening Choir')
  const { id } = await say('Rehearsal at seven.', LATER)
  const params = { id }
  await page.goto(`/dashboard/messages/edit/${id}`)
  await text(page).fill('Rehearsal at eight.')
  const { rev, kind, groupIds, schedule } = await person.call(getMessage, { params })
  const content = { text: 'Rehearsal at seven, in the hall.' }
  const theirs = { kind, content, groupIds, ...(schedule ? { schedule } : {}), title: 'Hall', rev }
  await person.call(updateMessage, { params, body: { ...theirs, status: 'active' } })
  await page.getByRole('button', { name: 'Save and schedule' }).click()
  await expect(page.getByText('This message has changed since you opened it')).toBeVisible()
  const different = page.getByRole('region', { name: 'What is different' })
  await expect(different.getByRole('definition').first()).toHaveText(content.text)
  await expect(different.locator('ins')).toContainText('eight.')
  await expect(different).toContainText('Also different: title.')
  expect(await violationsOf(page)).toEqual([])
  // The primary button drops nothing; the other one can be undone.
  await expect(page.getByRole('button', { name: 'Keep mine' })).toHaveClass(/ bg-accent /)
  await page.getByRole('button', { name: 'Load the newest' }).click()
  await expect(text(page)).toHaveValue(content.text)
  await toasts(page).getByRole('button', { name: 'Put mine back' }).click()
  await expect(text(page)).toHaveValue('Rehearsal at eight.')
  await page.getByRole('button', { name: 'Save and schedule' }).click()
  await expect(page).toHaveURL(/\/messages\/scheduled$/)
  expect(await person.call(getMessage, { params })).toMatchObject({
    content: { text: 'Rehearsal at eight.' },
  })
})

test('the formatting buttons are one stop of the keyboard, with arrow keys between them', async ({
  page,
}) => {
  await arrive(page, '/dashboard/new-message')
  const bold = page.getByRole('button', { name: 'Bold' })
  await bold.focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('button', { name: 'Italic' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(text(page)).toBeFocused()
})

test('what a message said before is shown with what was changed, and used again without being saved', async ({
  page,
  product,
  sandbox,
}) => {
  const { person, say } = await enter(page, sandbox, 'Evening Choir')
  const { id } = await say('Rehearsal at *seven*, as ever.', DAILY, 'automated')
  await person.call(sendMessageNow, { params: { id } })
  await page.goto(`/dashboard/messages/edit/${id}`)
  const versions = page.getByRole('region', { name: 'Versions' })
  // Content that appears above it moves it.
  const sent = page.getByText('1 of 1 sent')
  await expect(sent).toBeVisible()
  await versions.getByText('Versions').click()
  await expect(versions.getByRole('listitem')).toHaveCount(1)
  await expect(versions.getByText(/^Current, sent once/)).toBeVisible()

  await text(page).fill('Rehearsal at *eight*, as ever.')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page).toHaveURL(/\/messages\/automated$/)
  await page.goto(`/dashboard/messages/edit/${id}`)
  await expect(sent).toBeVisible()
  await versions.getByText('Versions').click()
  const [now, before] = [
    versions.getByRole('listitem').first(),
    versions.getByRole('listitem').last(),
  ]
  await expect(now.locator('del')).toHaveText('*seven*,')
  await expect(now.locator('ins')).toHaveText('*eight*,')
  await before.getByRole('button', { name: 'Use this text again' }).click()
  await expect(text(page)).toHaveValue('Rehearsal at *seven*, as ever.')
  const saved = await person.call(getMessage, { params: { id } })
  expect(saved.content.text).toBe('Rehearsal at *eight*, as ever.')
  await toasts(page).getByRole('button', { name: 'Undo' }).click()
  await expect(text(page)).toHaveValue('Rehearsal at *eight*, as ever.')

  // A version that was never sent does not prevent the deletion of its file, and says so.
  const mediaId = await uploadFile(product.url, person, { name: 'mill.png', bytes: png(30, 20) })
  const pictured = { kind: 'media' as const, text: 'At the mill.', media: [{ mediaId }] as const }
  const { kind, groupIds, schedule } = saved
  for (const content of [{ ...pictured, media: [...pictured.media] }, { text: 'At the hall.' }]) {
    const { rev } = await person.call(getMessage, { params: { id } })
    const body = { kind, content, groupIds, schedule, status: 'active', rev } as const
    await person.call(updateMessage, { params: { id }, body })
  }
  await person.call(deleteMedia, { params: { id: mediaId } })
  await page.goto(`/dashboard/messages/edit/${id}`)
  await versions.getByText('Versions').click()
  const unsent = versions.getByRole('listitem').filter({ hasText: 'Saved, never sent' })
  await expect(unsent.getByText('A file of it was deleted.')).toBeVisible()
})
