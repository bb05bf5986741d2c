import { runValues } from '@carillon/contract/content/run'
import type { Schedule } from '@carillon/contract/schedule'
import type { Run } from '../occurrences/port.ts'
import type { Reading } from '../platform/context.ts'
import { drawOf } from '../schedule/rules.ts'
import { readReaders } from './people-store.ts'
import type { Prepared } from './port.ts'

/** A run that is about to be planned, at its slot or, sent now, at this moment. */
export type RunToPlan = {
  userId: string
  at: Date
  spec: Schedule | undefined
  answer: Prepared
}

/** The values of each of these runs that are the same for all groups, in their order; undefined for runs without any. */
export async function runsOf(
  reading: Reading,
  coming: readonly RunToPlan[],
): Promise<(Run | undefined)[]> {
  const counted = coming.filter(({ answer }) => answer.kind === 'send' && answer.run)
  if (counted.length === 0) return coming.map(() => undefined)
  const readers = await readReaders(reading, [...new Set(counted.map(({ userId }) => userId))])
  return coming.map(({ userId, at, spec, answer }) => {
    const reader = readers.get(userId)
    if (answer.kind !== 'send' || !answer.run || !reader) return undefined
    const { n, timeZone = spec?.timeZone ?? reader.timeZone } = answer.run
    return {
      ...runValues({ at, timeZone, locale: reader.locale, n }),
      draw: drawOf(spec?.seed, at),
    }
  })
}
