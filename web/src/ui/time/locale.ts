/** English of the reader's own kind, so that 9:00 PM or 21:00 is what they are used to. */
export const locale =
  typeof navigator !== 'undefined' && navigator.language.startsWith('en')
    ? navigator.language
    : 'en-GB'
