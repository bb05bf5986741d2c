import { expect, test } from 'vitest'
import { openSending, type Sending } from '../../test/sending.ts'

import { closingOf } from './attempts/attempt.ts'
import { closeAttempts, openAttempts } from './attempts/attempts-store.ts'
import { findDue } from './lanes/lanes-store.ts'

/** Telegram takes no link without a dot in its host; a text like this is what people write of their intranet. */
const text = '*Tonight* see [the plan](https://intranet/plan)'

const REFUSED = 'Telegram does not accept the formatting. It goes as plain text instead.'
const PLAIN = 'The network accepted it as plain text: it had not taken the formatting.'

test('a text whose formatting is refused goes again at once without it, and says so', async () => {
  const { app, sandbox, posting, plan, startSending, reached, row, attempts } = await openSending()
  const choir = await posting({ text, groups: 2 })
  await startSending()
  const ids = await plan(choir)
  await Promise.all(ids.map((id) => reached(id, 'sent')))

  const accepted = await sandbox.ledger()
  expect(accepted).toMatchObject(
    ids.map(() => ({ text: 'Tonight see the plan (https://intranet/plan)', entities: [] })),
  )
  const at = app.clock.now()
  const told = {
    status: 'sent',
    tries: 0,
    attempt: 2,
    code: 'plain_text',
    reason: PLAIN,
    sent_at: at,
  }
  for (const id of ids) {
    expect(await row(id)).toMatchObject({ ...told, receipt: { externalIds: [expect.any(String)] } })
    expect(await attempts(id)).toMatchObject([
      { number: 1, outcome: 'formattingRefused', reason: REFUSED },
      { number: 2, outcome: 'sent', reason: PLAIN },
    ])
  }
})

test('what is refused as plain text too has failed, after two tries', async () => {
  const { sandbox, posting, plan, startSending, reached, row, attempts } = await openSending()
  const choir = await posting({ text: '*Tonight*' })
  await sandbox.chaos({
    fault: 'refuse',
    method: 'sendMessage',
    words: "Bad Request: can't parse entities: no",
  })
  await startSending()
  const [id] = await plan(choir)
  await reached(id!, 'failed')
  expect(await row(id!)).toMatchObject({
    code: 'bad_formatting',
    reason: 'Telegram does not accept the formatting.',
  })
  expect(await attempts(id!)).toMatchObject([
    { outcome: 'formattingRefused' },
    { outcome: 'refused' },
  ])
  const { rules } = await sandbox.chaosReport()
  expect(rules).toMatchObject([{ struck: 2 }])
})

test('a text without formatting is not sent again for it', async () => {
  const { sandbox, posting, plan, startSending, reached, attempts } = await openSending()
  const choir = await posting({ text: 'Tonight' })
  await sandbox.chaos({
    fault: 'refuse',
    method: 'sendMessage',
    words: 'Bad Request: ENTITY_BOUNDS_INVALID',
  })
  await startSending()
  const [id] = await plan(choir)
  await reached(id!, 'failed')
  expect(await attempts(id!)).toMatchObject([{ outcome: 'refused' }])
})

test('a process that takes over goes on with the plain text, and does not ask a second time', async () => {
  const sending = await openSending()
  const { sandbox, startSending, reached, attempts } = sending
  const id = await refusedBeforeTheKill(sending)
  await startSending()
  await reached(id, 'sent')
  expect(await sandbox.ledger()).toMatchObject([{ text: 'Tonight', entities: [] }])
  expect(await attempts(id)).toHaveLength(2)
})

test('what was stopped after it was refused does not go as plain text either', async () => {
  const sending = await openSending()
  const { app, sandbox, startSending, reached, row } = sending
  const id = await refusedBeforeTheKill(sending)
  await app.pool.query("update occurrences set stopped = 'paused'")
  await startSending()
  await reached(id, 'skipped')
  expect(await row(id)).toMatchObject({ code: 'paused', attempt: 1 })
  expect(await sandbox.ledger()).toEqual([])
})

/** A process was killed when it had written down that the formatting of a delivery was refused. */
async function refusedBeforeTheKill({ app, ctx, posting, plan }: Sending): Promise<string> {
  const choir = await posting({ text: '*Tonight*' })
  const [id] = await plan(choir)
  const owner = { id: choir.accountId, epoch: 1 }
  await app.pool.query('update accounts set epoch = 1 where id = $1', [owner.id])
  const now = app.clock.now()
  const look = {
    accountId: owner.id,
    afterUser: '',
    users: 1,
    perUser: 1,
    alreadyRead: [],
    aheadMs: 0,
  }
  const [turn] = await findDue(ctx, now, [look])
  await openAttempts(ctx, now, [owner], [turn!.due!])
  const reason = 'Telegram does not accept the formatting.'
  const refused = { kind: 'formattingRefused', reason } as const
  const by = { epoch: owner.epoch, guarantee: 'at-most-once, asks' } as const
  const closing = closingOf(turn!.due!, by, refused, { answeredAt: now, now })
  await closeAttempts(ctx, now, [closing])
  expect(await findDue(ctx, now, [look])).toMatchObject([{ due: { id, plain: true, attempt: 1 } }])
  return id!
}
