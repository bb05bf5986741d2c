/** English of the reader's own kind. */
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
 * Whether hours go by twelve in the language of the browser, whose own fields for times do as well: what is typed
 * and what is read keep to one clock.
 */
export const hour12 = typeof navigator !== 'undefined' && isHalved(navigator.language)

/** Whether a language counts its hours by twelve; one that Intl cannot read does not. */
export function isHalved(tag: string): boolean {
  try {
    return new Intl.DateTimeFormat(tag, { hour: 'numeric' }).resolvedOptions().hour12 ?? false
  } catch {
    return false
  }
}
