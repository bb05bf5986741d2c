/** How many marks there are: `--group-1` to `--group-8` of styles.css. */
const COLORS = 8

/** The color that marks a group wherever it is shown, by its id: `var(--group-3)`. */
export function groupColor(id: string): string {
  let sum = 0
  for (const letter of id) sum = (sum * 31 + letter.charCodeAt(0)) % 997
  return `var(--group-${(sum % COLORS) + 1})`
}
