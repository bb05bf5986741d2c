/**
 * Throws if a client sent queries that the stand-in does not support: a new version of the library that sends new queries
 * must fail the tests. Called when the stand-in is closed, so that no test forgets it.
 */
export function expectAnswered(violations: readonly string[]): void {
  if (violations.length === 0) return
  throw new Error(`The stand-in was asked what it does not answer:\n${violations.join('\n')}`)
}
