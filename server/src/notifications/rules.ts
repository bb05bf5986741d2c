import type { NotificationKind } from '@carillon/contract/notifications'
import { minutes } from '../platform/clock.ts'

/** Items of one person that are kept: more than anybody scrolls through, and a bound for every list. */
export const KEPT_MAX = 200

/** How long what happens again joins the item before it, counted from the first time. */
export const TOGETHER_MS = minutes(10)

export type Words = { title: string; message: string }

/** Something a person should hear of, in words that are good enough to show. */
export type Notice = Words & {
  userId: string
  kind: NotificationKind
  /** What makes it the same as another: `unconfirmed`, `group.lost`. Only within its user. */
  reason: string
  /** Where it is looked at or mended: a path of the web app. */
  link?: string
  /** The words, and perhaps another place, once it has happened more than once. */
  several?: (count: number) => Words & { link?: string }
}
