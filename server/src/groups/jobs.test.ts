import { expect, test } from 'vitest'
import { bellOf } from '../../test/bell.ts'
import { openSending } from '../../test/sending.ts'

/** A group that Telegram did not find while something was sent to it; `methods` do not find it any more. */
async function start(...methods: ('sendMessage' | 'getChat')[]) {
  const sending = await openSending()
  const { app, sandbox, posting, plan, startSending, reached } = sending
  const choir = await posting()
  await startSending()
  const words = 'Bad Request: chat not found'
  await sandbox.chaos(...methods.map((method) => ({ fault: 'refuse' as const, method, words })))
  const [id] = await plan(choir)
  await reached(id!, 'failed')
  const group = async () =>
    (await app.pool.query('select status, code, reason from groups')).rows[0]
  const titles = async () => (await bellOf(choir.user)).map(({ title }) => title)
  return { ...sending, choir, group, titles }
}

const LOST = { status: 'lost', code: 'not_found' }

test('a chat that was not found is asked for once more, and is back when it is there', async () => {
  const { app, group, titles } = await start('sendMessage')
  expect(await group()).toMatchObject(LOST)
  app.clock.advance(1_000)
  await app.runJobs()
  expect(await group()).toEqual({ status: 'active', code: null, reason: null })
  expect(await titles()).toEqual([
    expect.stringMatching(/ is back$/),
    expect.stringMatching(/ cannot be reached any more$/),
  ])
})

test('one that is not there then either stays lost, and is told once', async () => {
  const { app, group, titles } = await start('sendMessage', 'getChat')
  app.clock.advance(1_000)
  await app.runJobs()
  expect(await group()).toMatchObject(LOST)
  expect(await titles()).toHaveLength(1)
})

test('a group that was removed meanwhile is not asked for', async () => {
  const { app, sandbox, group } = await start('sendMessage')
  await app.pool.query("update groups set status = 'removed'")
  await sandbox.chaos({ fault: 'slow', method: 'getChat', amount: 1 })
  await app.runJobs()
  expect(await group()).toMatchObject({ status: 'removed' })
  expect((await sandbox.chaosReport()).rules).toMatchObject([{ struck: 0 }])
})
