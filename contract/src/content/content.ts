export type {
  AlbumContent,
  Content,
  ContentInput,
  LinkButton,
  LinkCard,
  MediaContent,
  MediaItem,
  OwnContent,
  Poll,
  PollContent,
  TextContent,
} from '../schemas/content.ts'

/** Most files in an album: what Telegram shows together. */
export const ALBUM_MAX = 10

/** Most answers of a poll, in every network: Bot API 10.1 and WhatsApp take twelve. */
export const POLL_OPTIONS_MAX = 12

/** With a single answer there is nothing to vote on. */
export const POLL_OPTIONS_MIN = 2

/** UTF-16 units of the question and of one answer of a poll: Bot API 10.1, sendPoll. */
export const TELEGRAM_QUESTION_MAX = 300
export const TELEGRAM_ANSWER_MAX = 100

/** The longest time after which a sent message may be deleted by itself, in minutes: 30 days. A network may allow less. */
export const DELETE_AFTER_MAX_MINUTES = 43_200

/** Most variants of a text, the text itself included. A person cannot keep more of them in mind. */
export const VARIANTS_MAX = 10

/** Most buttons below a message, and the longest text and address of one. Telegram takes a hundred, but nobody reads them. */
export const BUTTONS_MAX = 20
export const BUTTON_TEXT_MAX = 64
export const BUTTON_URL_MAX = 2_000

/**
 * Longest title and description of a link card, in characters. WhatsApp publishes no limits and cuts what does not
 * fit, so these limits are our own.
 */
export const LINK_TITLE_MAX = 150
export const LINK_DESCRIPTION_MAX = 300

/** The error for a link preview without a title. */
export const LINK_TITLE_MISSING = 'Write the title of the link preview, or remove the preview.'

/** The error for a link picture that is not a photo. */
export const LINK_PICTURE_WRONG = 'Only a photo can stand beside a link. Choose another file.'

/** The error for an address that a button cannot open. */
export const BUTTON_URL_WRONG =
  'Give an address that begins with https://, such as https://example.org/plan.'

/** Whether a button can open an address. Telegram also refuses hosts without a dot. */
export function isButtonUrl(url: string): boolean {
  if (!/^https:\/\/\S+$/i.test(url) || !URL.canParse(url)) return false
  const { hostname } = new URL(url)
  return /^[^.]+(\.[^.]+)+$/.test(hostname)
}
