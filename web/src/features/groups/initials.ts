/**
 * What stands for a name: the first letters of its first two words, `Riverside Runners` → `RR`; of a name without
 * letters its first sign, as an emoji, whole. Of no more words than `most`.
 */
export function initialsOf(name: string, most = 2): string {
  const words = name.match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu) ?? []
  const letters = words.slice(0, most).map((word) => firstSign(word).toUpperCase())
  // Letters of some scripts would join.
  return letters.join('\u200C') || firstSign(name.trim()) || '?'
}

/** A sign as a reader sees it, of however many code points. */
const firstSign = (text: string) =>
  (segmenter ??= new Intl.Segmenter()).segment(text).containing(0)?.segment ?? ''

/** Made when first needed: that takes a moment. */
let segmenter: Intl.Segmenter | undefined
