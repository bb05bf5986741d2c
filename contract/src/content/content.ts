export type {
  AlbumContent,
  Content,
  ContentInput,
  LinkButton,
  MediaContent,
  MediaItem,
  Poll,
  PollContent,
  TextContent,
} from '../schemas/content.ts'

/** Most files in an album: what Telegram shows together. */
export const ALBUM_MAX = 10

/** Most answers of a poll, in every network: Bot API 10.1 and WhatsApp take twelve. */
export const POLL_OPTIONS_MAX = 12

/** Buttons below a message, and the longest text and address of one; Telegram takes a hundred, who reads them? */
export const BUTTONS_MAX = 20
export const BUTTON_TEXT_MAX = 64
export const BUTTON_URL_MAX = 2_000
