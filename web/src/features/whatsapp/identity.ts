import type { Connection } from '@carillon/contract/connections'

/** Whether nobody knows yet whose number it is: it is still to be linked for the first time. */
export const isUnknown = ({ identity }: Connection) => identity === undefined
