import { editSent, getSent } from '@carillon/contract/deliveries'
import {
  getMessage,
  listMessages,
  listOccurrences,
  pauseMessage,
  updateMessage,
} from '@carillon/contract/messages'
import { png } from '../sandbox/src/testing.ts'
import { expect, test, toasts, ZONE } from './fixtures.ts'
import { enter } from './groups.ts'
import { lose, loseFirst } from './lose.ts'
import { DAILY, text } from './message-page.ts'
import { countRequests, pressTwice } from './press-twice.ts'

const YEAR = new Date().getUTCFullYear() + 1

test('an undo and a move whose answers are lost are done once, and not called refused', async ({
  page,
  sandbox,
}) => {
  const { person, group } = await enter(page, sandbox, 'Market')
  const messages = async () =>
    (await person.call(listMessages, { query: { kind: 'scheduled' } })).items
  await page.goto('/dashboard/new-message')
  await text(page).fill('The lamps are lit.')
  await page.getByRole('checkbox', { name: 'Market' }).check()
  const date = page.getByLabel('Day', { exact: true })
  await date.fill(`${YEAR}-05-12`)
  await page.getByRole('button', { name: 'Schedule', exact: true }).click()
  const undone = await lose(page, '**/api/messages/*')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(toasts(page)).toContainText('No answer from the server yet')
  await undone()
  // It is a draft again, and opened.
  await expect(page).toHaveURL(/messages.edit/)
  await expect(page.getByText('It could not be undone')).toHaveCount(0)
  expect(await messages()).toMatchObject([{ status: 'draft' }])

  await date.fill(`${YEAR}-05-13`)
  await page.getByRole('button', { name: 'Schedule', exact: true }).click()
  await expect(page.getByText('Message scheduled', { exact: true })).toBeVisible()
  // What another device has made of it meanwhile is not told as the undo, though it is a draft as well.
  const { id, rev } = (await messages())[0]!
  const saveElsewhere = (on: number, words: string, status: 'draft' | 'active') => {
    const schedule = { timeZone: ZONE, rule: { kind: 'once' as const, at: `${YEAR}-05-13T09:00` } }
    const body = { kind: 'scheduled' as const, schedule, groupIds: [group.id], status }
    const content = { text: words }
    return person.call(updateMessage, { params: { id }, body: { ...body, rev: on, content } })
  }
  await loseFirst(page, `**/api/messages/${id}`, () =>
    saveElsewhere(rev, 'The lamps are out.', 'draft'),
  )
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(toasts(page)).toContainText('It could not be undone')
  await saveElsewhere(rev + 1, 'The lamps are lit.', 'active')

  await page.goto(`/dashboard/messages/scheduled?view=month&date=${YEAR}-05-01`)
  const chip = page.getByRole('button', { name: /The lamps are lit/ }).first()
  await chip.click()
  await page.getByRole('menuitem', { name: 'Move…' }).click()
  await page.getByLabel('New time').fill(`${YEAR}-05-20T08:15`)
  const moved = await lose(page, '**/api/messages/*')
  const move = page.getByRole('button', { name: 'Move', exact: true })
  await move.click()
  await expect(toasts(page)).toContainText('No answer from the server yet')
  await moved()
  await expect(toasts(page)).toContainText('Moved to')

  // A new time does not start what was paused meanwhile.
  await chip.click()
  await page.getByRole('menuitem', { name: 'Move…' }).click()
  await page.getByLabel('New time').fill(`${YEAR}-05-21T08:15`)
  await person.call(pauseMessage, { params: { id } })
  await move.click()
  await expect(toasts(page)).toContainText('It does not wait for this time any more')
  expect(await person.call(getMessage, { params: { id } })).toMatchObject({
    status: 'paused',
    schedule: { rule: { at: `${YEAR}-05-20T08:15` } },
  })
})

test('the error page of a proxy is no refusal: what may have been sent is asked for again, not sent twice', async ({
  page,
  sandbox,
}) => {
  const { person, say } = await enter(page, sandbox, 'Market')
  const { id } = await say('Practice.', DAILY, 'automated')
  await page.goto(`/dashboard/messages/edit/${id}`)
  await page.route(
    '**/send-now',
    async (route) => {
      await route.fetch()
      await route.fulfill({ status: 520, contentType: 'text/html', body: '<p>Oh.</p>' })
    },
    { times: 1 },
  )
  await page.getByRole('button', { name: 'Actions', exact: true }).click()
  await page.getByRole('menuitem', { name: /^Send now/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Send now' }).click()
  await expect(page.getByText('Sent to 1 of 1 group', { exact: true })).toBeVisible()
  const runs = async () => (await person.call(listOccurrences, { params: { id }, query: {} })).items
  expect(await runs()).toHaveLength(1)

  // What is typed about it stays, when it is edited elsewhere and when one presses beside it.
  await page.reload()
  await page.getByRole('button', { name: 'Edit in all groups…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').fill('Practice at eight.')
  const run = (await runs())[0]!.id
  const sent = await person.call(getSent, { params: { id: run } })
  const [said] = sent.contents
  const edited = page.waitForResponse('**/sent*')
  await person.call(editSent, {
    params: { id: run },
    body: {
      content: { ...said!.content, text: 'Practice at nine.' },
      contentId: said!.contentId,
      others: [],
    },
  })
  await edited
  await page.mouse.click(5, 500)
  const words = dialog.getByRole('textbox')
  await expect(words).toHaveValue('Practice at eight.')

  // What is typed while an edit is being saved stays, and can be saved after it.
  await expect(page.getByText(/: edited in 1 group/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Edit in all groups…' }).click()
  await words.fill('Practice at ten.')
  const { promise: typed, resolve: go } = Promise.withResolvers<void>()
  await page.route('**/edit-sent', async (route) => {
    await typed
    await route.fallback()
  })
  const edit = dialog.getByRole('button', { name: 'Edit in 1 group' })
  const answered = page.waitForResponse('**/edit-sent')
  await edit.click()
  await words.fill('Practice at ten, in the hall.')
  go()
  await answered
  await expect(dialog).toContainText('What you typed since is not saved yet.')
  await expect(words).toHaveValue('Practice at ten, in the hall.')
  await edit.click()
  await expect(dialog).toBeHidden()
  const { contents } = await person.call(getSent, { params: { id: run } })
  expect(contents.map(({ content }) => content.text)).toEqual(['Practice at ten, in the hall.'])
})

test('a test waits for a file that is still being uploaded, and is sent once for two presses', async ({
  page,
  sandbox,
}) => {
  const { group } = await enter(page, sandbox, 'Market')
  await page.goto('/dashboard/new-message')
  await page.getByRole('checkbox', { name: 'Market' }).check()
  await text(page).fill('See the picture.')
  const tests = page.getByRole('button', { name: /Send a test/ })
  const send = page.getByRole('dialog').getByRole('button', { name: /^Send to Market/ })
  const got = async () =>
    (await sandbox.ledger()).filter(({ chatId }) => chatId === group.externalId)
  const asked = countRequests(page, '/test')
  await tests.press('Enter')
  await pressTwice(send)
  await expect(page.getByRole('dialog')).toContainText('Sent. It is there now.')
  expect([asked(), (await got()).length]).toEqual([1, 1])
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)

  const { promise: uploaded, resolve: upload } = Promise.withResolvers<void>()
  await page.route('**/parts/**', async (route) => {
    await uploaded
    await route.continue()
  })
  const file = { name: 'a.png', mimeType: 'image/png', buffer: png(640, 480) }
  await page.getByLabel('Files', { exact: true }).setInputFiles([file])
  await expect(page.getByRole('progressbar', { name: 'Uploading a.png' })).toBeVisible()
  await tests.press('Enter')
  await send.click()
  await expect(toasts(page).filter({ hasText: 'The test message was not sent' })).toHaveCount(1)
  upload()
  expect(await got()).toHaveLength(1)
})
