import type { Connection } from '@carillon/contract/connections'

/** Whether its number is not known yet, because it was never linked. */
export const isUnknown = ({ identity }: Connection) => identity === undefined
