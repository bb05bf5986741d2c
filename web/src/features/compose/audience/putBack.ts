import type { Reach } from './Audience.tsx'

/** Groups with those that were taken out, each where it was before; what came since is at the end. */
export function putBack(
  before: readonly string[],
  present: readonly string[],
  gone: readonly string[],
): string[] {
  const wanted = new Set([...present, ...gone])
  const back = before.filter((id) => wanted.has(id))
  return [...new Set([...back, ...present, ...gone])]
}

/** Where something goes with the groups that were taken out, in the topics that were chosen in them before. */
export function putBackInto(present: Reach, before: Reach, gone: readonly string[]): Reach {
  const topics = gone.flatMap((id) => {
    const chosen = present.topics[id] ?? before.topics[id]
    return chosen ? [[id, chosen] as const] : []
  })
  return {
    groupIds: putBack(before.groupIds, present.groupIds, gone),
    topics: { ...present.topics, ...Object.fromEntries(topics) },
  }
}
