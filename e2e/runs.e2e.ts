import { createMessage, listMessages, sendMessageNow } from '@carillon/contract/messages'
import { updateGroup } from '@carillon/contract/groups'
import { PASSWORD, signInAs } from '../tools/client.ts'
import { expect, test, ZONE } from './fixtures.ts'
import { enter, groupsOf } from './groups.ts'
import { lose } from './lose.ts'
import { countRequests, pressTwice } from './press-twice.ts'

const AUTOMATED = '/dashboard/messages/automated'
const SCHEDULED = '/dashboard/messages/scheduled'

/** A year away, so that all of it is still to come. */
const YEAR = new Date().getUTCFullYear() + 1

test('214 chosen messages are paused, resumed and deleted together, each with a way back', async ({
  page,
  sandbox,
}) => {
  const { say } = await enter(page, sandbox, 'Night Owls')
  for (const day of ['01', '02', '03']) {
    await say(`Watch ${day}`, { rule: { kind: 'once', at: `${YEAR}-05-${day}T22:00` } })
  }
  await page.goto(SCHEDULED)
  for (const day of ['01', '02']) await page.getByLabel(`Select “Watch ${day}”`).check()
  const bar = page.getByRole('region', { name: 'Selected messages' })
  await expect(bar).toContainText('2 messages selected')
  await bar.getByRole('button', { name: 'Pause' }).click()
  await expect(page.getByText('Paused', { exact: true })).toHaveCount(2)
  await expect(bar).toBeHidden()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Paused', { exact: true })).toHaveCount(0)

  await page.getByLabel('Select “Watch 01”').check()
  await bar.getByRole('button', { name: 'Select all' }).click()
  await expect(bar).toContainText('3 messages selected')
  await bar.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByLabel(/^Select “Watch/)).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByLabel(/^Select “Watch/)).toHaveCount(3)
  const rows = page.getByRole('listitem').filter({ hasText: 'Watch' })
  await expect(rows.getByText('Scheduled', { exact: true })).toHaveCount(3)
})

for (const leave of ['the tab is closed', 'they sign out'] as const) {
  test(`a deletion stands though ${leave} right after it`, async ({ page, product, sandbox }) => {
    const { say, person } = await enter(page, sandbox, 'Early Birds')
    for (let day = 11; day < 19; day++) {
      await say(`Walk ${day}`, { rule: { kind: 'once', at: `${YEAR}-05-${day}T06:00` } })
    }
    await page.goto(SCHEDULED)
    await page.getByLabel('Select “Walk 11”').check()
    const bar = page.getByRole('region', { name: 'Selected messages' })
    await bar.getByRole('button', { name: 'Select all' }).click()
    await bar.getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText('8 messages deleted', { exact: true })).toBeVisible()
    if (leave === 'the tab is closed') await page.close()
    else {
      await page.getByRole('button', { name: 'User menu' }).click()
      await page.getByRole('menuitem', { name: 'Sign out' }).click()
      await expect(page).toHaveURL('/')
    }
    const again = await signInAs(product.url, person.email, PASSWORD)
    expect((await again.call(listMessages, { query: {} })).items).toEqual([])
  })
}

test('220, 222 quiet hours of a group are told before, and hold what comes in them', async ({
  page,
  sandbox,
}) => {
  const { say, person } = await enter(page, sandbox, 'Light Sleepers')
  await page.goto('/dashboard/telegram-manager')
  const row = page.getByRole('region', { name: /^Your groups of @/ }).getByRole('listitem')
  await row.getByRole('button', { name: 'Actions for Light Sleepers' }).click()
  await page.getByRole('menuitem', { name: 'Rules…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Rules of Light Sleepers' })
  await dialog.getByRole('checkbox', { name: 'Quiet hours' }).check()
  const [from, soon, to] = [clockIn(-60), clockIn(60), clockIn(180)]
  await dialog.getByLabel('Quiet from').fill(from)
  await dialog.getByLabel('Quiet to').fill(from)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toContainText('Quiet hours must end at another time than they begin.')
  await dialog.getByLabel('Quiet to').fill(to)
  await expect(dialog).not.toContainText('Quiet hours must end')
  // The answer is lost.
  await lose(page, '**/api/groups/*', { times: 1 })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  expect((await groupsOf(person))[0]?.quietHours).toMatchObject({ from, to })

  const { id } = await say('Sleep well', { rule: { kind: 'once', at: `${YEAR}-05-01T${soon}` } })
  await page.goto(SCHEDULED)
  await expect(page.getByRole('main')).toContainText(`Quiet hours: held until ${to} in 1 group.`)
  await page.getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('menuitem', { name: 'Send now…' }).click()
  const asked = page.getByRole('dialog', { name: 'Send it now?' })
  await expect(asked).toContainText('Quiet hours: held until')
  await asked.getByRole('button', { name: 'Keep to quiet hours' }).click()
  await expect(page.getByText('It waits for quiet hours to end', { exact: true })).toBeVisible()
  await expect(page).toHaveURL(new RegExp(id))
  const main = page.getByRole('main')
  await expect(main.getByText('Waiting', { exact: true }).first()).toBeVisible()
  await expect(main).toContainText(/1 group waits until .+: quiet hours/)
  await expect(main).toContainText(/Waits until (today|tomorrow), .+\. Its group has quiet hours\./)
  const arrived = async () => (await sandbox.ledger()).filter((one) => one.text === 'Sleep well')
  expect(await arrived()).toEqual([])
  const tried = countRequests(page, '/send-anyway')
  await pressTwice(main.getByRole('button', { name: 'Send anyway' }))
  await expect(main).toContainText('1 of 1 sent')
  expect(tried()).toBe(1)
  await expect(main.getByRole('button', { name: 'Send anyway' })).toBeHidden()

  // Two at the same time: a daily limit lets one of them through, or none if the group got one today.
  const [group] = await groupsOf(person)
  const rules = { quietHours: null, dailyCap: 1 }
  await person.call(updateGroup, { params: { id: group!.id }, body: { rev: group!.rev, ...rules } })
  const rule = { kind: 'daily' as const, everyDays: 1, at: [soon] }
  for (const text of ['Wake up', 'Get up']) await say(text, { rule }, 'automated')
  await page.goto(AUTOMATED)
  const kept = /^Daily limit: (held until .+ in|not sent to) 1 group\.$/
  await expect(page.getByRole('list', { name: 'Next runs' }).getByText(kept).last()).toBeVisible()
  const today = page.getByRole('region', { name: 'Today' }).getByRole('listitem')
  const marked = today.filter({ hasText: 'Daily limit: ' }).last()
  await expect(marked.locator('.lucide-gauge')).toBeVisible()

  const [{ id: groupId, rev } = group!] = await groupsOf(person)
  await person.call(updateGroup, { params: { id: groupId }, body: { rev, muted: true } })
  await page.getByRole('button', { name: 'Actions' }).last().click()
  await page.getByRole('menuitem', { name: 'Send now…' }).click()
  await expect(asked).toContainText('It goes to 0 of 1 group at once')
  await expect(asked).toContainText('1 muted group gets nothing.')
})

test('222 a copy whose answer was lost is settled by who looked: it is there, or it is sent again', async ({
  page,
  sandbox,
}) => {
  const { person, group } = await enter(page, sandbox, 'Radio Hams')
  const chat = Number(group.externalId)
  const send = async (text: string, when: 'before' | 'after') => {
    await sandbox.chaos({ method: 'sendMessage', chat, fault: 'reset', when, next: 1 })
    const body = {
      kind: 'scheduled' as const,
      content: { text },
      groupIds: [group.id],
      status: 'draft' as const,
    }
    const { id } = await person.call(createMessage, { body })
    await person.call(sendMessageNow, { params: { id } })
    await page.goto(`/dashboard/messages/edit/${id}`)
    await expect(page.getByText('Look into the group')).toBeVisible()
  }
  await send('Do you copy?', 'after')
  await page.getByRole('button', { name: 'It’s there' }).click()
  const sure = page.getByRole('dialog', { name: 'Did you see it in' })
  await sure.getByRole('button', { name: 'It’s there' }).click()
  await expect(page.getByText('Sent', { exact: true }).first()).toBeVisible()

  await send('Over and out.', 'before')
  // The message cannot be changed before a person has settled the copy.
  await expect(page.getByText('Confirm for each uncertain copy')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Change and send again' })).toHaveCount(0)
  const asked = countRequests(page, '/resolve')
  await page.getByRole('button', { name: 'Send again' }).click()
  const missing = page.getByRole('dialog', { name: 'Is it missing in' })
  await expect(missing).toContainText('If it is there already, the group gets it twice.')
  await pressTwice(missing.getByRole('button', { name: 'Send again' }))
  await expect(page.getByText('Sent', { exact: true }).first()).toBeVisible()
  expect(asked()).toBe(1)
  const texts = (await sandbox.ledger({ chat })).map(({ text }) => text)
  expect(texts.filter((text) => text === 'Do you copy?')).toHaveLength(1)
  expect(texts.filter((text) => text === 'Over and out.')).toHaveLength(1)
})

test('215 the editor shows the next five runs, and ten for who asks', async ({ page, sandbox }) => {
  await enter(page, sandbox, 'Long Planners')
  await page.goto('/dashboard/new-message?kind=automated')
  const runs = page.getByRole('region', { name: 'Next runs' })
  await expect(runs.getByRole('listitem')).toHaveCount(5)
  await runs.getByRole('button', { name: 'Show 10' }).click()
  await expect(runs.getByRole('listitem')).toHaveCount(10)
})

/** The time in Berlin after so many minutes. */
const clockIn = (minutes: number) =>
  new Intl.DateTimeFormat('en-GB', { timeZone: ZONE, hour: '2-digit', minute: '2-digit' }).format(
    Date.now() + minutes * 60_000,
  )

test('deliveries beyond the first page are a press away', async ({ page, sandbox }) => {
  const { say, person } = await enter(page, sandbox, 'Bell Ringers')
  const { id } = await say(
    'Ring.',
    { rule: { kind: 'daily', everyDays: 1, at: ['03:00'] } },
    'automated',
  )
  for (let times = 0; times < 2; times++) await person.call(sendMessageNow, { params: { id } })
  // Pages of one instead of two hundred.
  await page.route('**/api/deliveries?**', (route) =>
    route.continue({ url: route.request().url().replace('limit=200', 'limit=1') }),
  )
  await page.goto(`/dashboard/messages/edit/${id}`)
  const deliveries = page.getByRole('region', { name: 'Deliveries' })
  await expect(deliveries.getByText('Bell Ringers')).toHaveCount(1)
  await deliveries.getByRole('button', { name: 'Load more' }).click()
  await expect(deliveries.getByText('Earlier:')).toBeVisible()
  await expect(deliveries.getByText('Bell Ringers')).toHaveCount(2)
  await expect(deliveries.getByRole('button', { name: 'Load more' })).toBeHidden()
})
