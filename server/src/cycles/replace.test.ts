import { expect, onTestFinished, test, vi } from 'vitest'
import { cycleInput } from '../../test/cycling.ts'
import { openSending, type Sending } from '../../test/sending.ts'
import { listDeliveries } from '../deliveries/api.ts'
import { presentDelivery } from '../deliveries/present.ts'
import { hours } from '../platform/clock.ts'
import { replaceCopies } from '../sending/replace.ts'
import { createCycle } from './actions.ts'
import { sendNext } from './places.ts'

const STEPS: ReadonlySet<string | undefined> = new Set(['One', 'Two', 'Three'])

/** A cycle that replaces its copies, and a way to send its next step to all of its groups. */
async function open(groups: number, type?: 'group') {
  const sending: Sending & { close(): Promise<void> } = await openSending({
    now: new Date().toISOString(),
  })
  onTestFinished(() => sending.close())
  const { app, sandbox } = sending
  const { user, groupIds, chatIds } = await sending.posting({ groups, ...(type ? { type } : {}) })
  const { occurrencesChanged } = app.ctx
  await sending.startSending({ ctx: { occurrencesChanged } })
  const input = cycleInput(groupIds, { replacePrevious: true, status: 'draft' })
  const { id } = await createCycle(user, input)
  return {
    app,
    sandbox,
    chatIds,
    /** Resolves once it has ended, with its id. */
    async sendNext(): Promise<string> {
      app.clock.advance(1_000)
      await sendNext(user, id)
      const open = 'select from occurrences where finished_at is null'
      await vi.waitUntil(async () => (await app.pool.query(open)).rows.length === 0, 20_000)
      const last = 'select id from occurrences order by created_at desc limit 1'
      return (await app.pool.query<{ id: string }>(last)).rows[0]!.id
    },
    /** What members see in each group. */
    async seen() {
      const all = await Promise.all(chatIds.map((chat) => sandbox.messages(chat)))
      return all
        .flat()
        .flatMap(({ content }) =>
          content.kind === 'text' && STEPS.has(content.text) ? content.text : [],
        )
    },
    deliveries: async () => {
      const { items } = await listDeliveries(user, { cycleId: id, limit: 50 })
      return items.map(presentDelivery)
    },
  }
}

test('the copy before is deleted once the next one is there, and says so', async () => {
  const { app, sendNext: next, seen, deliveries } = await open(2)
  await next()
  await next()
  expect(await seen()).toHaveLength(4)
  await app.runJobs()
  expect(await seen()).toEqual(['Two', 'Two'])
  const told = { at: expect.any(String), text: 'The next copy replaced it.' }
  const replaced = (await deliveries()).map((one) => one.replaced)
  expect(replaced).toEqual([undefined, undefined, told, told])
})

test('a copy that a crash or the network kept is deleted later, and no other', async () => {
  const { app, sandbox, sendNext: next, seen } = await open(3)
  await next()
  const last = await next()
  await sandbox.chaos({ method: 'deleteMessage', fault: 'reset', when: 'after', next: 1 })
  await replaceCopies(app.ctx, { occurrenceId: last })
  // What was deleted without an answer is gone; the others wait for the next try.
  expect(await seen()).toHaveLength(5)
  await replaceCopies(app.ctx, { occurrenceId: last, tries: 1 })
  await replaceCopies(app.ctx, { occurrenceId: last })
  expect(await seen()).toEqual(['Two', 'Two', 'Two'])
})

test('a copy that the network does not let go stays, and says why', async () => {
  const { app, sendNext: next, seen, deliveries } = await open(1)
  await next()
  app.clock.advance(hours(49))
  await next()
  await app.runJobs()
  expect(await seen()).toEqual(['One', 'Two'])
  expect((await deliveries()).at(-1)?.replaced).toEqual({
    at: null,
    text: 'It stays in the group: The network deletes messages for 48 hours only.',
  })
})

test('a copy from before a group became a supergroup stays, and nothing of the new chat is deleted', async () => {
  const { app, sandbox, chatIds, sendNext: next, deliveries } = await open(1, 'group')
  await next()
  const { id } = await sandbox.migrate(chatIds[0]!)
  await sandbox.promote(id, { userId: sandbox.botId, rights: { can_delete_messages: true } })
  // The ids of the new chat begin anew, so that one of these has the id of the copy.
  for (let n = 1; n <= 5; n++) await sandbox.say(id, { text: `Hello ${n}` })
  await next()
  await app.runJobs()
  const texts = (await sandbox.messages(id)).map(({ content }) => 'text' in content && content.text)
  expect(texts.filter(Boolean)).toEqual([...[1, 2, 3, 4, 5].map((n) => `Hello ${n}`), 'Two'])
  expect((await deliveries()).at(-1)?.replaced).toEqual({
    at: null,
    text: 'It stays in the group: The group has become another chat since it was sent.',
  })
})
