import { minutes } from '../../platform/clock.ts'

/** A text with problems blocks its chat for at most this time. */
const RESERVED_MS = minutes(1)

type Delivery = { id: string; externalId: string }

/**
 * The texts of one lane whose files have just been sent. Until they are sent, the lane sends nothing else to their
 * chats, for a minute at most.
 */
export type TextsAfter<D extends Delivery> = {
  /** The files of a delivery were sent, and this is its text. */
  follow(text: D): void
  /** Removes and returns the text of a delivery whose attempt has ended. */
  take(id: string): D | undefined
  /** Whether the chat of a delivery is reserved for the text of another one. */
  keepOut(delivery: Delivery): boolean
  /** A delivery is being sent: its chat is not reserved for it any more. */
  begun(delivery: Delivery): void
  /** When the first reservation ends although its text was not sent, in the time of `now`; Infinity without any. */
  until(): number
}

export function openTextsAfter<D extends Delivery>(now: () => number): TextsAfter<D> {
  const texts = new Map<string, D>()
  const reserved = new Map<string, { id: string; until: number }>()
  return {
    follow(text) {
      texts.set(text.id, text)
      reserved.set(text.externalId, { id: text.id, until: now() + RESERVED_MS })
    },
    take(id) {
      const text = texts.get(id)
      texts.delete(id)
      return text
    },
    keepOut({ externalId, id }) {
      const one = reserved.get(externalId)
      return one !== undefined && one.id !== id && one.until > now()
    },
    begun({ externalId, id }) {
      if (reserved.get(externalId)?.id === id) reserved.delete(externalId)
    },
    until() {
      for (const [chat, { until }] of reserved) if (until <= now()) reserved.delete(chat)
      return Math.min(...[...reserved.values()].map(({ until }) => until))
    },
  }
}
