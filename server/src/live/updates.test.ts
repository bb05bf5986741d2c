import { expect, test, type TestApp } from '../../test/test-app.ts'
import { openLive, openPage, openPerson, type Live, type Page } from '../../test/live.ts'
import { cycleInput } from '../../test/cycle-input.ts'
import { plan } from '../../test/planning.ts'
import { giveGroups, createPosting } from '../../test/posting.ts'
import { createCycle } from '../cycles/actions.ts'
import { deleteCycle } from '../cycles/deletion.ts'
import { admissions } from '../identity/rules.ts'
import { createMessage, updateMessage } from '../messages/actions.ts'
import { deleteMessage } from '../messages/deletion.ts'
import type { UserContext } from '../platform/context.ts'
import { updateUser } from '../users/actions.ts'

/** The caller of actions, for a person who signed up. */
const as = (app: TestApp, { id }: { id: string }): UserContext => ({
  ...app.ctx,
  user: { id, email: null, name: null, picture: null, sessionId: null },
})

/** Resolves when the server has received all that was committed before. */
async function heardAll(app: TestApp, { web }: Live) {
  const received = web.nextNews('notification.updated')
  await app.ctx.transaction((tx) =>
    tx.publish({ kind: 'notification.updated', userId: 'nobody', id: 'nothing', rev: 0 }),
  )
  await received
}

const names = ({ events }: Page) => events.map(({ name }) => name)

test('200, 201, 206 a change is told to its user, under the name of the contract, and to nobody else', async ({
  app,
}) => {
  const live = await openLive(app)
  const ada = await openPerson(app, live, 'ada')
  const bob = await openPerson(app, live, 'bob')

  const told = ada.page.next(`USER_UPDATED:${ada.id}`)
  const body = { timeZone: 'Europe/London' }
  const { data } = await ada.browser.api('PUT', '/api/users/me', body)
  expect(await told).toEqual({ user: data })

  const others = bob.page.nextEvent('USER_UPDATED')
  await bob.browser.api('PUT', '/api/users/me', body)
  await others
  expect(names(bob.page)).toEqual([`USER_UPDATED:${bob.id}`])
  expect(names(ada.page)).toEqual([`USER_UPDATED:${ada.id}`])
})

test('209 every page of a user is told, whichever process it is connected to', async ({ app }) => {
  const live = await openLive(app)
  const process = { ...app, ctx: { ...app.ctx, admissions: admissions(app.clock) } }
  const elsewhere = await openLive(process)
  const { browser, page } = await openPerson(app, live, 'ada')
  const phone = await openPage(app, elsewhere, browser)

  const both = [page, phone].map((each) => each.nextEvent('USER_UPDATED'))
  await browser.api('PUT', '/api/users/me', { timeZone: 'Europe/London' })
  const [here, there] = await Promise.all(both)
  expect(here).toMatchObject({ user: { timeZone: 'Europe/London' } })
  expect(there).toEqual(here)
})

test('200, 203 a message is told as it changes, and when it is gone', async ({ app }) => {
  const live = await openLive(app)
  const ada = await openPerson(app, live, 'ada')
  const { groupIds } = await createPosting(app, { user: as(app, ada) })
  const input = {
    kind: 'scheduled',
    content: { kind: 'text' as const, text: 'Rehearsal at seven.' },
    groupIds,
    catchUpMinutes: 15,
    onUnconfirmed: 'ask',
    overlap: 'skip',
    pauseAfterFailures: 5,
    status: 'draft',
  } as const

  const created = ada.page.next(`MESSAGE_UPDATED:${ada.id}`)
  const message = await createMessage(as(app, ada), input)
  const { exceptions: _, ...summary } = message
  expect(await created).toEqual({ message: summary })

  app.clock.advance(250)
  const changed = ada.page.nextEvent('MESSAGE_UPDATED')
  const next = { ...input, title: 'Choir', rev: message.rev }
  const update = await updateMessage(as(app, ada), message.id, next)
  const { exceptions: _gone, dropped: _dropped, ...updated } = update
  expect(await changed).toEqual({ message: updated })

  app.clock.advance(250)
  const removed = ada.page.nextEvent('MESSAGE_UPDATED')
  await deleteMessage(as(app, ada), message.id)
  expect(await removed).toEqual({ messageId: message.id, deleted: true })
})

test('200 a cycle is told as it changes and as it is sent, and when it is gone', async ({
  app,
}) => {
  const live = await openLive(app)
  const ada = await openPerson(app, live, 'ada')
  const { groupIds } = await createPosting(app, { user: as(app, ada) })
  const next = () => ada.page.nextEvent('CYCLE_UPDATE')
  const schedule = {
    timeZone: 'Europe/Berlin',
    rule: { kind: 'every', n: 1, unit: 'minute', anchor: '2026-06-01T10:01' },
  } as const

  const created = next()
  const cycle = await createCycle(as(app, ada), cycleInput(groupIds, { schedule }))
  const { steps: _steps, exceptions: _none, ...summary } = cycle
  expect(await created).toEqual({ cycle: summary })

  app.clock.moveTo('2026-06-01T08:01:00Z')
  const planned = next()
  await plan(app)
  expect(await planned).toMatchObject({
    cycle: { occurrence: { total: 1, pending: 1 }, progress: { sends: 1 } },
  })

  app.clock.advance(1_000)
  const removed = next()
  await deleteCycle(as(app, ada), cycle.id)
  expect(await removed).toEqual({ cycleId: cycle.id, deleted: true })
})

test('200, 204 a connection is told as it changes, and when it is gone', async ({ app }) => {
  const live = await openLive(app)
  const ada = await openPerson(app, live, 'ada')
  const { accountId } = await createPosting(app)
  await giveGroups(app, { user: as(app, ada), accountId, channel: 'telegram-bot', chats: [] })
  const { data } = await ada.browser.api('GET', '/api/connections')
  const [connection] = (data?.['items'] ?? []) as { id: string }[]
  const id = String(connection?.id)
  const tell = (kind: 'connection.updated' | 'connection.deleted', rev: number) =>
    app.ctx.transaction((tx) => tx.publish({ kind, userId: ada.id, id, rev }))
  const changed = ada.page.next(`TELEGRAM_STATUS:${ada.id}`)
  await tell('connection.updated', 2)
  expect(await changed).toMatchObject({ connection, connectionId: id })

  app.clock.advance(250)
  const removed = ada.page.nextEvent('TELEGRAM_STATUS')
  await ada.browser.api('DELETE', `/api/connections/${id}`)
  expect(await removed).toMatchObject({ connection: null, connectionId: id })
})

test('groups that change show themselves as one change of their connection', async ({ app }) => {
  const live = await openLive(app)
  const ada = await openPerson(app, live, 'ada')
  const { groupIds } = await createPosting(app, { user: as(app, ada), groups: 3 })
  const told = ada.page.nextEvent('TELEGRAM_STATUS')
  await app.ctx.transaction(async (tx) => {
    for (const id of groupIds) {
      await tx.publish({ kind: 'group.updated', userId: ada.id, id, rev: 2 })
    }
  })
  expect(await told).toMatchObject({ connection: { groupCount: 3 } })

  // What follows is one event for the other two, and then one for the group that was removed.
  const rest = ada.page.nextEvent('TELEGRAM_STATUS')
  app.clock.advance(250)
  await rest
  const removed = ada.page.nextEvent('TELEGRAM_STATUS')
  await ada.browser.api('DELETE', `/api/groups/${groupIds[0]}`)
  app.clock.advance(250)
  expect(await removed).toMatchObject({ connection: { groupCount: 2 } })
  expect(ada.page.events).toHaveLength(3)
})

test('of a burst the first is told at once and the last a quarter of a second later', async ({
  app,
}) => {
  const live = await openLive(app)
  const ada = await openPerson(app, live, 'ada')
  const rename = (displayName: string) => updateUser(as(app, ada), { displayName })

  const first = ada.page.nextEvent('USER_UPDATED')
  await rename('Ada 1')
  expect(await first).toMatchObject({ user: { displayName: 'Ada 1' } })
  for (const n of [2, 3, 4, 5]) await rename(`Ada ${n}`)
  await heardAll(app, live)

  const second = ada.page.nextEvent('USER_UPDATED')
  app.clock.advance(249)
  expect(app.clock.next()).toEqual(new Date(app.clock.now().getTime() + 1))
  app.clock.advance(1)
  const last = await second
  expect(last).toMatchObject({ user: { displayName: 'Ada 5' } })

  app.clock.advance(250)
  const after = ada.page.nextEvent('USER_UPDATED')
  await rename('Ada 6')
  expect(await after).toMatchObject({ user: { displayName: 'Ada 6', rev: last.user.rev + 1 } })
  expect(ada.page.events).toHaveLength(3)
})
