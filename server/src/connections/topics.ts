import type { Topic } from '../channels/port/chats.ts'

/** What a network tells of a topic; what it leaves out stays as it is known. */
export type ReportedTopic = { id: string; name?: string; closed?: boolean }

/** The topics of a chat with one of them told anew. One that is not known by name yet gets a plain one. */
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
