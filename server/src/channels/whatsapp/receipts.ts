import { reasonOf } from '../../platform/errors.ts'
import type { ReceiptCounts } from '../port/receiving.ts'
import type { WhatsappContext } from './context.ts'
import type { MemberReceipts } from './protocol.ts'
import type { Owned } from './store.ts'
import { addReceipts } from './receipts-store.ts'

/** Counts the receipts of members. Returns the deliveries whose counts have grown. */
export async function countReceipts(
  { reading, log }: WhatsappContext,
  session: Pick<Owned, 'accountId' | 'sessionId'>,
  messages: readonly MemberReceipts[],
): Promise<ReceiptCounts[]> {
  try {
    const membersOf = new Map(messages.map(({ id, members }) => [id, members]))
    return (await addReceipts(reading, session, messages)).map(
      ({ id, deliveryId, delivered, read }) => {
        const members = membersOf.get(id)
        return { deliveryId, delivered, read, ...(members === undefined ? {} : { members }) }
      },
    )
  } catch (error) {
    log.warn(
      { account: session.accountId, reason: reasonOf(error) },
      'Receipts of members are not counted.',
    )
    return []
  }
}
