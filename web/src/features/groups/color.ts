import { useGroups } from './queries.ts'

/** As many as are told apart at a glance. With more groups come those between them, which are deeper. */
const HUES = 8
/** To another one that is far from it, so that all come in turn. */
const STEP = 3

/**
 * A color for each group by its id. When two groups would get the same color, the older one keeps it and the newer one
 * gets the next free color. Ids sort by the time they were made, so a new group never changes the colors of the others.
 */
export function colorsOf(ids: readonly string[]): Map<string, string> {
  const colors = new Map<string, string>()
  const used = Array.from<number>({ length: HUES }).fill(0)
  for (const id of ids.toSorted()) {
    const least = Math.min(...used)
    let hue = hueOf(id)
    while (used[hue] !== least) hue = (hue + STEP) % HUES
    used[hue]! += 1
    colors.set(id, css(hue, least % 2 === 1))
  }
  return colors
}

/** The colors of all groups; those that were removed are counted, so that the others keep theirs. */
export const colorsIn = ({ items, removedIds = [] }: Known) =>
  colorsOf([...items.map(({ id }) => id), ...removedIds])

type Known = { items: readonly { id: string }[]; removedIds?: string[] | undefined }

const colorCache = new WeakMap<object, Map<string, string>>()

/** The color of one of the groups, or of one that is no more. */
export function useGroupColors(): (id: string) => string {
  const groups = useGroups().data
  let colors = groups && colorCache.get(groups)
  if (groups && !colors) colorCache.set(groups, (colors = colorsIn(groups)))
  return (id) => colors?.get(id) ?? css(hueOf(id), false)
}

function hueOf(id: string): number {
  let sum = 0
  for (const letter of id) sum = (sum * 31 + letter.charCodeAt(0)) % 997
  return sum % HUES
}

/** Lightness and strength are of the theme: `--mark` and `--mark-deep` of styles.css. */
const css = (hue: number, deep: boolean) =>
  `oklch(var(--mark${deep ? '-deep' : ''}) ${((hue + (deep ? 0.5 : 0)) * 360) / HUES})`
