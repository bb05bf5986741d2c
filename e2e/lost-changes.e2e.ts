import { createMessage, getMessage, sendMessageNow } from '@carillon/contract/messages'
import { expect, test } from './fixtures.ts'
import { enter } from './groups.ts'
import { lose } from './lose.ts'
import { LATER, text } from './message-page.ts'
import { kept } from './unsaved-page.ts'

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
  await expect(page.getByText('The server cannot be reached').first()).toBeVisible()
  expect((await read(id)).content.text).toBe('Line two')
  await page.goto('about:blank')
  await found()
  await person.call(sendMessageNow, { params: { id } })
  await page.goto(`/dashboard/messages/edit/${id}`)
  await expect(page.getByText('1 of 1 sent')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Line two')
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
  await lose(page, '**/send-now')
  await page.getByRole('button', { name: 'Send now' }).click()
  await expect(page.getByText('1 of 1 sent')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Line three')
  await expect(notSaved).toHaveCount(0)
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
  const stored = kept(page)
  await text(page).fill('Line three')
  await stored
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
