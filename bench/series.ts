import { createMessage } from '@carillon/contract/messages'
import type { Community } from '../tools/community.ts'

/** Series of one send a day: a month of them is some 5,000 sends. */
const SERIES = 167

/** When they begin: everything before is empty, and every month after it full. */
export const SERIES_START = '2035-01-01'

/** What a full month holds at least. */
export const MONTH_SENDS = 5_000

/** Gives a person so many daily messages that a month of theirs is full. */
export async function fillMonths({ person, groups }: Community): Promise<void> {
  for (let n = 0; n < SERIES; n++) {
    const time = `${String(n % 24).padStart(2, '0')}:${String(n % 60).padStart(2, '0')}`
    await person.call(createMessage, {
      body: {
        kind: 'automated',
        content: { text: `Series ${n}` },
        groupIds: [groups[0]!.id],
        schedule: {
          timeZone: 'Europe/Berlin',
          rule: { kind: 'daily', everyDays: 1, at: [time] },
          starts: SERIES_START,
        },
        status: 'active',
      },
    })
  }
}
