import { randomUUID } from 'node:crypto'
import { createCycle, type CycleInput, getCycle } from '@carillon/contract/cycles'
import { swapInGroup, updateGroup } from '@carillon/contract/groups'
import { createMessage, sendMessageNow } from '@carillon/contract/messages'
import { chooseStaying, readStaying } from '@carillon/contract/payments'
import type { Page } from '@playwright/test'
import { admit, expect, test, toasts, ZONE } from './fixtures.ts'
import { lose } from './lose.ts'
import { groupsOf } from './groups.ts'
import { manageBilling, openBot, subscribe, plan, PLAN } from './payments.ts'

const dialog = (page: Page) => page.getByRole('dialog')

const cycle = (name: string, groupId: string): CycleInput => ({
  name,
  steps: [{ content: { text: `${name}.` } }],
  groupIds: [groupId],
  schedule: { timeZone: ZONE, rule: { kind: 'weekly', days: ['sun'], at: ['04:00'] } },
  status: 'active',
})

test('142 of many groups the one that stays is found and chosen by keys on a phone, and can be changed until the end', async ({
  page,
  sandbox,
}) => {
  await page.setViewportSize({ width: 390, height: 780 })
  const person = await admit(page)
  await subscribe(person, sandbox)
  const bring = await openBot(person, sandbox)
  const titles = Array.from({ length: 12 }, (_, n) => `Choir ${n + 1}`)
  for (const title of titles) await bring(title)
  await page.goto(PLAN)
  await expect(plan(page)).toContainText('12 groups · Unlimited')

  await plan(page).getByRole('button', { name: 'Cancel subscription' }).focus()
  await page.keyboard.press('Enter')
  const stays = dialog(page).getByRole('group', { name: 'The group that stays' })
  await expect(stays.getByRole('radio')).toHaveCount(12)
  await expect(stays).toContainText('11 other groups are suspended.')
  await stays.getByLabel('Search the groups').focus()
  await page.keyboard.type('choir 7')
  await expect(stays.getByRole('radio')).toHaveCount(1)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await expect(stays.getByLabel('Choir 7')).toBeChecked()
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(width).toBe(390)
  await dialog(page).getByRole('button', { name: 'Cancel subscription' }).click()
  await expect(toasts(page)).toContainText('Your subscription has been cancelled.')
  await expect(plan(page)).toContainText('After that “Choir 7” stays; 11 groups are suspended.')

  await plan(page).getByRole('button', { name: 'Change what stays' }).click()
  await expect(stays.getByRole('radio').first()).toBeChecked()
  await stays.getByLabel('Choir 12').check()
  await lose(page, '**/api/payments/staying', { times: 1 })
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await expect(plan(page)).toContainText('After that “Choir 12” stays')
  const { groups } = await person.call(readStaying, {})
  expect(groups.items.filter((one) => one.stays).map(({ name }) => name)).toEqual(['Choir 12'])
})

test('what is not one’s own, or too much, cannot be chosen to stay', async ({ page, sandbox }) => {
  const person = await admit(page)
  await subscribe(person, sandbox)
  const bring = await openBot(person, sandbox)
  const ids = [(await bring('One')).id, (await bring('Two')).id]
  const choose = (groupIds: string[]) =>
    person.call(chooseStaying, { body: { groupIds, cycleIds: [] } })
  await expect(choose(ids)).rejects.toThrow(/^400/)
  await expect(choose([randomUUID()])).rejects.toThrow(/^400/)
})

test('112, 143, 144, 145, 146, 193, 201 from the limit to Pro and back again: nothing is lost, and nothing is sent late', async ({
  page,
  context,
  sandbox,
}) => {
  test.setTimeout(180_000)
  const person = await admit(page)
  const bring = await openBot(person, sandbox)
  const choir = await bring('Choir')
  const tips = await person.call(createCycle, { body: cycle('Tips', choir.id) })
  const other = await context.newPage()
  await other.goto(PLAN)
  await expect(plan(other)).toContainText('1 of 1 groups')
  await expect(plan(other)).toContainText('1 of 1 cycles')

  await page.goto('/dashboard/cycles')
  await expect(page.getByText('1 of 1 cycles')).toBeVisible()
  await page.getByRole('button', { name: 'New cycle' }).click()
  await expect(toasts(page)).toContainText('Cycles Limit Reached')
  await expect(toasts(page)).toContainText(
    "You've reached the maximum number of Cycles for your current tier. Upgrade to pro for more.",
  )
  await toasts(page).getByRole('button', { name: 'Upgrade' }).click()
  await page.getByRole('button', { name: 'Upgrade to Pro' }).click()
  await page.getByRole('button', { name: /^Pay \$/ }).click()
  await page.getByRole('link', { name: 'Back to Carillon' }).click()
  await expect(page).toHaveURL('/dashboard/cycles')
  await expect(page.getByText('1 cycle · Unlimited')).toBeVisible()
  await expect(plan(other)).toContainText('Your current plan: Pro')

  const bakers = await bring('Bakers')
  // What waits for the end of quiet hours must not be promised to a suspended group.
  const { id: singersId } = await bring('Singers')
  const singers = (await groupsOf(person)).find(({ id }) => id === singersId)!
  await person.call(updateGroup, {
    params: { id: singersId },
    body: { rev: singers.rev, quietHours: { from: '00:00', to: '23:59', mode: 'hold' } },
  })
  const waiting = await person.call(createMessage, {
    body: {
      kind: 'scheduled',
      content: { text: 'Rehearsal moved.' },
      groupIds: [singersId],
      status: 'draft',
    },
  })
  await person.call(sendMessageNow, { params: { id: waiting.id } })
  // Every minute, so that one falls due while it is suspended.
  const news = await person.call(createCycle, {
    body: {
      ...cycle('News', bakers.id),
      schedule: {
        timeZone: ZONE,
        rule: { kind: 'every', n: 1, unit: 'minute', anchor: '2026-01-01T00:00' },
      },
    },
  })
  await expect(page.getByRole('article', { name: 'News' })).toBeVisible()

  await other.getByRole('button', { name: 'Cancel subscription' }).click()
  await dialog(other).getByLabel('Choir').check()
  await dialog(other).getByLabel('Tips').check()
  await dialog(other).getByRole('button', { name: 'Cancel subscription' }).click()
  await expect(plan(other)).toContainText(
    'After that “Choir” and the cycle “Tips” stay; 2 groups and 1 cycle are suspended.',
  )
  await manageBilling(other, 'Let the paid time end')
  const suspendedAt = Date.now()
  await expect(plan(other)).toContainText('Your current plan: Free')
  await expect(plan(other)).toContainText('1 of 1 groups')

  const card = page.getByRole('article', { name: 'News' })
  await expect(card.getByText('Suspended', { exact: true })).toBeVisible()
  await expect(card).toContainText('It goes on when you upgrade')
  await card.getByRole('button', { name: 'Actions for News' }).click()
  await page.getByRole('menuitem', { name: 'Use this one instead…' }).click()
  await expect(dialog(page)).toContainText('“Tips” is suspended instead.')
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('article', { name: 'Tips' }).getByRole('switch')).toBeChecked()
  const gets = '“Singers” gets nothing: Your plan has room for fewer groups.'
  await other.goto('/dashboard/messages/scheduled')
  await expect(other.getByRole('main')).toContainText(gets)
  await expect(other.getByRole('main')).not.toContainText('quiet hours')
  await expect(
    other.getByRole('button', { name: 'Actions for Rehearsal moved.', exact: true }),
  ).toBeVisible()
  // Without a search a newcomer sees the first steps there.
  await other.goto('/dashboard/messages/automated?q=rehearsal')
  await expect(
    other
      .getByRole('region', { name: 'Today' })
      .getByRole('listitem')
      .filter({ hasText: 'Rehearsal' }),
  ).toContainText('Reaches no group')
  await other.goto('/dashboard/messages/scheduled')
  await other.getByRole('link', { name: 'Rehearsal moved.' }).click()
  await expect(other.getByRole('main')).toContainText(`As it is now, ${gets}`)
  await expect(other.getByRole('main')).toContainText('As it is now, it is not sent: Your plan')
  await expect(other.getByRole('main')).not.toContainText('quiet hours')
  await other.goto('/dashboard/telegram-manager')
  const row = other.getByRole('main').getByRole('listitem').filter({ hasText: 'Bakers' })
  await expect(row).toContainText('Suspended')
  await expect(other.getByRole('main')).toContainText('Upgrade to Pro, or choose “Use this one')
  await other.getByRole('button', { name: 'Actions for Bakers' }).click()
  await other.getByRole('menuitem', { name: 'Use this one instead…' }).click()
  await expect(dialog(other)).toContainText('“Choir” is suspended instead.')
  await dialog(other).getByRole('button', { name: 'Use this one' }).click()
  await expect(row).toContainText('Can post')
  await expect(
    other.getByRole('main').getByRole('listitem').filter({ hasText: 'Choir' }),
  ).toContainText('Suspended')
  await person.call(swapInGroup, { params: { id: choir.id } })
  await expect(row).toContainText('Suspended')
  expect((await groupsOf(person)).map(({ title, status }) => [title, status])).toEqual(
    expect.arrayContaining([
      ['Choir', 'active'],
      ['Bakers', 'suspended'],
    ]),
  )
  // One of its slots passes meanwhile.
  await expect
    .poll(() => new Date().getMinutes(), { timeout: 70_000 })
    .not.toBe(new Date(suspendedAt).getMinutes())

  await card.getByRole('link', { name: 'Upgrade' }).click()
  await page.getByRole('button', { name: 'Upgrade to Pro' }).click()
  await page.getByRole('button', { name: /^Pay \$/ }).click()
  await page.getByRole('link', { name: 'Back to Carillon' }).click()
  const restoredAt = Date.now()
  await expect(page).toHaveURL('/dashboard/cycles')
  await expect(card.getByRole('switch')).toBeChecked()
  await expect(row).toContainText('Can post')
  const { nextAt } = await person.call(getCycle, { params: { id: news.id } })
  expect(Date.parse(nextAt ?? '')).toBeGreaterThan(restoredAt - 5_000)
  expect(await person.call(getCycle, { params: { id: tips.id } })).toMatchObject({
    status: 'active',
  })
  const late = (await sandbox.ledger({ chat: Number(bakers.externalId) })).filter(
    ({ at }) => at > suspendedAt && at < restoredAt,
  )
  expect(late).toEqual([])
})
