import { updateGroup } from '@carillon/contract/groups'
import {
  createMessage,
  getMessage,
  type Message,
  sendMessageNow,
} from '@carillon/contract/messages'
import type { Page } from '@playwright/test'
import { openCommunity, type Community } from '../tools/community.ts'
import type { Product } from '../tools/product.ts'
import { violationsOf } from './axe.ts'
import { admit, expect, test } from './fixtures.ts'

const text = (page: Page) => page.getByLabel('Message', { exact: true })
const badge = (page: Page, words: string) => page.getByText(words, { exact: true }).first()

let people = 0

/** Signs the browser in as somebody with so many groups, called `title` and a number. */
async function enter(page: Page, product: Product, groups: number, title: string) {
  const email = `editor-${(people += 1)}@example.org`
  const community = await openCommunity(product, { bots: 1, groupsPerBot: groups, email, title })
  await admit(page, community.person)
  return community
}

/** Sends a message that each of the groups may get or not, and opens it once it has ended. */
async function sent(page: Page, { person, groups }: Community, words: string): Promise<Message> {
  const { id } = await person.call(createMessage, {
    body: {
      kind: 'scheduled',
      content: { text: words },
      groupIds: groups.map((group) => group.id),
      status: 'draft',
    },
  })
  await person.call(sendMessageNow, { params: { id } })
  const read = () => person.call(getMessage, { params: { id } })
  await expect.poll(async () => (await read()).status).not.toBe('sending')
  await page.goto(`/dashboard/messages/edit/${id}`)
  return read()
}

test('a message that failed, and one that some groups have, go now to the groups without it', async ({
  page,
  product,
  sandbox,
}) => {
  const all = await enter(page, product, 2, 'Choir')
  const chats = all.groups.map(({ externalId }) => Number(externalId))
  const refuse = (...refused: number[]) =>
    sandbox.chaos(
      ...refused.map((chat) => ({
        method: 'sendMessage',
        chat,
        fault: 'refuse' as const,
        status: 400,
        next: 1,
      })),
    )
  await refuse(...chats)
  expect((await sent(page, all, 'We sing at *seven*.')).status).toBe('failed')
  // The result is shown first: no time is planned, and none is offered.
  await expect(page.getByRole('button', { name: 'Retry failed' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Reschedule' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Change and send again' }).click()
  await text(page).fill('We sing at *eight*.')
  await page.getByRole('button', { name: 'Send now' }).click()
  await expect(page.getByText('2 of 2 sent')).toBeVisible()

  await refuse(chats[1]!)
  expect((await sent(page, all, 'Bring the books.')).status).toBe('partly_sent')
  await expect(text(page)).toBeHidden()
  await page.getByRole('button', { name: 'Change and send again' }).click()
  await page.getByRole('button', { name: 'Send now' }).click()
  await expect(page.getByText('1 of 1 sent')).toBeVisible()
  const texts = async (chat: number) => (await sandbox.ledger({ chat })).map((entry) => entry.text)
  for (const chat of chats)
    expect(await texts(chat)).toEqual(['We sing at eight.', 'Bring the books.'])
})

test('a message of which a copy is in doubt is shown, with a question for that copy', async ({
  page,
  product,
  sandbox,
}) => {
  const all = await enter(page, product, 3, 'Band')
  const chat = Number(all.groups[0]!.externalId)
  await sandbox.chaos({ method: 'sendMessage', chat, fault: 'reset', when: 'after', next: 1 })
  expect((await sent(page, all, 'Practice is off.')).status).toBe('partly_sent')
  await expect(page.getByText('Look into the group')).toBeVisible()
  const doubted = page.getByRole('listitem').filter({ hasText: 'Look into the group' })
  await expect(doubted.getByRole('link', { name: 'Open in Telegram' })).toHaveAttribute(
    'href',
    new RegExp(`/chats/${chat}\\b`),
  )
  await expect(page.getByRole('button', { name: 'Reschedule' })).toBeHidden()
  await expect(text(page)).toBeHidden()
  await page.getByRole('button', { name: 'It’s there' }).click()
  const sure = page.getByRole('dialog', { name: 'Did you see it in' })
  await sure.getByRole('button', { name: 'It’s there' }).click()
  await expect(badge(page, 'Sent')).toBeVisible()
})

test('216 a save that lacks something leads there, and says so at its button', async ({
  page,
  product,
}) => {
  for (const viewport of [
    { width: 1280, height: 800 },
    { width: 390, height: 700 },
  ]) {
    await page.setViewportSize(viewport)
    await enter(page, product, 2, 'Walkers')
    await page.goto('/dashboard/new-message?kind=automated')
    await text(page).fill('Turn your phone around.')
    const groups = page.getByRole('group', { name: 'Groups' })
    const start = page.getByRole('button', { name: 'Start', exact: true })
    await page.getByText('More options').scrollIntoViewIfNeeded()
    await start.click()
    await expect(groups).toBeFocused()
    await expect(groups.getByText('Choose at least one group.')).toBeInViewport({ ratio: 1 })
    const told = page.getByRole('button', { name: 'Choose at least one group.' })
    await expect(told).toBeInViewport({ ratio: 1 })

    await text(page).focus()
    await told.click()
    await expect(groups).toBeFocused()
    await page.getByRole('checkbox', { name: 'Walkers 0.1' }).check()
    await expect(told).toBeHidden()
    await text(page).press('Control+Enter')
    await expect(page).toHaveURL(/\/messages\/automated$/)
    await page.context().clearCookies()
  }
})

test('215, 230 many groups are searched, chosen together and taken out, and what will not go as asked is said', async ({
  page,
  product,
  sandbox,
}) => {
  const { person, groups } = await enter(page, product, 9, 'Friends of the old river path')
  const [quiet, silent] = groups
  const quietHours = { from: '00:00', to: '23:59', mode: 'hold' as const }
  await person.call(updateGroup, {
    params: { id: quiet!.id },
    body: { rev: quiet!.rev, quietHours },
  })
  const bot = (await sandbox.world()).bots.at(-1)!
  await sandbox.restrict(Number(silent!.externalId), { userId: bot.id, mayWrite: false })

  await page.goto('/dashboard/new-message')
  await text(page).fill('مرحبا بكم في *النهر*')
  const area = page.getByRole('group', { name: /^Groups/ })
  await area.getByRole('searchbox').fill('path 0.8')
  await expect(area.getByRole('checkbox')).toHaveCount(1)
  await area.getByRole('searchbox').fill('')
  await area.getByRole('button', { name: 'Select all' }).click()
  const chips = area.getByRole('list', { name: 'Chosen groups' })
  await expect(area).toContainText('9 of 9 chosen')
  await chips.getByRole('button', { name: 'Remove Friends of the old river path 0.3' }).click()
  await expect(area).toContainText('8 of 9 chosen')
  await page.getByText('Now', { exact: true }).click()
  await expect(area).toContainText('it waits until 23:59')
  const check = page.getByRole('region', { name: 'Before it is sent' })
  await page.getByRole('button', { name: /^1 group cannot get it · 1 later/ }).click()
  await expect(check).toBeFocused()
  await expect(check).toContainText('7 messages; the last group has it at 23:59.')
  await check.getByRole('button', { name: /^Take the group out .* 0\.1$/ }).click()
  await expect(page.getByText('Now · 7 groups')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Now · 8 groups')).toBeVisible()

  await page.getByLabel('Title').fill('Greeting')
  expect(await violationsOf(page)).toEqual([])
  await page.getByText('At a time', { exact: true }).click()
  await page.getByRole('button', { name: 'Tomorrow 09:00' }).click()
  await expect(page.getByText(/^Tomorrow, 0?9:00 \w+$/)).toBeVisible()
  await page.getByRole('button', { name: 'Schedule', exact: true }).click()
  await expect(page.getByText('Message scheduled', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page).toHaveURL(/\/messages\/edit\//)
  await expect(page.getByLabel('Title')).toHaveValue('Greeting')
  await expect(badge(page, 'Draft')).toBeVisible()
})
