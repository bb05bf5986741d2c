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
  /** Notices of one person with the same reason are counted as one: `unconfirmed`, `group.lost`. */
  reason: string
  /** The page of the web app where a person can look at it or act. */
  link?: string
  /** The words, and perhaps another page, once it has happened more than once. */
  several?: (count: number) => Words & { link?: string }
  /**
   * The id of what it is about, like an occurrence, a group or an account: while it is about that alone, `updateAll` and
   * `settleAll` find it by this, and a later item about the same takes its place.
   */
  about?: string
  /** It is added to the item about this, as long as that is unread; else it is an item of its own. */
  besides?: string
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

/**
 * The page of the one message or cycle that a notice tells of: its items are one, which says what is true now. Undefined
 * for what is about a group, an account or the plan.
 */
export const pageOf = ({ kind, link }: Pick<Notice, 'kind' | 'link'>): string | undefined =>
  kind === 'deliveries' || kind === 'messages' ? link?.replace(/\/edit$/, '') : undefined

/** An item whose place another one takes. */
export type Replaced = {
  kind: NotificationKind
  reason: string | null
  message: string
  link: string | null
  about: string | null
  readAt: Date | null
}

/** Most characters of an item that says several things: more is not read in a list. */
const MESSAGE_MAX = 400

/**
 * What an item says that takes the place of others: what they said besides, like that their cycle has finished, is not
 * lost while it is unread.
 */
export function messageFor(notice: Words & Pick<Notice, 'kind'>, replaced: readonly Replaced[]) {
  return replaced
    .filter((one) => one.readAt === null && !isAhead(one))
    .filter((one) => one.kind !== notice.kind || isBesides(one))
    .reduce((said, { message }) => saidBesides(said, message), notice.message)
}

/** Two sentences as one message; what is there already, or too much, is not added. */
export const saidBesides = (said: string, more: string): string =>
  said.includes(more) || said.length + more.length >= MESSAGE_MAX ? said : `${said} ${more}`

/** Whether an item told of something else that nobody has read of yet: an earlier run that ended like this one. */
export const isOfAnother =
  ({ kind, about }: Pick<Notice, 'kind' | 'about'>) =>
  (one: Replaced): boolean =>
    one.readAt === null &&
    one.kind === kind &&
    one.about !== about &&
    !isAhead(one) &&
    !isBesides(one)

const isBesides = ({ reason }: Replaced) => reason?.startsWith(BESIDES) === true

/** Whether it told of a run before that went out: it is about its page. */
const isAhead = ({ about, link }: Replaced) => about !== null && link?.includes(about) === true

/** How the reasons of what is said besides begin. */
export const BESIDES = 'besides.'

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
