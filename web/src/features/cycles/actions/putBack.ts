/** The groups of a cycle with those that were taken out, each where it was before; what came since is at the end. */
export function putBack(
  before: readonly string[],
  present: readonly string[],
  gone: readonly string[],
): string[] {
  const wanted = new Set([...present, ...gone])
  const back = before.filter((id) => wanted.has(id))
  return [...new Set([...back, ...present, ...gone])]
}
