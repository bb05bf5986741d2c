import { listConnections } from '@carillon/contract/connections'
import { createMessage, getMessage, listMessages } from '@carillon/contract/messages'
import type { BrowserContext } from '@playwright/test'
import { newPerson, type Person } from '../tools/client.ts'
import { admit, arrive, expect, test } from './fixtures.ts'
import { bringGroup, groupsOf } from './groups.ts'

test('220 a bot token that is wrong, of another bot or taken back is told at its field', async ({
  page,
  sandbox,
}) => {
  const person = await arrive(page, '/dashboard/telegram-manager')
  const token = page.getByLabel('Bot token')
  const connect = page.getByRole('button', { name: 'Connect your bot' })

  await connect.click()
  await expect(token).toHaveAccessibleDescription(/Paste the token of your bot\./)
  await token.fill('my bot')
  await connect.click()
  await expect(token).toHaveAccessibleDescription(/A token looks like 123456789:AbC…/)
  const nobodys = `123456789:${'A'.repeat(35)}`
  await token.fill(nobodys)
  await connect.click()
  await expect(token).toHaveAccessibleDescription(/Telegram does not know this token\./)
  await expect(token).toHaveValue(nobodys)
  expect((await person.call(listConnections, {})).items).toEqual([])

  const bot = await sandbox.createBot({ username: 'runners_news_bot' })
  const other = await sandbox.createBot({ username: 'makers_news_bot' })
  await token.fill(bot.token)
  await connect.click()
  const card = page.getByRole('region', { name: '@runners_news_bot Connected' })
  await expect(card.getByText('Connected', { exact: true })).toBeVisible()

  const renewed = await sandbox.revokeToken(bot.id)
  await expect(page.getByText('Needs you', { exact: true })).toBeVisible()
  const current = page.getByLabel('Bot token').first()
  await current.fill(other.token)
  await page.getByRole('button', { name: 'Use this token' }).click()
  await expect(current).toHaveAccessibleDescription(
    /This token is of @makers_news_bot, but this connection is for @runners_news_bot\./,
  )
  await current.fill(renewed.token)
  await page.getByRole('button', { name: 'Use this token' }).click()
  await expect(card.getByText('Connected', { exact: true })).toBeVisible()
  expect((await person.call(listConnections, {})).items).toMatchObject([
    { identity: '@runners_news_bot', status: 'connected' },
  ])
})

test('220, 146, 193 a link opens one group, by an admin’s hand; a second group is above the free tier', async ({
  page,
  context,
}) => {
  const person = await arrive(page, '/dashboard/telegram-manager')
  await page.getByRole('button', { name: /^Connect @/ }).click()
  const link = page.getByRole('link', { name: /^Add @\w+ to a group/ })
  const url = (await link.getAttribute('href')) ?? ''

  await addBot(context, url, 'Open-Air Cinema')
  await expect(page.getByRole('main')).toContainText(
    'The code was sent by somebody who is not an admin of “Open-Air Cinema”.',
  )
  expect(await groupsOf(person)).toEqual([])

  await addBot(context, url, 'Riverside Runners')
  const groups = page.getByRole('region', { name: /^Your groups of @/ })
  await expect(groups.getByRole('listitem')).toContainText(/Riverside Runners.*Can post/)
  await expect(page.getByText('1 of 1 groups', { exact: true })).toBeVisible()

  await addBot(context, url, 'Maple Street')
  await page.getByRole('button', { name: 'Add Maple Street' }).click()
  const toast = page.getByRole('listitem').filter({ hasText: 'Groups Limit Reached' })
  await expect(toast).toContainText(
    "You've reached the maximum number of Groups for your current tier. Upgrade to pro for more.",
  )
  await expect(toast.getByRole('button', { name: 'Upgrade' })).toBeVisible()
  expect((await groupsOf(person)).map(({ title }) => title)).toEqual(['Riverside Runners'])
})

test('220, 222 a group that lost its bot says so, keeps a message from leaving, and gets it again by a link', async ({
  page,
  context,
  sandbox,
}) => {
  const person = await admit(page)
  const group = await bringGroup(person, sandbox, 'Choir')
  const { id } = await person.call(createMessage, { body: draftFor(group.id, 'We sing at seven.') })
  await page.goto('/dashboard/telegram-manager')
  const row = page.getByRole('region', { name: /^Your groups of @/ }).getByRole('listitem')
  await expect(row).toContainText(/Choir.*Can post/)

  const [bot] = (await sandbox.world()).bots
  await sandbox.kick(Number(group.externalId), { userId: bot!.id })
  await expect(row).toContainText('The bot was removed from the group by an admin.')
  await expect(row).toContainText('Lost')

  await page.goto(`/dashboard/messages/edit/${id}`)
  await page.getByText('Now', { exact: true }).click()
  await page.getByRole('button', { name: 'Send now' }).click()
  await expect(page.getByRole('group', { name: /^Groups/ })).toContainText(
    '“Choir” cannot be reached any more. The bot was removed from the group by an admin.',
  )
  expect(await person.call(getMessage, { params: { id } })).toMatchObject({
    status: 'draft',
    occurrence: null,
  })
  expect(await sandbox.ledger({ chat: Number(group.externalId) })).toEqual([])

  // The bell leads to its row, and the row to the link.
  await page.goto('/dashboard/messages/automated')
  await page.getByRole('button', { name: /^Notifications/ }).click()
  const bell = page.getByRole('dialog', { name: 'Notifications' })
  await bell.getByRole('link', { name: 'Add the bot again' }).click()
  await expect(row).toBeFocused()
  await row.getByRole('button', { name: 'Actions for Choir' }).click()
  await page.getByRole('menuitem', { name: 'Add the bot again' }).click()
  const link = row.getByRole('link', { name: 'Open Telegram and choose Choir' })
  await addBot(context, (await link.getAttribute('href')) ?? '', 'Choir')
  await expect(row).toContainText('Can post')
  await expect(link).toHaveCount(0)
})

test('216 a message without words, group or a time to come is told at its fields', async ({
  page,
  sandbox,
}) => {
  const person = await admit(page)
  const group = await bringGroup(person, sandbox, 'Allotments')
  await page.goto('/dashboard/new-message')
  const text = page.getByLabel('Message', { exact: true })
  const schedule = page.getByRole('button', { name: 'Schedule' })

  await page.getByLabel('Day').fill('2020-02-29')
  // The only group is chosen by itself.
  await page.getByRole('checkbox', { name: 'Allotments' }).uncheck()
  await schedule.click()
  await expect(text).toHaveAccessibleDescription('Write a message.')
  await expect(page.getByRole('group', { name: /^Groups/ })).toContainText(
    'Choose at least one group.',
  )
  await expect(page.getByLabel('Day', { exact: true })).toHaveAccessibleDescription(
    'This time has passed. Choose a later one, or send it now instead.',
  )

  const long = 'x'.repeat(4_097)
  await text.fill(long)
  await expect(text).toHaveAccessibleDescription(
    'Telegram takes at most 4,096 characters; these are 4,097.',
  )
  await page.getByRole('checkbox', { name: 'Allotments' }).check()
  await schedule.click()
  await expect(text).toHaveValue(long)
  expect((await person.call(listMessages, { query: {} })).items).toEqual([])

  await text.fill(long.slice(1))
  await page.getByRole('button', { name: 'Send now instead' }).click()
  await page.getByRole('button', { name: 'Send now' }).click()
  await expect(page.getByText('1 of 1 sent')).toBeVisible()
  const [accepted] = await sandbox.ledger({ chat: Number(group.externalId) })
  expect(accepted?.text).toHaveLength(4_096)
})

test('036 what is another’s, or nobody’s, is a friendly not found', async ({ page, product }) => {
  const stranger = await newPerson(product.url, 'stranger@example.org')
  const body = draftFor(undefined, 'Not for your eyes.')
  const theirs = await stranger.call(createMessage, { body })
  const person = await admit(page)

  for (const id of [theirs.id, 'nonsense', '%F0%9F%8C%9D']) {
    await page.goto(`/dashboard/messages/edit/${id}`)
    await expect(page.getByText('There is no such message')).toBeVisible()
    await expect(page.getByRole('main')).not.toContainText('Not for your eyes.')
  }
  await page.getByRole('link', { name: 'Back to Scheduled Messages' }).click()
  await expect(page.getByRole('heading', { name: 'Scheduled Messages' })).toBeVisible()

  for (const kind of ['messages', 'groups', 'connections', 'deliveries', 'occurrences']) {
    for (const id of [theirs.id, 'nonsense']) {
      const answer = await ask(product.url, person, 'GET', `/api/${kind}/${id}`)
      expect([kind, answer.status, answer.body.error?.code]).toEqual([kind, 404, 'not_found'])
    }
  }
  const taken = await ask(product.url, person, 'DELETE', `/api/messages/${theirs.id}`)
  expect(taken.status).toBe(404)
  expect(await stranger.call(getMessage, { params: { id: theirs.id } })).toEqual(theirs)
})

test('179 a body that cannot be read is refused in words, with the field’s place', async ({
  product,
}) => {
  const person = await newPerson(product.url, 'programmer@example.org')
  const post = (body: string) => ask(product.url, person, 'POST', '/api/messages', body)

  expect(await post('{"kind":')).toEqual({
    status: 400,
    body: { error: { code: 'invalid', message: 'The body is not valid JSON.' } },
  })
  const draft = draftFor(undefined, 'Hello')
  const rule = { kind: 'once', at: '2026-02-30T09:00' }
  const schedule = { timeZone: 'Europe/Berlin', rule }
  const wrong = await post(JSON.stringify({ ...draft, content: {}, schedule }))
  expect(wrong.status).toBe(400)
  expect(wrong.body.error?.details).toEqual([
    { path: 'content.text', message: expect.any(String) },
    { path: 'schedule.rule.at', message: 'This date or time does not exist.' },
  ])
  const gap = { timeZone: 'Europe/Berlin', rule: { ...rule, at: '2020-01-01T09:00' } }
  const past = await post(
    JSON.stringify({ ...draft, groupIds: ['nonsense'], status: 'active', schedule: gap }),
  )
  expect(past.body.error?.details).toEqual([
    { path: 'groupIds', message: 'This group does not exist.' },
    { path: 'schedule.rule.at', message: 'This time has passed. Send it now instead.' },
  ])
  expect((await ask(product.url, person, 'GET', '/api/nowhere')).body.error?.code).toBe('not_found')
  expect((await person.call(listMessages, { query: {} })).items).toEqual([])
})

/** Follows a link to the phone and chooses the group there. */
async function addBot(context: BrowserContext, url: string, group: string) {
  const phone = await context.newPage()
  await phone.goto(url)
  await phone.getByRole('button', { name: group }).click()
  await expect(phone.getByRole('status')).toContainText(group)
  await phone.close()
}

const draftFor = (groupId: string | undefined, text: string) => ({
  kind: 'scheduled' as const,
  content: { text },
  groupIds: groupId ? [groupId] : [],
  status: 'draft' as const,
})

type Answer = {
  status: number
  body: { error?: { code: string; message: string; details?: unknown } }
}

/** Sends a request without the contract, as a foreign program would. */
async function ask(
  url: string,
  person: Person,
  method: string,
  path: string,
  body?: string,
): Promise<Answer> {
  const answer = await fetch(url + path, {
    method,
    headers: {
      authorization: `Bearer ${await person.token()}`,
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body } : {}),
  })
  return { status: answer.status, body: (await answer.json()) as Answer['body'] }
}
