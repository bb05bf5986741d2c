/** English of the reader's own kind, so that 9:00 PM or 21:00 is what they are used to. */
export const locale = typeof navigator === 'undefined' ? 'en-GB' : englishOf(navigator.language)

/** The tag if it is English and Intl can read it: a browser of a POSIX system may say `en-US@posix`. */
export function englishOf(tag: string): string {
  try {
    return Intl.getCanonicalLocales(tag).find((name) => name.startsWith('en')) ?? 'en-GB'
  } catch {
    return 'en-GB'
  }
}
