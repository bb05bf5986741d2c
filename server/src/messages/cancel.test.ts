import { expect, test, type House } from '../../test/house.ts'
import { givePosting } from '../../test/posting.ts'
import { settle } from '../deliveries/actions.ts'
import type { UserContext } from '../platform/context.ts'
import * as messages from './actions.ts'

/** A message that all of its groups have got, which nobody has told it yet. */
async function giveSent(house: House): Promise<{ user: UserContext; id: string; tell: Tell }> {
  const { user, groupIds } = await givePosting(house, { groups: 2 })
  const { id } = await messages.createMessage(user, {
    kind: 'scheduled',
    content: { text: 'Rehearsal at seven.' },
    groupIds,
    catchUpMinutes: 15,
    onUnconfirmed: 'ask',
    overlap: 'skip',
    pauseAfterFailures: 5,
    status: 'draft',
  })
  await messages.sendMessageNow(user, id)
  await house.pool.query(`update deliveries set status = 'sent'`)
  await house.pool.query('update occurrences set sent = total')
  const { rows } = await house.pool.query<{ id: string }>('select id from occurrences')
  return {
    user,
    id,
    tell: (told) =>
      house.ctx.transaction(async (tx) => {
        await settle(house.ctx, tx, [rows[0]!.id])
        await told?.()
      }),
  }
}
/** Tells the message its end; it is committed once `told` is over. */
type Tell = (told?: () => Promise<void>) => Promise<void>

const refused = {
  code: 'conflict',
  message: 'This message has been sent. Duplicate it to send it again.',
}

test('what all groups have got is not canceled, though nobody has told it yet', async ({
  house,
}) => {
  const { user, id, tell } = await giveSent(house)
  await expect(messages.cancelMessage(user, id)).rejects.toMatchObject(refused)
  await tell()
  expect(await messages.readMessage(user, user, id)).toMatchObject({ status: 'sent' })
})

test('canceling in the very moment of the last answer never hides that it was sent', async ({
  house,
}) => {
  const { user, id, tell } = await giveSent(house)
  const held = Promise.withResolvers<void>()
  const told = Promise.withResolvers<void>()
  const telling = tell(() => {
    told.resolve()
    return held.promise
  })
  await told.promise
  const canceling = messages.cancelMessage(user, id)
  await expect
    .poll(async () => {
      const { rows } = await house.pool.query(
        `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      return rows[0].n
    })
    .toBe(1)
  held.resolve()
  await telling
  await expect(canceling).rejects.toMatchObject(refused)
  expect(await messages.readMessage(user, user, id)).toMatchObject({ status: 'sent' })
})
