/**
 * Throws where WhatsApp was asked what the stand-in does not answer: a version of the library that says something new
 * shall fail whatever uses it, and not go on with less. Whoever closes the stand-in asks, so that nobody forgets it.
 */
export function expectAnswered(violations: readonly string[]): void {
  if (violations.length === 0) return
  throw new Error(`The stand-in was asked what it does not answer:\n${violations.join('\n')}`)
}
