/**
 * What stands for a name: the first letters of its first two words, `Riverside Runners` → `RR`; of a name without
 * letters its first sign, as an emoji, whole. A number at the end, which tells one group from another, takes the place of
 * the second letter: `Garden Group 2` → `G2`. Of no more words than `most`.
 */
export function initialsOf(name: string, most = 2): string {
  const words = name.match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu) ?? []
  const last = words.at(-1) ?? ''
  const number = most > 1 && words.length > 1 && /^\p{N}{1,2}$/u.test(last) ? last : undefined
  const letters = words.slice(0, number ? 1 : most).map((word) => firstSign(word).toUpperCase())
  if (number) letters.push(number)
  // Letters of some scripts would join.
  return letters.join('\u200C') || firstSign(name.trim()) || '?'
}

/** A sign as a reader sees it, of however many code points. */
const firstSign = (text: string) =>
  (segmenter ??= new Intl.Segmenter()).segment(text).containing(0)?.segment ?? ''

/** Made when first needed: that takes a moment. */
let segmenter: Intl.Segmenter | undefined
