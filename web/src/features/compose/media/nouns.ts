import type { MediaKind } from '@carillon/contract/media'

/** What a kind of file is called. */
export const nouns: Record<MediaKind, string> = {
  photo: 'photo',
  video: 'video',
  animation: 'GIF',
  audio: 'audio file',
  voice: 'voice message',
  document: 'document',
}
