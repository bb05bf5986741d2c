import type { Reach } from './Audience.tsx'

/** Adds removed groups back, each in its former position. Groups that were added since are at the end. */
export function restoreGroups(
  before: readonly string[],
  present: readonly string[],
  gone: readonly string[],
): string[] {
  const wanted = new Set([...present, ...gone])
  const back = before.filter((id) => wanted.has(id))
  return [...new Set([...back, ...present, ...gone])]
}

/** The same for groups with their topics: a restored group has the topics that were chosen in it before. */
export function restoreReach(present: Reach, before: Reach, gone: readonly string[]): Reach {
  const topics = gone.flatMap((id) => {
    const chosen = present.topics[id] ?? before.topics[id]
    return chosen ? [[id, chosen] as const] : []
  })
  return {
    groupIds: restoreGroups(before.groupIds, present.groupIds, gone),
    topics: { ...present.topics, ...Object.fromEntries(topics) },
  }
}
