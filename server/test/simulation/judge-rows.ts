import type { SendRequest } from '../../src/channels/port/sending.ts'
import { blame } from './invariants.ts'
import type { DeliveryRow, Rows } from './rows.ts'
import type { World } from './world.ts'

/** The columns in which an occurrence counts them. */
export const COUNTED = ['sent', 'failed', 'skipped', 'unconfirmed'] as const

/** The statuses in which a delivery has ended. */
export const ENDED: ReadonlySet<string> = new Set(COUNTED)

/** Whether a request goes to the place, by the account and with the content of its delivery. */
export function checkPlace(
  rows: Rows,
  row: DeliveryRow,
  { account, externalId, topicId, content }: SendRequest,
) {
  const group = rows.groups.get(row.groupId)!
  const expected = rows.contents.get(row.contentId)!
  const places = [group.externalId, group.externalId.replace(/\+$/, '')]
  const right =
    account.id === row.accountId &&
    row.accountId === group.accountId &&
    row.userId === group.userId &&
    places.includes(externalId) &&
    topicId === row.topicId &&
    content.text === expected.body.text &&
    // As the group was called then, whatever it is called by now.
    content.values?.group === row.addressedAs &&
    content.values?.n === rows.occurrences.get(row.occurrenceId)!.run?.n
  if (!right) blame('tenant', `${row.id} went to ${externalId}: ${JSON.stringify(content)}.`)
}

/** A delivery is sent with its formatting until the network refuses that, and then without. */
export function checkFormatting({ id, attempts }: DeliveryRow, { plain }: SendRequest) {
  const refused = attempts.some(({ outcome }) => outcome === 'formattingRefused')
  if (plain !== refused) {
    blame('tenant', `${id} left ${plain ? 'without' : 'with'} its formatting.`)
  }
}

/** Checks the rows at the end of a world, when all faults are over and everything has had its time. */
export function checkEnd(world: World, rows: Rows) {
  for (const row of rows.deliveries.values()) {
    if (!ENDED.has(row.status)) blame('lively', `${row.id} is still ${row.status}.`)
  }
  for (const row of rows.occurrences.values()) {
    if (!row.finishedAt) blame('lively', `Occurrence ${row.id} is still ${row.status}.`)
    const told = rows.sources.get(row.sourceId)!.told.filter(({ id }) => id === row.id)
    const ends = told.filter(({ status }) => status !== 'sending')
    if (ends.length !== 1) blame('toldOnce', `The end of ${row.id} was told ${ends.length} times.`)
    if (told.at(-1)!.status === 'sending') blame('toldOnce', `Progress of ${row.id} after its end.`)
    for (const status of COUNTED) {
      if (ends[0]![status] !== row[status]) blame('toldOnce', `Wrong numbers of ${row.id}.`)
    }
  }
  for (const { nextSlotAt, id } of rows.schedules.values()) {
    if (nextSlotAt && nextSlotAt.getTime() < world.now() - 90_000)
      blame('lively', `${id} was not planned.`)
  }
}
