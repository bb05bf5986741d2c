/**
 * Longest text in markup, in UTF-16 units: five times what Telegram sends, so that formatting fits. A longer text is
 * not read as markup, so that parsing stays fast.
 */
export const MARKUP_MAX = 20_000

/** The error for a text that is too long. */
export const MARKUP_TOO_LONG = 'Use at most 20,000 characters.'

/** The length of a text and the most that a network takes, in UTF-16 units. */
type Length = { network: string; length: number; max: number; withFiles: boolean }

/** The error for a text that is longer than a network takes: the same in the editor and on the server. */
export const tooLongWords = ({ network, length, max, withFiles }: Length): string =>
  `${network} takes at most ${withCommas(max)} characters${withFiles ? ' with files' : ''}; these are ${withCommas(length)}.`

const withCommas = (n: number) => n.toLocaleString('en')
