import { deleteSent, editSent, getSent } from '@carillon/contract/deliveries'
import { createMessage, getMessage, sendMessageNow } from '@carillon/contract/messages'
import type { Page } from '@playwright/test'
import type { SandboxClient } from '../sandbox/src/testing/client.ts'
import { violationsOf } from './axe.ts'
import { expect, test, toasts, ZONE } from './fixtures.ts'
import { enter } from './groups.ts'
import { loseAndRefuse } from './lose.ts'
import { countRequests, pressTwice } from './press-twice.ts'

/** A message that a group has got, and its page. */
async function sent(page: Page, sandbox: SandboxClient, content: object) {
  const { person, group } = await enter(page, sandbox, 'Garden Club')
  const chatId = Number(group.externalId)
  const rights = { can_pin_messages: true }
  await sandbox.promote(chatId, { userId: sandboxBot(await sandbox.chat(chatId)), rights })
  const schedule = {
    timeZone: ZONE,
    rule: { kind: 'weekly' as const, days: ['mon' as const], at: ['03:00'] },
  }
  const { id } = await person.call(createMessage, {
    body: {
      kind: 'automated',
      content: { text: 'Bring gloves', ...content },
      groupIds: [group.id],
      schedule,
      status: 'active',
    },
  })
  const send = async () => {
    await person.call(sendMessageNow, { params: { id } })
    const status = async () =>
      (await person.call(getMessage, { params: { id } })).occurrence?.status
    await expect.poll(status).toBe('done')
  }
  await send()
  await page.goto(`/dashboard/messages/edit/${id}`)
  /** What members see of it. */
  const seen = async () =>
    (await sandbox.messages(chatId)).flatMap(({ content: said }) =>
      said.kind === 'text' && said.text.startsWith('Bring') ? said.text : [],
    )
  return {
    person,
    id,
    chatId,
    send,
    seen,
    deliveries: page.getByRole('region', { name: 'Deliveries' }),
  }
}

const sandboxBot = ({ members }: { members: { userId: number; status: string }[] }) =>
  members.find(({ status }) => status !== 'creator')!.userId

test('what was sent is edited in all groups, and the page says when and where', async ({
  page,
  sandbox,
}) => {
  const { deliveries, seen, chatId } = await sent(page, sandbox, {})
  await deliveries.getByRole('button', { name: 'Edit in all groups…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit it in all groups' })
  await expect(dialog).toContainText('It is changed in 1 group.')
  await expect(dialog).toContainText(
    /Later runs go on saying what the message says.* “Bring gloves”/,
  )
  await dialog.getByRole('textbox').fill('Bring gloves and *boots*')
  const asked = countRequests(page, '/edit-sent')
  await loseAndRefuse(page, '**/edit-sent')
  await pressTwice(dialog.getByRole('button', { name: 'Edit in 1 group' }))
  await expect(dialog).toBeHidden()
  await expect(deliveries.getByRole('status').last()).toContainText(/: edited in 1 group/)
  // The one press, and again after its answer was lost.
  expect(asked()).toBe(2)
  await expect(deliveries).toContainText('It was edited in the group.')
  await expect(deliveries).toContainText('It said: “Bring gloves”')
  expect(await seen()).toEqual(['Bring gloves and boots'])

  // What a group has refused is tried there again by one press.
  const refusal = { fault: 'refuse', status: 400, when: 'before', next: 1 } as const
  await sandbox.chaos({ method: 'editMessageText', chat: chatId, ...refusal })
  await deliveries.getByRole('button', { name: 'Edit in all groups…' }).click()
  await dialog.getByRole('textbox').fill('Bring gloves and a hat')
  await dialog.getByRole('button', { name: 'Edit in 1 group' }).click()
  await expect(deliveries.getByRole('status').last()).toContainText('not in 1')
  const again = deliveries.getByRole('button', { name: 'Try the edit again in 1 group' })
  await again.click()
  await expect(again).toBeHidden()
  await expect.poll(seen).toEqual(['Bring gloves and a hat'])
})

test('what was sent is deleted from all groups once that is confirmed', async ({
  page,
  sandbox,
}) => {
  const { deliveries, seen } = await sent(page, sandbox, {})
  const button = deliveries.getByRole('button', { name: 'Delete from all groups…' })
  await button.click()
  const dialog = page.getByRole('dialog', { name: 'Delete it from all groups?' })
  await dialog.getByRole('button', { name: 'Keep it' }).click()
  await expect(dialog).toBeHidden()
  await button.click()
  const asked = countRequests(page, '/delete-sent')
  await pressTwice(dialog.getByRole('button', { name: 'Delete from 1 group' }))
  await expect(deliveries).toContainText('It was deleted from the group.')
  expect(asked()).toBe(1)
  const state = deliveries.locator('span').filter({ hasText: /^(Sent|Deleted)$/ })
  await expect(state).toHaveText('Deleted')
  await expect(deliveries.getByRole('link', { name: 'Open in Telegram' })).toHaveCount(0)
  await expect(deliveries.getByRole('status').last()).toContainText(/: deleted in 1 group/)
  expect(await seen()).toEqual([])
  await expect(button).toBeHidden()
})

test('copies of other runs of the message are deleted with it, by choice', async ({
  page,
  sandbox,
}) => {
  const { deliveries, send, seen } = await sent(page, sandbox, {})
  await send()
  await expect.poll(seen).toHaveLength(2)
  const button = deliveries.getByRole('button', { name: 'Delete from all groups…' }).first()
  const dialog = page.getByRole('dialog', { name: 'Delete it from all groups?' })
  await expect(async () => {
    await button.click()
    const also = dialog.getByRole('checkbox', { name: /^Also one copy of another run/ })
    await also.check({ timeout: 2_000 })
  }).toPass()
  await dialog.getByRole('button', { name: 'Delete 2 copies' }).click()
  await expect.poll(seen).toEqual([])
})

test('what cannot be edited says why, before it is pressed', async ({ page, sandbox }) => {
  const poll = { question: 'Bring gloves?', options: ['Yes', 'No'] }
  const { deliveries } = await sent(page, sandbox, { text: undefined, poll })
  const button = deliveries.getByRole('button', { name: 'Edit in all groups…' })
  await expect(button).toHaveAttribute('aria-disabled', 'true')
  // The page may render again when the run has been counted, which closes an open menu.
  await expect(async () => {
    await button.blur()
    await button.focus()
    const reason = page.getByRole('tooltip')
    await expect(reason).toContainText('Telegram lets nobody change a poll.', { timeout: 2_000 })
  }).toPass()
})

test('a message is pinned and the one before unpinned, as its options say', async ({
  page,
  sandbox,
}) => {
  const { deliveries, id, chatId, send } = await sent(page, sandbox, {})
  await page.getByText('More options').click()
  await page.getByLabel('Pin it in the group').selectOption('silent')
  await page.getByLabel('Unpin the one before').check()
  await page.getByLabel('Delete it again').selectOption('1440')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(toasts(page)).toBeVisible()
  await send()
  await send()
  await page.goto(`/dashboard/messages/edit/${id}`)
  await expect(deliveries).toContainText('It was pinned.')
  await expect(deliveries).toContainText('It will be deleted then.')
  await expect.poll(async () => (await sandbox.chat(chatId)).pinned.length).toBe(1)
})

test('the page of a message shows what stands in its groups after an edit, and that it is deleted', async ({
  page,
  sandbox,
}) => {
  const { person, group } = await enter(page, sandbox, 'Reading Circle')
  const { id } = await person.call(createMessage, {
    body: { kind: 'scheduled', content: { text: 'At six' }, groupIds: [group.id], status: 'draft' },
  })
  await person.call(sendMessageNow, { params: { id } })
  const read = async () => (await person.call(getMessage, { params: { id } })).occurrence
  await expect.poll(async () => (await read())?.status).toBe('done')
  await page.goto(`/dashboard/messages/edit/${id}`)
  const preview = page.getByRole('region', { name: 'What members see in Telegram' })
  await expect(preview).toContainText('At six')

  const params = { id: (await read())!.id }
  const [one] = (await person.call(getSent, { params })).contents
  const content = { kind: 'text' as const, text: 'At *seven*' }
  await person.call(editSent, { params, body: { content, contentId: one!.contentId } })
  await expect(preview.getByRole('strong')).toHaveText('seven')
  await expect(preview).toContainText(/Edited \d/)

  await person.call(deleteSent, { params })
  await expect(preview).toContainText(/Deleted \d/)
  expect(await violationsOf(page)).toEqual([])
})

test.describe('in a tab that is older than the server', () => {
  test.use({ mayComplain: /TypeError|error boundary/ })

  test('a dialog that cannot read an answer says that there is a new version', async ({
    page,
    sandbox,
  }) => {
    const { deliveries } = await sent(page, sandbox, {})
    // An update: other files begin the page, and the copies of a content have another name.
    await page.route('/', async (route) => {
      const answer = await route.fetch()
      const body = (await answer.text()).replaceAll('/assets/', '/assets/newer-')
      await route.fulfill({ response: answer, body })
    })
    await page.route('**/api/occurrences/*/sent', async (route) => {
      const answer = await route.fetch()
      const body = (await answer.text()).replaceAll('"copies":', '"places":')
      await route.fulfill({ response: answer, body })
    })
    await page.reload()
    await deliveries.getByRole('button', { name: 'Edit in all groups…' }).click()
    await expect(toasts(page)).toContainText('A new version is available')

    // And the other way: the server does not understand what the page asks for.
    const error = { code: 'invalid', message: 'places: Required.', details: [] }
    await page.route('**/delete-sent', (route) => route.fulfill({ status: 400, json: { error } }))
    await deliveries.getByRole('button', { name: 'Delete from all groups…' }).click()
    await page.getByRole('button', { name: 'Delete from 1 group' }).click()
    await expect(toasts(page)).toContainText('A new version is available. Reload the page')
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await toasts(page).getByRole('button', { name: 'Reload' }).click()
    await deliveries.getByRole('button', { name: 'Edit in all groups…' }).click()
    await expect(page.getByRole('dialog', { name: 'Edit it in all groups' })).toBeVisible()
  })
})
