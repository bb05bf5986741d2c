import { deleteGroup, updateGroup } from '@carillon/contract/groups'
import { createMessage, getMessage, sendMessageNow } from '@carillon/contract/messages'
import { admit, expect, test } from './fixtures.ts'
import { bringGroups, countPresses, enter, groupsOf } from './groups.ts'
import { lose } from './lose.ts'
import { text } from './message-page.ts'

test('nine more groups take at most twelve presses; a channel takes a link and a post; of many results those that failed are one press away', async ({
  page,
  context,
  sandbox,
}) => {
  const { person } = await enter(page, sandbox, 'The first')
  const titles = Array.from({ length: 9 }, (_, n) => `Group ${n + 1}`)
  for (const title of titles) await sandbox.addGroup({ title })
  const presses = await countPresses(context)
  await page.goto('/dashboard/telegram-manager')
  await page.getByRole('button', { name: 'Add to a group' }).click()
  // The link stays after the first of them, so that Telegram can be opened again.
  for (const some of [titles.slice(0, 5), titles.slice(5)]) {
    const opened = context.waitForEvent('page')
    await page.getByRole('link', { name: /^Add @\w+ to a group/ }).click()
    const phone = await opened
    for (const title of some) {
      await phone.getByRole('button', { name: title }).click()
      await expect(phone.getByRole('status')).toContainText(`is in ${title} now.`)
    }
    await phone.close()
    await expect(page.getByRole('listitem').filter({ hasText: some.at(-1)! })).toBeVisible()
  }
  await expect.poll(async () => (await groupsOf(person)).length).toBe(10)
  await expect(page.getByText('10 groups · Unlimited')).toBeVisible()
  expect(presses()).toBeLessThanOrEqual(12)

  const channel = await sandbox.addGroup({ title: 'Harbour News', type: 'channel' })
  // Nothing is waited for any more, and the box can be closed.
  await expect(page.getByText('Waiting for Telegram.', { exact: true })).toHaveCount(0)
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await page.getByRole('button', { name: 'Add to a group or channel' }).click()
  await expect(page.getByText('Waiting for Telegram.', { exact: true })).toBeVisible()
  await page.getByText('Add to a channel', { exact: true }).click()
  const opened = context.waitForEvent('page')
  await page.getByRole('link', { name: /^Add @\w+ to a channel/ }).click()
  const phone = await opened
  await phone.getByRole('button', { name: 'Harbour News' }).click()
  await expect(phone.getByRole('status')).toContainText('is in Harbour News now.')
  const post = await page.getByText(/^\/start@/).textContent()
  await sandbox.say(channel.id, { text: post! })
  await expect(page.getByRole('listitem').filter({ hasText: 'Harbour News' })).toBeVisible()
  // What a channel has used is good for no group, so a new link is offered.
  await expect(page.getByRole('button', { name: 'Add to a group or channel' })).toBeVisible()
  await expect(page.getByRole('link', { name: /^Add @/ })).toHaveCount(0)

  const groups = await groupsOf(person)
  const closed = groups.find(({ title }) => title === 'Group 5')!
  await sandbox.settings(Number(closed.externalId), { membersMayWrite: false })
  const { id } = await person.call(createMessage, {
    body: {
      kind: 'scheduled',
      content: { text: 'The harbour opens on Monday.' },
      groupIds: groups.map((group) => group.id),
      status: 'draft',
    },
  })
  await person.call(sendMessageNow, { params: { id } })
  await expect
    .poll(async () => (await person.call(getMessage, { params: { id } })).status)
    .toBe('partly_sent')
  await page.goto(`/dashboard/messages/edit/${id}`)
  await expect(page).toHaveTitle(/The harbour opens on Monday/)
  const deliveries = page.getByRole('region', { name: 'Deliveries' })
  await expect(deliveries.getByRole('listitem')).toHaveCount(11)
  const filter = deliveries.getByRole('group', { name: 'Deliveries to show' })
  await filter.getByText('Not sent', { exact: true }).click()
  await expect(deliveries.getByRole('listitem')).toHaveCount(1)
  await expect(deliveries.getByRole('listitem')).toContainText('Group 5')
  await expect(filter.getByText('Still to be sent')).toHaveCount(0)
})

test('a group tells its rules, and what keeps the bot from posting there', async ({
  page,
  sandbox,
}) => {
  const { person, group } = await enter(page, sandbox, 'Night Shift')
  await page.goto('/dashboard/telegram-manager')
  const row = page.getByRole('region', { name: /^Your groups of @/ }).getByRole('listitem')
  await expect(row).toContainText('Can post')
  await person.call(updateGroup, {
    params: { id: group.id },
    body: {
      rev: group.rev,
      quietHours: { from: '22:00', to: '07:00', mode: 'hold' },
      dailyCap: 5,
    },
  })
  await expect(row).toContainText('Quiet 22:00–07:00 · Daily limit 5')

  const [bot] = (await sandbox.world()).bots
  await sandbox.restrict(Number(group.externalId), { userId: bot!.id })
  await expect(row).toContainText('Can’t post')
  await expect(row).toContainText('An admin removed the bot’s permission to send messages.')
  await page.getByRole('button', { name: /^Notifications/ }).click()
  const bell = page.getByRole('dialog', { name: 'Notifications' })
  await expect(bell.getByText('Can’t post to “Night Shift”')).toBeVisible()
  await expect(bell).toContainText('An admin can allow it again, or make the bot an admin.')
  await bell.getByRole('link', { name: 'Open', exact: true }).click()
  await expect(row).toBeFocused()
})

test('what is sent now to topics while its answer is lost goes once, in whatever order they were chosen, also if a group is removed since', async ({
  page,
  sandbox,
}) => {
  const person = await admit(page)
  const titles = ['Alto', 'Bass', 'Tenor']
  const groups = await bringGroups(person, sandbox, titles, 'forum')
  const chats = groups.map(({ externalId }) => Number(externalId))
  for (const [n, chat] of chats.entries())
    await sandbox.topic(chat, { create: `News of ${titles[n]}` })
  await page.goto('/dashboard/new-message')
  await text(page).fill('We sing at seven.')
  for (const title of titles) await page.getByRole('checkbox', { name: title }).check()
  for (const title of ['Bass', 'Alto']) {
    await page.getByRole('checkbox', { name: `News of ${title}` }).check()
  }
  await page.getByText('Now', { exact: true }).click()
  await page.route(
    '**/api/messages',
    async (route) => {
      await person.call(deleteGroup, { params: { id: groups[2]!.id } })
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
  await page.getByRole('button', { name: 'Send now' }).click()
  await expect(page.getByText('Sent to 2 of 2 groups', { exact: true })).toBeVisible()
  await expect(page).toHaveURL(/messages.edit/)
  for (const [n, chat] of chats.entries()) {
    const got = (await sandbox.ledger({ chat })).map((entry) => entry.text)
    expect(got).toEqual(n < 2 ? ['We sing at seven.'] : [])
  }

  // So goes the rest of what a topic of a group has already.
  const chat = chats[0]!
  await sandbox.topic(chat, { create: 'Trips of Alto' })
  const topicIds = async () =>
    (await groupsOf(person)).find(({ title }) => title === 'Alto')!.topics.map(({ id }) => id)
  await expect.poll(async () => (await topicIds()).length).toBe(2)
  await sandbox.chaos({ method: 'sendMessage', chat, fault: 'refuse', status: 400, next: 1 })
  const id = groups[0]!.id
  const content = { text: 'We sing at eight.' }
  const asked = { content, groupIds: [id], topics: { [id]: await topicIds() } }
  const sent = await person.call(createMessage, {
    body: { kind: 'scheduled', status: 'sending', ...asked },
  })
  const state = () => person.call(getMessage, { params: { id: sent.id } })
  await expect.poll(async () => (await state()).status).toBe('partly_sent')
  await page.goto(`/dashboard/messages/edit/${sent.id}`)
  await page.getByRole('button', { name: 'Change and send again' }).click()
  await lose(page, `**/api/messages/${sent.id}`, { times: 1 })
  await page.getByRole('button', { name: 'Send now' }).click()
  await expect(page.getByText('Sent to 1 of 1 group', { exact: true })).toBeVisible()
  const got = (await sandbox.ledger({ chat })).map((entry) => entry.text)
  expect(got).toEqual(['We sing at seven.', 'We sing at eight.', 'We sing at eight.'])
})
