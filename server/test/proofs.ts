/**
 * Whether all of the long proofs is asked for (`npm run chaos -- proofs`): `npm test` has time for a part of each.
 */
export const inProofs = process.env['PROOFS'] === 'whole'

/** How many cases a long proof takes: of all of them, those that every run of the tests has time for. */
export const cases = (all: number, inTests: number): number => (inProofs ? all : inTests)
