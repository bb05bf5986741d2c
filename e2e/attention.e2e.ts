import { createCycle, getCycle } from '@carillon/contract/cycles'
import { listConnections } from '@carillon/contract/connections'
import { createMessage, getMessage, sendMessageNow } from '@carillon/contract/messages'
import type { Page } from '@playwright/test'
import { openCommunity } from '../tools/community.ts'
import type { Product } from '../tools/product.ts'
import { admit, expect, test, toasts, ZONE } from './fixtures.ts'
import { lose, loseAndRefuse } from './lose.ts'
import { countRequests, pressTwice } from './press-twice.ts'
import { linkedGroup } from './whatsapp.ts'

/** A person with three groups, signed in. */
async function enter(page: Page, product: Product, title: string) {
  const email = `${title.toLowerCase()}@example.org`
  const community = await openCommunity(product, { bots: 1, groupsPerBot: 3, email, title })
  await admit(page, community.person)
  const { groups, sandbox } = community
  const bot = async (chatId: number) => {
    const { members } = await sandbox.chat(chatId)
    return members.find(({ status }) => status !== 'creator')!.userId
  }
  return {
    ...community,
    groupIds: groups.map(({ id }) => id),
    chatIds: groups.map(({ externalId }) => Number(externalId)),
    kick: async (chatId: number) => sandbox.kick(chatId, { userId: await bot(chatId) }),
    restrict: async (chatId: number, mayWrite: boolean) =>
      sandbox.restrict(chatId, { userId: await bot(chatId), mayWrite }),
  }
}

const monthly = {
  timeZone: ZONE,
  rule: { kind: 'weekly' as const, days: ['mon' as const], at: ['03:00'] },
}

test('what failed of a series is tried again from the list, and what it says leads to the page', async ({
  page,
  product,
}) => {
  const { person, groupIds, chatIds, sandbox, restrict } = await enter(page, product, 'Rowers')
  const [closed, other] = chatIds
  const openFor = async (membersMayWrite: boolean) => {
    for (const chatId of [closed!, other!]) await sandbox.settings(chatId, { membersMayWrite })
  }
  await openFor(false)
  const { id } = await person.call(createMessage, {
    body: {
      kind: 'automated',
      content: { text: 'Boats out at seven' },
      groupIds,
      schedule: monthly,
      status: 'active',
    },
  })
  await person.call(sendMessageNow, { params: { id } })
  const result = async () => (await person.call(getMessage, { params: { id } })).occurrence?.status
  await expect.poll(result).toBe('partly')
  await openFor(true)

  await page.goto('/dashboard/messages/automated')
  const row = page
    .getByRole('region', { name: 'Automated messages' })
    .getByRole('listitem')
    .filter({ hasText: 'Boats out at seven' })
  await expect(row.getByRole('link', { name: 'See what failed' })).toHaveAttribute(
    'href',
    `/dashboard/messages/edit/${id}`,
  )
  const cards = page.getByRole('region', { name: 'Needs attention' })
  await expect(cards.getByRole('button', { name: 'Retry failed' })).toBeVisible()
  // The answer is lost: the page repeats the request, and goes on with the other group. Each gets the message once.
  const asked = countRequests(page, '/retry')
  await loseAndRefuse(page, '**/deliveries/*/retry')
  await pressTwice(row.getByRole('button', { name: 'Retry failed' }))
  await expect(page.getByText('No answer from the server yet', { exact: true })).toBeVisible()
  // The toast changes into the result.
  await expect(toasts(page)).toContainText(/^(Trying again in 2 groups|Sent to)/)
  await expect(toasts(page)).toContainText(/Sent to (\d) of \1 groups/)
  expect(await result()).toBe('done')
  expect(asked()).toBe(3)
  await expect(row.getByRole('link', { name: 'See what failed' })).toHaveCount(0)
  await expect(cards).toHaveCount(0)
  for (const chat of [closed!, other!]) {
    const texts = (await sandbox.ledger({ chat })).map(({ text }) => text)
    expect(texts).toEqual(['Boats out at seven'])
  }

  // The next run reaches no group: it needs attention before its time comes, until one group can be sent to.
  const shown = page.getByRole('combobox', { name: 'Show' })
  for (const chatId of chatIds) await restrict(chatId, false)
  await expect(cards).toContainText(/“Rowers .*” and 2 more get nothing: /)
  await expect(row).toContainText('and 2 more get nothing: ')
  await expect(shown).toContainText('Needs attention (1)')
  await restrict(closed!, true)
  await expect(cards).toHaveCount(0)
  await expect(shown).toContainText('Needs attention (0)')
})

test('a cycle that cannot reach a group says so before it goes out, and the group is taken out by one press', async ({
  page,
  product,
}) => {
  const { person, groups, groupIds, chatIds, kick } = await enter(page, product, 'Chess')
  const step = { content: { text: 'Castle early.' } }
  const { id } = await person.call(createCycle, {
    body: { name: 'Daily tip', steps: [step], groupIds, schedule: monthly, status: 'active' },
  })
  await page.goto('/dashboard/cycles')
  const card = page.getByRole('article', { name: 'Daily tip' })
  await card.getByRole('button', { name: 'and 1 more' }).click()
  const all = page.getByRole('dialog', { name: 'All groups' })
  for (const { title } of groups) await expect(all).toContainText(title)
  await page.keyboard.press('Escape')
  await kick(chatIds[0]!)
  await expect(card).toContainText(`“${groups[0]!.title}” gets nothing: The bot was removed`)

  // No message is scheduled, only the cycle.
  await page.goto('/dashboard/messages/scheduled')
  const list = page.getByRole('region', { name: 'Upcoming' })
  await expect(list).toContainText('Still going out: 1 cycle.')
  await list.getByRole('link', { name: '1 cycle' }).click()
  await card.getByRole('link', { name: 'Daily tip' }).click()

  const banner = page.getByRole('status').filter({ hasText: 'gets nothing' })
  await expect(banner.getByRole('link', { name: 'Add the bot again' })).toHaveAttribute(
    'href',
    `/dashboard/telegram-manager#group-${groups[0]!.id}`,
  )
  // The answer is lost.
  const found = await lose(page, '**/api/cycles/*')
  await banner.getByRole('button', { name: 'Take the group out' }).click()
  await expect(toasts(page)).toContainText('No answer from the server yet')
  await found()
  await expect(toasts(page)).toContainText('The group was taken out')
  await expect(banner).toHaveCount(0)
  const chosen = async () => (await person.call(getCycle, { params: { id } })).groupIds
  expect(await chosen()).toEqual(groupIds.slice(1))
  await toasts(page).getByRole('button', { name: 'Undo' }).click()
  await expect.poll(chosen).toEqual(groupIds)

  // With the last group the next step goes nowhere either.
  for (const chatId of chatIds.slice(1)) await kick(chatId)
  await expect(page.getByRole('main')).toContainText('None of its groups can get it now.')
})

test('a copy whose answer was lost is counted as one that may be there', async ({
  page,
  product,
}) => {
  const { person, groupIds, chatIds, sandbox } = await enter(page, product, 'Maple')
  const [doubtful, ...rest] = groupIds
  await sandbox.chaos({
    chat: chatIds[0]!,
    method: 'sendMessage',
    fault: 'reset',
    when: 'after',
    next: 1,
  })
  const send = async (ids: string[], text: string) => {
    const { id } = await person.call(createMessage, {
      body: { kind: 'scheduled', content: { text }, groupIds: ids, status: 'draft' },
    })
    await person.call(sendMessageNow, { params: { id } })
    return async () => (await person.call(getMessage, { params: { id } })).status
  }
  await expect.poll(await send([doubtful!], 'One way')).toBe('partly_sent')
  await sandbox.settings(chatIds[1]!, { membersMayWrite: false })
  await expect.poll(await send(rest, 'Two ways')).toBe('partly_sent')
  await page.goto('/dashboard/messages/scheduled?tab=past')
  const row = (text: string) => page.getByRole('listitem').filter({ hasText: text })
  await expect(row('One way').first()).toContainText('1 of 1 group may have it')
  await expect(row('Two ways').first()).toContainText('1 of 2 groups have it')
})

test('what failed on a number that was unlinked is not tried again, but linked again', async ({
  page,
  product,
}) => {
  const { person, groupIds, sandbox } = await enter(page, product, 'Oboes')
  const whatsapp = await linkedGroup(person, sandbox, 'Ola Oboe')
  const owner = (await sandbox.whatsapp.world()).people.find(({ name }) => name === 'Ola Oboe')!
  for (const device of owner.devices) await sandbox.whatsapp.unlink(owner.lid, device)
  const connections = () => person.call(listConnections, {})
  await expect
    .poll(async () => (await connections()).items.map(({ status }) => status))
    .toContain('needs_pairing')
  const { id } = await person.call(createMessage, {
    body: {
      kind: 'automated',
      content: { text: 'Tune at six' },
      groupIds: [groupIds[0]!, whatsapp.id],
      schedule: monthly,
      status: 'active',
    },
  })
  await person.call(sendMessageNow, { params: { id } })
  const result = async () => (await person.call(getMessage, { params: { id } })).occurrence?.status
  await expect.poll(result).toBe('partly')

  await page.goto('/dashboard/messages/automated')
  const row = page
    .getByRole('region', { name: 'Automated messages' })
    .getByRole('listitem')
    .filter({ hasText: 'Tune at six' })
  for (const place of [row, page.getByRole('region', { name: 'Needs attention' })]) {
    await expect(place.getByRole('link', { name: 'Link the number again' })).toBeVisible()
    await expect(place.getByRole('button', { name: 'Retry failed' })).toHaveCount(0)
  }
  // The bell offers the same, and says how to repair the connection of the number.
  await page.getByRole('button', { name: /^Notifications/ }).click()
  const items = page.getByRole('dialog', { name: 'Notifications' }).getByRole('listitem')
  const told = items.filter({ hasText: 'did not reach every group' })
  await expect(told.getByRole('link', { name: 'Link the number again' })).toBeVisible()
  await expect(told.getByRole('button')).toHaveCount(0)
  await expect(
    items
      .filter({ hasText: 'must be connected again' })
      .getByRole('link', { name: 'Link the number again' }),
  ).toBeVisible()
  await told.getByRole('link', { name: 'Open' }).click()
  await expect(page).toHaveURL(new RegExp(`/messages/edit/${id}`))
  // The copy says it as well.
  const copy = page.getByRole('listitem').filter({ hasText: whatsapp.title }).last()
  await expect(copy.getByRole('link', { name: 'Link the number again' })).toBeVisible()
})

test('what failed is tried again from the bell, which has one item for it', async ({
  page,
  product,
}) => {
  const { person, groupIds, chatIds, sandbox } = await enter(page, product, 'Bassoons')
  await sandbox.settings(chatIds[0]!, { membersMayWrite: false })
  const { id } = await person.call(createMessage, {
    body: {
      kind: 'automated',
      content: { text: 'Reeds at seven', options: { pin: 'silent' } },
      groupIds,
      schedule: monthly,
      status: 'active',
    },
  })
  await person.call(sendMessageNow, { params: { id } })
  const result = async () => (await person.call(getMessage, { params: { id } })).occurrence?.status
  await expect.poll(result).toBe('partly')
  await sandbox.settings(chatIds[0]!, { membersMayWrite: true })
  await page.goto('/dashboard/messages/automated')
  await page.getByRole('button', { name: /^Notifications/ }).click()
  const items = page.getByRole('dialog', { name: 'Notifications' }).getByRole('listitem')
  const told = items.filter({ hasText: 'Reeds at seven' })
  await expect(told).toHaveCount(1)
  await expect(told).toContainText('could not be pinned')
  await told.getByRole('button', { name: 'Retry failed' }).click()
  await expect(toasts(page)).toContainText(/^(Trying again in 1 group|Sent to)/)
  await expect.poll(result).toBe('done')
})
