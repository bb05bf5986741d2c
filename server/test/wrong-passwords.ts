import { countTry, triesAt } from '../src/identity/embedded/counting.ts'
import type { Web } from './browser.ts'

/** Counts wrong passwords for an address, as if from unknown browsers, without hashing. */
export async function countGuesses(
  { identity }: Web,
  email: string,
  times: number,
  address = '192.0.2.1',
): Promise<void> {
  const service = identity.embedded!
  const visitor = { address, headers: {}, setCookies: () => {} }
  for (let n = 0; n < times; n++) {
    await countTry(service, triesAt(service, visitor, 'password', email))
  }
}
