/** Whether the long proofs run all their cases (`npm run chaos -- proofs`). `npm test` runs a part of each. */
export const inProofs = process.env['PROOFS'] === 'whole'

/** How many cases a long proof runs: all, or only as many as `npm test` has time for. */
export const cases = (all: number, inTests: number): number => (inProofs ? all : inTests)
