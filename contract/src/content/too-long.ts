/**
 * How long a text may be in its markup, in UTF-16 units: five times what Telegram sends, so that formatting fits. A
 * longer one is not read as markup, so that none can hold up who reads it.
 */
export const MARKUP_MAX = 20_000

/** The words about a text that is too long. */
export const MARKUP_TOO_LONG = 'Use at most 20,000 characters.'

/** A text, and what a network takes of it, in UTF-16 units. */
type Length = { network: string; length: number; max: number; withFiles: boolean }

/** What is told of a text that is longer than a network takes: the same in the editor as by the server. */
export const tooLongWords = ({ network, length, max, withFiles }: Length): string =>
  `${network} takes at most ${figure(max)} characters${withFiles ? ' with files' : ''}; these are ${figure(length)}.`

const figure = (n: number) => n.toLocaleString('en')
