import { LOCALE_DEFAULT } from '@carillon/contract/content/run'
import type * as real from '../../../src/planning/people-store.ts'

/** People of these worlds read the time alike. */
export const readReaders: typeof real.readReaders = async (_reading, userIds) =>
  new Map(userIds.map((id) => [id, { timeZone: 'UTC', locale: LOCALE_DEFAULT }]))
