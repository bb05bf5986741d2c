import type { NotificationKind } from '@carillon/contract/notifications'
import { days, minutes } from '../platform/clock.ts'

/** Items of one person that are kept: more than anybody scrolls through, and a bound for every list. */
export const KEPT_MAX = 200

/** How long an item is kept; what it tells of can be found where it happened. */
export const KEPT_MS = days(90)

/** How long what was read stays read, though more of the same goes wrong: otherwise it would blink. */
export const SEEN_MS = minutes(1)

/** How long what happens again joins the item before it, counted from the first time. */
export const TOGETHER_MS = minutes(10)

export type Words = { title: string; message: string }

/** Something that should be heard of, in words that are good enough to show. */
export type Notice = Words & {
  kind: NotificationKind
  /** What makes it the same as another of the same person: `unconfirmed`, `group.lost`. */
  reason: string
  /** Where it is looked at or mended: a path of the web app. */
  link?: string
  /** The words, and perhaps another place, once it has happened more than once. */
  several?: (count: number) => Words & { link?: string }
  /** The occurrence that it tells of: while it tells of that one alone, `retellAll` finds it by this. */
  about?: string
  /** Mailed whatever the person chose, as what concerns their money is; or not at all. */
  mailed?: 'always' | 'never'
}

/** Who should hear of what. */
export type UserNotice = { userId: string; notice: Notice }

/** The same, and how often it has just happened. */
export type Item = UserNotice & { times: number }

/**
 * One item for each user and reason. Always in one order: two transactions that tell the same people must
 * not wait for each other in a circle.
 */
export function itemsOf(told: readonly UserNotice[]): Item[] {
  const byKey = Map.groupBy(told, ({ userId, notice }) => `${userId} ${notice.reason}`)
  return [...byKey]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, same]) => same.slice(0, 1).map((first) => ({ ...first, times: same.length })))
}

/** The words, and the place, for what has happened so often. */
export function wordsFor(notice: Notice, count: number): Words & { link: string | null } {
  const { title, message, link = null, several } = notice
  return { title, message, link, ...(count > 1 ? several?.(count) : {}) }
}

/** Longest name within a sentence, in characters: the rest of the sentence matters as well. */
const NAME_MAX = 60

/** A name as it stands in a sentence, shortened where it would drown it. */
export function quoted(name: string): string {
  const characters = Array.from(name.trim().replaceAll(/\s+/g, ' '))
  const short =
    characters.length > NAME_MAX
      ? `${characters.slice(0, NAME_MAX - 1).join('')}…`
      : characters.join('')
  return `“${short}”`
}
