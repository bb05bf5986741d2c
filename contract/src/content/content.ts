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

/** The longest that something may stand before it is deleted, in minutes: 30 days. A network may allow less. */
export const DELETE_AFTER_MAX_MINUTES = 43_200

/** Buttons below a message, and the longest text and address of one; Telegram takes a hundred, who reads them? */
export const BUTTONS_MAX = 20
export const BUTTON_TEXT_MAX = 64
export const BUTTON_URL_MAX = 2_000
