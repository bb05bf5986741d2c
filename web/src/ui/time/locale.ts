/** The reader's variety of English. */
export const locale = typeof navigator === 'undefined' ? 'en-GB' : englishOf(navigator.language)

/** The tag if it is English and Intl can read it: a browser of a POSIX system may say `en-US@posix`. */
export function englishOf(tag: string): string {
  try {
    return Intl.getCanonicalLocales(tag).find((name) => name.startsWith('en')) ?? 'en-GB'
  } catch {
    return 'en-GB'
  }
}

/**
 * Whether the language of the browser has a 12-hour clock. Its own time fields use that too, so typed and shown times
 * have the same format.
 */
export const hour12 = typeof navigator !== 'undefined' && isHalved(navigator.language)

/** Whether a language has a 12-hour clock; false if Intl does not know it. */
export function isHalved(tag: string): boolean {
  try {
    return new Intl.DateTimeFormat(tag, { hour: 'numeric' }).resolvedOptions().hour12 ?? false
  } catch {
    return false
  }
}
