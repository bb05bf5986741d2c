import type { Traits } from './port/account.ts'
import type { MediaKind } from './port/media.ts'
import type { Sending } from './port/sending.ts'

/** A channel as an account with these traits has it: with what that account can do. */
export const channelFor = <C extends Pick<Sending, 'capabilities' | 'capabilitiesOf'>>(
  channel: C,
  traits: Traits,
): C => ({ ...channel, capabilities: channel.capabilitiesOf?.(traits) ?? channel.capabilities })

/** The names of the kinds of files in a sentence. */
export const MEDIA_NAMES: Readonly<Record<MediaKind, string>> = {
  photo: 'photo',
  video: 'video',
  animation: 'animation',
  audio: 'piece of music',
  voice: 'voice message',
  document: 'document',
}
