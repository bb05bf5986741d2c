import { expect, test, vi } from 'vitest'
import { openFollowing } from '../../../test/follow-ups.ts'
import { sendMessageNow } from '../../messages/actions.ts'
import { minutes, seconds } from '../../platform/clock.ts'

const content = {
  kind: 'text' as const,
  text: 'Sunday at nine',
  options: { deleteAfterMinutes: 5 },
}

test('sending and deleting together keep the pace of the account, and neither holds up the other', async () => {
  const following = await openFollowing({ groups: 3, content })
  const { app, sandbox, user, id, worker, send, startSending } = following
  await send()
  await worker.sender.close()
  await worker.close()
  await sandbox.advance(minutes(6))
  app.clock.advance(minutes(6))
  await sendMessageNow(user, id)
  const channel = app.ctx.channels.get('telegram-bot')!
  const pace = { ...channel.capabilities.pace, account: { perSecond: 1, burst: 1 } }
  const slow = { ...channel, capabilities: { ...channel.capabilities, pace } }
  const { occurrencesChanged } = app.ctx
  const channels = new Map([[channel.kind, slow]])
  await startSending({ ctx: { occurrencesChanged, channels } })
  const instants = async () => {
    const { rows } = await app.pool.query<{ at: Date; kind: string }>(
      `select done_at as at, 'delete' as kind from follow_ups where done_at is not null
       union all select sent_at, 'send' from deliveries d
         where sent_at is not null and exists (
           select from occurrences o where o.id = d.occurrence_id and o.created_at > $1) order by 1`,
      [begun],
    )
    return rows
  }
  const begun = new Date(app.clock.now().getTime() - minutes(1))
  await vi.waitUntil(async () => {
    app.clock.advance(seconds(0.5))
    return (await instants()).length === 6
  }, 20_000)
  const all = await instants()
  const gaps = all.slice(1).map(({ at }, n) => at.getTime() - all[n]!.at.getTime())
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(seconds(1))
  expect(new Set(all.slice(0, 4).map(({ kind }) => kind)).size).toBe(2)
})

test('a process that hands an account over first ends what is on the wire', async () => {
  const { app, sandbox, worker, send, followUps } = await openFollowing({ content })
  await send()
  await sandbox.chaos({
    method: 'deleteMessage',
    fault: 'slow',
    when: 'before',
    amount: 1_500,
    next: 1,
  })
  await sandbox.advance(minutes(6))
  app.clock.advance(minutes(6))
  const begun = 'select from follow_ups where tries = 1'
  await vi.waitUntil(async () => (await app.pool.query(begun)).rowCount === 1, 10_000)
  await worker.close()
  expect((await followUps())[0]).toMatchObject([{ kind: 'delete', status: 'done' }])
})
