import type { NotificationKind } from '@carillon/contract/notifications'
import { days, minutes } from '../platform/clock.ts'

/** Items of one person that are kept: more than anybody scrolls through, and a bound for every list. */
export const KEPT_MAX = 200

/** How long an item is kept; its subject can still be found on its own page. */
export const KEPT_MS = days(90)

/** How long a read item stays read although the same happens again: otherwise it would blink. */
export const SEEN_MS = minutes(1)

/** How long the same event is counted in the existing item, from the first time on. */
export const TOGETHER_MS = minutes(10)

export type Words = { title: string; message: string }

/** An event to report to a user, in words to show. */
export type Notice = Words & {
  kind: NotificationKind
  /** Notices of one person with the same reason are counted as one: `unconfirmed`, `group.lost`. */
  reason: string
  /** The page of the web app where a person can look at it or act. */
  link?: string
  /** The words, and perhaps another page, if it happened more than once. */
  several?: (count: number) => Words & { link?: string }
  /**
   * The id of its subject, like an occurrence, a group or an account. As long as the item has only this subject,
   * `updateAll` and `settleAll` find it by this, and a later item about the same subject replaces it.
   */
  about?: string
  /** Its message is appended to the unread item with this subject; without such an item it becomes an item of its own. */
  appendTo?: string
  /** `always`: mailed whatever the person chose, for their money; `never`: not mailed. */
  mailed?: 'always' | 'never'
}

/** A notice, and the user who gets it. */
export type UserNotice = { userId: string; notice: Notice }

/** The same, and how often it has just happened. */
export type Item = UserNotice & { times: number }

/**
 * One item for each user and reason. Always in the same order: two transactions that notify the same people must
 * not wait for each other in a circle.
 */
export function itemsOf(told: readonly UserNotice[]): Item[] {
  const byKey = Map.groupBy(told, ({ userId, notice }) => `${userId} ${notice.reason}`)
  return [...byKey]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, same]) => same.slice(0, 1).map((first) => ({ ...first, times: same.length })))
}

/** The words and the link for an event that has happened so often. */
export function wordsFor(notice: Notice, count: number): Words & { link: string | null } {
  const { title, message, link = null, several } = notice
  return { title, message, link, ...(count > 1 ? several?.(count) : {}) }
}

/**
 * The page of the message or cycle that a notice is about: each page has one item, which says what is true now.
 * Undefined for a notice about a group, an account or the plan.
 */
export const pageOf = ({ kind, link }: Pick<Notice, 'kind' | 'link'>): string | undefined =>
  kind === 'deliveries' || kind === 'messages' ? link?.replace(/\/edit$/, '') : undefined

/** An item that another one replaces. */
export type Replaced = {
  kind: NotificationKind
  reason: string | null
  message: string
  appended: string
  link: string | null
  about: string | null
  readAt: Date | null
}

/** Most characters of an item with several sentences: nobody reads more in a list. */
const MESSAGE_MAX = 400

type Said = { message: string; appended: string }

/** What an item says: its message, then what was appended. */
export const wholeMessage = ({ message, appended }: Said): string =>
  [message, appended].filter(Boolean).join(' ')

/**
 * What is appended to a replacing item, after what it has `appended` already: unread extra sentences of the replaced
 * items, like that their cycle has finished.
 */
export function appendedFor(
  { kind, ...said }: Said & Pick<Notice, 'kind'>,
  replaced: readonly Replaced[],
): string {
  return replaced
    .filter((one) => one.readAt === null && !isBeforeRun(one))
    .map((one) => (one.kind !== kind || isAddition(one) ? wholeMessage(one) : one.appended))
    .reduce((appended, more) => withSentence({ ...said, appended }, more), said.appended)
}

/** What an item has appended with one more sentence, unless it says that already or would become too long. */
export function withSentence(said: Said, more: string): string {
  const whole = wholeMessage(said)
  const isLeftOut = whole.includes(more) || whole.length + more.length >= MESSAGE_MAX
  return isLeftOut ? said.appended : [said.appended, more].filter(Boolean).join(' ')
}

/** Whether an unread item is about another run, which ended like this one. */
export const isOfAnother =
  ({ kind, about }: Pick<Notice, 'kind' | 'about'>) =>
  (one: Replaced): boolean =>
    one.readAt === null &&
    one.kind === kind &&
    one.about !== about &&
    !isBeforeRun(one) &&
    !isAddition(one)

const isAddition = ({ reason }: Replaced) => reason?.startsWith(ADDITION_PREFIX) === true

/** Whether it was about a run that was not yet sent: then its link contains its subject. */
const isBeforeRun = ({ about, link }: Replaced) => about !== null && link?.includes(about) === true

/** The reason of a notice that is appended to others begins so. */
export const ADDITION_PREFIX = 'besides.'

/** Longest name within a sentence, in characters, so that the rest of the sentence can be read. */
const NAME_MAX = 60

/** A name in quotes for a sentence, shortened if it is long. */
export function quoted(name: string): string {
  const characters = Array.from(name.trim().replaceAll(/\s+/g, ' '))
  const short =
    characters.length > NAME_MAX
      ? `${characters.slice(0, NAME_MAX - 1).join('')}…`
      : characters.join('')
  return `“${short}”`
}
