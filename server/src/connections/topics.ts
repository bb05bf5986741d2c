import type { Topic } from '../channels/port/chats.ts'

/** A topic as a network reports it; fields that it leaves out do not change. */
export type ReportedTopic = { id: string; name?: string; closed?: boolean }

/** The topics of a chat after one was reported. A topic without a known name gets a plain one. */
export function withTopic(topics: readonly Topic[], told: ReportedTopic): Topic[] {
  const known = topics.find((topic) => topic.id === told.id)
  const topic = {
    id: told.id,
    name: told.name ?? known?.name ?? `Topic ${told.id}`,
    closed: told.closed ?? known?.closed ?? false,
  }
  return known
    ? topics.map((other) => (other.id === topic.id ? topic : other))
    : [...topics, topic].slice(-TOPICS_MAX)
}

/** Topics kept of one chat; the oldest go first. Larger lists nobody picks from. */
const TOPICS_MAX = 200
