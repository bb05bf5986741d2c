import type { Traits } from './port/account.ts'
import type { Capabilities, Sending } from './port/sending.ts'

/** What an account with these traits can do through its channel. */
export const capabilitiesOf = (
  channel: Pick<Sending, 'capabilities' | 'capabilitiesOf'>,
  traits: Traits,
): Capabilities => channel.capabilitiesOf?.(traits) ?? channel.capabilities
