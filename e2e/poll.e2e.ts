import { createMessage, getMessage } from '@carillon/contract/messages'
import type { Page } from '@playwright/test'
import { png } from '../sandbox/src/testing.ts'
import { violationsOf } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { enter } from './groups.ts'

const answers = (page: Page) => page.getByRole('list', { name: 'Answers', exact: true })
const answer = (page: Page, n: number) => page.getByLabel(`Answer ${n}`, { exact: true })
const preview = (page: Page) => page.getByRole('region', { name: 'What members see in Telegram' })
const kind = (page: Page, name: string) => page.getByText(name, { exact: true }).click()

/** Pastes as a person does, from another program. */
async function paste(page: Page, text: string) {
  await page.evaluate((words) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', words)
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
    document.activeElement?.dispatchEvent(event)
  }, text)
}

test('215 a poll is written, pasted, put in order by keyboard and by mouse, and sent as it was shown', async ({
  page,
  sandbox,
}) => {
  const { group } = await enter(page, sandbox, 'Allotment')
  await page.goto('/dashboard/new-message')
  await page.getByRole('checkbox', { name: 'Allotment' }).check()
  await kind(page, 'Poll')
  await page.getByLabel('Question').fill('Which day suits you?')
  await answer(page, 1).focus()
  await paste(page, '- Friday\n- Saturday\n\n3. Sunday\r\n')
  await expect(answers(page).getByRole('textbox')).toHaveCount(3)
  await expect(answer(page, 3)).toHaveValue('Sunday')
  await expect(answer(page, 3)).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.type('None')
  await page.getByRole('button', { name: 'Move answer 4', exact: true }).press('Alt+ArrowUp')
  await expect(page.getByText('Answer 4 is now 3 of 4.')).toBeAttached()
  await expect(page.getByRole('button', { name: 'Move answer 3', exact: true })).toBeFocused()
  await page.getByRole('button', { name: 'Remove answer 1' }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(answer(page, 1)).toHaveValue('Friday')
  await page.getByRole('checkbox', { name: 'Several answers' }).check()

  // `hover` waits until nothing on the page moves the handle any more.
  await page.getByRole('button', { name: 'Move answer 4', exact: true }).hover()
  const target = await answer(page, 1).boundingBox()
  await page.mouse.down()
  await page.mouse.move(target!.x, target!.y + 10, { steps: 6 })
  await page.mouse.up()
  await expect(answer(page, 1)).toHaveValue('Sunday')
  const shown = preview(page).getByRole('list', { name: 'Answers of the poll' })
  await expect(shown.getByRole('listitem')).toHaveText(['Sunday', 'Friday', 'Saturday', 'None'])
  await expect(preview(page)).toContainText('Anonymous poll · several answers')
  expect(await violationsOf(page)).toEqual([])

  await page.getByText('Now', { exact: true }).click()
  await page.getByRole('button', { name: 'Send now' }).click()
  await expect(page.getByText('1 of 1 sent')).toBeVisible()
  const isOurs = ({ chatId }: { chatId: string }) => chatId === group.externalId
  expect((await sandbox.ledger()).filter(isOurs)).toMatchObject([
    {
      poll: { question: 'Which day suits you?', options: ['Sunday', 'Friday', 'Saturday', 'None'] },
    },
  ])
  await expect(shown).toBeVisible()
})

test('215 what a poll lacks, and what is too long for it, is told at its field', async ({
  page,
  sandbox,
}) => {
  await enter(page, sandbox, 'Book club')
  await page.goto('/dashboard/new-message')
  await page.getByRole('checkbox', { name: 'Book club' }).check()
  await kind(page, 'Poll')
  await expect(page.getByLabel('Question')).toBeVisible()
  await page.getByRole('button', { name: 'Schedule', exact: true }).click()
  await expect(page.getByLabel('Question')).toBeFocused()
  await expect(page.getByText('Write the question of the poll.').first()).toBeVisible()
  const told = page.getByRole('button', { name: 'Give a poll at least two answers.' })
  await told.click()
  await page.getByLabel('Question').fill('Q'.repeat(301))
  await expect(page.getByText(/^301 . 300$/)).toBeVisible()
  await expect(
    page
      .getByText('Telegram takes at most 300 characters in the question of a poll; these are 301.')
      .first(),
  ).toBeVisible()
  await page.getByLabel('Question').fill('Which book?')
  await answer(page, 1).fill('A'.repeat(101))
  await answer(page, 2).fill('Emma')
  await page
    .getByRole('button', { name: /100 characters in an answer of a poll; these are 101/ })
    .click()
  await expect(answer(page, 1)).toBeFocused()
  await expect(answer(page, 1)).toHaveAttribute('aria-invalid', 'true')
  await paste(page, Array.from({ length: 13 }, (_, n) => `Book ${n}`).join('\n'))
  await expect(page.getByText(/A poll has at most 12 answers; these are 14/).first()).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await answer(page, 1).fill('Emma')
  await page.getByRole('button', { name: 'This answer is above already.' }).click()
  await expect(answer(page, 2)).toBeFocused()
  await answer(page, 1).fill('Persuasion')
  await page.getByRole('button', { name: 'Schedule', exact: true }).click()
  await expect(page.getByText('Message scheduled', { exact: true })).toBeVisible()
})

test('215 a change between text and poll drops nothing, and a reload brings both back', async ({
  page,
  sandbox,
}) => {
  const { person, group } = await enter(page, sandbox, 'Rowers')
  const { id } = await person.call(createMessage, {
    body: {
      kind: 'scheduled',
      content: { poll: { question: 'Who rows?', options: ['I', 'Not I'], anonymous: false } },
      groupIds: [group.id],
      status: 'draft',
    },
  })
  await page.goto(`/dashboard/messages/edit/${id}`)
  await expect(page.getByLabel('Question')).toHaveValue('Who rows?')
  await expect(page.getByRole('checkbox', { name: 'Anonymous' })).not.toBeChecked()

  // A file has no place in a poll: it is refused in words, and the poll stays.
  const file = await page.evaluateHandle(() => {
    const data = new DataTransfer()
    data.items.add(new File(['x'], 'plan.png', { type: 'image/png' }))
    return data
  })
  await page.getByLabel('Question').dispatchEvent('drop', { dataTransfer: file })
  await expect(page.getByText('A poll has no files', { exact: true })).toBeVisible()

  await kind(page, 'Text and files')
  await expect(page.getByText('The poll that you wrote will not be sent or saved.')).toBeVisible()
  await page.getByLabel('Message', { exact: true }).fill('The boats are out.')
  await page
    .getByLabel('Files', { exact: true })
    .setInputFiles({ name: 'boat.png', mimeType: 'image/png', buffer: png(320, 240) })
  await expect(page.getByRole('button', { name: 'More for file 1' })).toBeVisible()
  await kind(page, 'Poll')
  await expect(page.getByText('Your file and your text will not be sent or saved.')).toBeVisible()
  await expect(answer(page, 2)).toHaveValue('Not I')
  await answer(page, 2).fill('Nobody')

  // Half a second without a stroke, and it is kept on this device.
  await page.evaluate(() => dispatchEvent(new Event('pagehide')))
  await page.reload()
  await expect(answer(page, 2)).toHaveValue('Nobody')
  await kind(page, 'Text and files')
  await expect(page.getByLabel('Message', { exact: true })).toHaveValue('The boats are out.')
  await expect(page.getByRole('button', { name: 'More for file 1' })).toBeVisible()
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByText('Draft saved', { exact: true })).toBeVisible()
  const { content } = await person.call(getMessage, { params: { id } })
  expect(content).toMatchObject({ kind: 'media', text: 'The boats are out.' })
})

test('215 buttons are written in rows, an address without https is refused at its field, and several files are told a way on', async ({
  page,
  sandbox,
}) => {
  const { group } = await enter(page, sandbox, 'Ferry')
  const text = page.getByLabel('Message', { exact: true })
  const list = page.getByRole('list', { name: 'Buttons', exact: true })
  await page.goto('/dashboard/new-message')
  await page.getByRole('checkbox', { name: 'Ferry' }).check()
  await text.fill('The plan is out.')
  await page.getByRole('button', { name: 'Add a link button' }).click()
  await expect(page.getByLabel('Text of button 1')).toBeFocused()
  await page.keyboard.type('Map')
  await page.getByLabel('Address of button 1').fill('http://example.org/map')
  await page.getByRole('button', { name: 'Add a button' }).click()
  await expect(page.getByLabel('Text of button 2')).toBeFocused()
  await page.keyboard.type('Plan')
  await page.getByLabel('Address of button 2').fill('https://example.org/plan')
  await page.getByRole('button', { name: 'Schedule', exact: true }).click()
  await expect(page.getByLabel('Address of button 1')).toBeFocused()
  await expect(list.getByRole('alert')).toContainText('begins with https://')
  await page.getByLabel('Address of button 1').fill('https://example.org/map')
  await expect(list.getByRole('alert')).toHaveCount(0)
  await page.getByRole('button', { name: 'Move button 2', exact: true }).press('Alt+ArrowUp')
  await page.getByRole('checkbox', { name: 'In the row of the one above' }).check()
  const shown = preview(page).getByRole('list', { name: 'Buttons of the message' })
  await expect(shown.getByRole('listitem')).toHaveText(['PlanMap'])
  expect(await violationsOf(page)).toEqual([])

  // A reload offers them back.
  await page.evaluate(() => dispatchEvent(new Event('pagehide')))
  await page.reload()
  await expect(page.getByLabel('Text of button 2')).toHaveValue('Map')

  const picture = (name: string, width: number) => ({
    name,
    mimeType: 'image/png',
    buffer: png(width, 240),
  })
  await page
    .getByLabel('Files', { exact: true })
    .setInputFiles([picture('one.png', 320), picture('two.png', 400)])
  await expect(page.getByRole('button', { name: /^More for file/ })).toHaveCount(2)
  await expect(
    page.getByText('Telegram shows no buttons below several files.').first(),
  ).toBeVisible()
  // Buttons are allowed below a text that is sent after the files.
  await page.getByRole('button', { name: 'Send the text after the files' }).click()
  await expect(page.getByText('Telegram shows no buttons below several files.')).toHaveCount(0)
  await page.getByRole('button', { name: 'Make it the caption' }).click()
  await page.getByRole('button', { name: 'Write them as links' }).click()
  const links = '[Plan](https://example.org/plan)\n[Map](https://example.org/map)'
  await expect(text).toHaveValue(`The plan is out.\n\n${links}`)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(text).toHaveValue('The plan is out.')
  await page.getByRole('button', { name: 'Remove two.png' }).click()
  await page.getByText('Now', { exact: true }).click()
  await page.getByRole('button', { name: 'Send now' }).click()
  await expect(page.getByText('1 of 1 sent')).toBeVisible()
  const [sent] = (await sandbox.messages(Number(group.externalId))).slice(-1)
  expect(sent?.buttons).toMatchObject([
    [
      { text: 'Plan', url: 'https://example.org/plan' },
      { text: 'Map', url: 'https://example.org/map' },
    ],
  ])
})
