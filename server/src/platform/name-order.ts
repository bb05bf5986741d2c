/** Numbers in names count as numbers: “Hall 40” is before “Hall 120”. Capital letters make no difference. */
const collator = new Intl.Collator('en', { numeric: true })

/** These, as people order their names; what has the same name stays as it is. */
export const inNameOrder = <T extends { title: string }>(named: readonly T[]): T[] =>
  named.toSorted((a, b) => collator.compare(a.title, b.title))
