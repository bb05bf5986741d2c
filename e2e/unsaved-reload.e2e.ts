import {
  getMessage,
  listMessages,
  type MessageInput,
  createMessage,
  updateMessage,
} from '@carillon/contract/messages'
import { getUnsaved } from '@carillon/contract/unsaved'
import type { Page } from '@playwright/test'
import { admit, expect, test, ZONE } from './fixtures.ts'
import { enter } from './groups.ts'
import { text } from './message-page.ts'
import { typeKept } from './unsaved-page.ts'

test('215 what was typed survives a reload and a new sign-in, until it is saved', async ({
  page,
  sandbox,
}) => {
  const { person } = await enter(page, sandbox, 'Rowers')
  await page.goto('/dashboard/new-message')
  await text(page).fill('The boats are')
  await page.reload()
  await expect(text(page)).toHaveValue('The boats are')
  await expect(page.getByText(/was kept on this device/)).toBeVisible()
  await text(page).fill('The boats are out.')

  // The tab crashes, and the session ends meanwhile.
  const crashed = page.context()
  await page.evaluate(() => dispatchEvent(new Event('pagehide')))
  await crashed.clearCookies()
  await page.goto('about:blank')
  const again = await crashed.newPage()
  await admit(again, person)
  await again.goto('/dashboard/new-message')
  await expect(text(again)).toHaveValue('The boats are out.')

  await again.getByRole('button', { name: 'Save draft' }).click()
  await expect(again).toHaveURL(/\/messages\/edit\//)
  await again.goto('/dashboard/new-message')
  await expect(again.getByRole('heading', { name: 'New message' })).toBeVisible()
  await expect(text(again)).toHaveValue('')

  // Who leaves can save, and goes where they wanted to go.
  await text(again).fill('Bring the oars.')
  await again.getByRole('link', { name: 'Calendar' }).first().click()
  const question = again.getByRole('dialog', { name: 'Leave without saving?' })
  await question.getByRole('button', { name: 'Save draft' }).click()
  await expect(again).toHaveURL(/view=month/)
  await expect(again.getByRole('region', { name: 'Calendar' })).toBeVisible()
  await again.goBack()
  await expect(text(again)).toHaveValue('')
  const { items } = await person.call(listMessages, { query: { status: 'draft' } })
  expect(items.map(({ content }) => content.text)).toContain('Bring the oars.')

  // What is discarded is offered no more, though the server has it as well.
  await typeKept(again, 'The river is high.')
  await again.reload()
  await expect(text(again)).toHaveValue('The river is high.')
  const left = async () =>
    (await person.call(getUnsaved, { params: { place: 'new' }, query: {} })).form
  expect(await left()).not.toBeNull()
  await again.getByRole('button', { name: 'Discard it' }).click()
  const sure = again.getByRole('dialog', { name: 'Discard what you typed?' })
  await sure.getByRole('button', { name: 'Discard it' }).click()
  await expect(text(again)).toHaveValue('')
  await expect.poll(left).toBeNull()
  await expect(again.getByText('Continue what you wrote')).toHaveCount(0)
})

test('215 what was typed over an older state is offered back, and goes with a discard and a sign-out', async ({
  page,
  sandbox,
}) => {
  const { person, group } = await enter(page, sandbox, 'Hikers')
  const body: MessageInput = {
    kind: 'scheduled',
    content: { text: 'We meet at nine.' },
    groupIds: [group.id],
    schedule: { timeZone: ZONE, rule: { kind: 'once', at: `${YEAR}-05-01T09:00` } },
    status: 'active',
  }
  const { id, rev } = await person.call(createMessage, { body })
  const open = () => page.goto(`/dashboard/messages/edit/${id}`)
  await open()
  await text(page).fill('We meet at ten.')
  await leave(page)
  const other = { ...body, content: { text: 'We meet at noon.' } }
  await person.call(updateMessage, { params: { id }, body: { ...other, rev } })

  await open()
  await expect(text(page)).toHaveValue('We meet at noon.')
  await expect(page.getByRole('main')).toContainText('The message has been changed since.')
  await page.getByRole('button', { name: 'Use what I typed' }).click()
  await expect(text(page)).toHaveValue('We meet at ten.')
  await page.getByRole('button', { name: 'Discard it' }).click()
  const sure = page.getByRole('dialog', { name: 'Discard what you typed?' })
  await sure.getByRole('button', { name: 'Discard it' }).click()
  await expect(text(page)).toHaveValue('We meet at noon.')
  await page.reload()
  await expect(text(page)).toHaveValue('We meet at noon.')
  await expect(page.getByText('kept on this device')).toBeHidden()

  // Who leaves can save; what cannot be saved is not left, and is in sight.
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  const saveAndLeave = async () => {
    await page.getByRole('link', { name: 'Calendar' }).first().click()
    await question.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(question).toBeHidden()
  }
  await text(page).fill('')
  await saveAndLeave()
  await expect(text(page)).toBeFocused()
  await expect(text(page)).toHaveAttribute('aria-invalid', 'true')
  await text(page).fill('We meet at two.')
  await saveAndLeave()
  await expect(page).toHaveURL(/view=month/)
  expect(await person.call(getMessage, { params: { id } })).toMatchObject({
    content: { text: 'We meet at two.' },
    status: 'scheduled',
  })
  await open()
  await text(page).fill('We meet at one.')
  await leave(page)
  await page.goto('/dashboard')
  expect(await keptKeys(page)).toHaveLength(1)
  await open()
  await expect(text(page)).toHaveValue('We meet at one.')
  await page.getByRole('button', { name: 'User menu' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  const last = page.getByRole('dialog', { name: 'Sign out without saving?' })
  await expect(last).toContainText('is removed from this device')
  await last.getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL('/')
  expect(await keptKeys(page)).toEqual([])
})

/** Leaves the page as a closed tab does. */
async function leave(page: Page) {
  await page.evaluate(() => dispatchEvent(new Event('pagehide')))
  await page.goto('about:blank')
}

const keptKeys = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('unsaved:')))

/** A year away, so that all of it is still to come. */
const YEAR = new Date().getUTCFullYear() + 1
