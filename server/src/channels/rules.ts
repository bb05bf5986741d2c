import type { Traits } from './port/account.ts'
import type { Sending } from './port/sending.ts'

/** A channel as an account with these traits has it: with what that account can do. */
export const channelFor = <C extends Pick<Sending, 'capabilities' | 'capabilitiesOf'>>(
  channel: C,
  traits: Traits,
): C => ({ ...channel, capabilities: channel.capabilitiesOf?.(traits) ?? channel.capabilities })
