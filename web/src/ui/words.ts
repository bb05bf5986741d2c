/** `1 group`, `2 groups`. */
export const count = (n: number, noun: string) => `${withCommas(n)} ${noun}${n === 1 ? '' : 's'}`

/** A whole number with commas between groups of three digits. `toLocaleString` is not used, because its first call takes some milliseconds. */
export const withCommas = (n: number) => String(n).replaceAll(/\B(?=(\d{3})+$)/g, ',')

/** With a capital first letter. */
export const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)
