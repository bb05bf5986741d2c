import { createCycle } from '../cycles/actions.ts'
import { cycleInput } from '../../test/cycle-input.ts'
import { connectOwn, openGroups } from '../../test/groups.ts'
import { createPosting } from '../../test/posting.ts'
import { expect, test } from '../../test/test-app.ts'

const codeOf = (error: unknown) => (error as { code?: string }).code

test('145, 147 of fifty who make the one cycle of the free tier at once, one does', async ({
  app,
}) => {
  const { user, groupIds } = await createPosting(app, { user: await app.person({ tier: 'free' }) })
  const made = await Promise.allSettled(
    Array.from({ length: 50 }, () => createCycle(user, cycleInput(groupIds))),
  )
  expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const codes = made.flatMap((one) => (one.status === 'rejected' ? codeOf(one.reason) : []))
  expect(new Set(codes)).toEqual(new Set(['limit_reached']))
  const { rows } = await app.pool.query('select from cycles')
  expect(rows).toHaveLength(1)
})

test('146, 147 of fifty who choose a group at once on the free tier, one gets it', async () => {
  const { app, ida, sandbox } = await openGroups()
  const bot = await sandbox.createBot()
  const chats = await Promise.all(['A', 'B', 'C', 'D'].map((title) => sandbox.addGroup({ title })))
  for (const { id: chatId } of chats) await sandbox.addBot({ chatId, botId: bot.id })
  const connectionId = await connectOwn(app, ida, bot.token, chats.length)
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, n) =>
      ida('POST', '/api/groups', { connectionId, externalId: String(chats[n % 4]!.id) }),
    ),
  )
  const having = (code: number) => answers.filter(({ status }) => status === code).length
  expect([having(201), having(409)]).toEqual([1, 49])
  expect((await ida('GET', '/api/groups')).data.items).toHaveLength(1)
})
