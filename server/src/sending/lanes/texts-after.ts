import { minutes } from '../../platform/clock.ts'

/** A text that meets trouble holds up nobody else for longer. */
const KEPT_MS = minutes(1)

type Delivery = { id: string; externalId: string }

/**
 * The texts of one lane whose files have just been sent. Nothing else of the lane goes to their chats in between, for
 * a minute at most.
 */
export type TextsAfter<D extends Delivery> = {
  /** The files of a delivery stand, and this is its text. */
  follow(text: D): void
  /** The text of a delivery that has ended for now, once. */
  take(id: string): D | undefined
  /** Whether the chat of a delivery is kept for the text of another one. */
  keepOut(delivery: Delivery): boolean
  /** A delivery goes out: its chat is kept for it no longer. */
  begun(delivery: Delivery): void
  /** When the first chat is free although its text has not gone, in the time of `now`; Infinity without any. */
  until(): number
}

export function openTextsAfter<D extends Delivery>(now: () => number): TextsAfter<D> {
  const texts = new Map<string, D>()
  const kept = new Map<string, { id: string; until: number }>()
  return {
    follow(text) {
      texts.set(text.id, text)
      kept.set(text.externalId, { id: text.id, until: now() + KEPT_MS })
    },
    take(id) {
      const text = texts.get(id)
      texts.delete(id)
      return text
    },
    keepOut({ externalId, id }) {
      const one = kept.get(externalId)
      return one !== undefined && one.id !== id && one.until > now()
    },
    begun({ externalId, id }) {
      if (kept.get(externalId)?.id === id) kept.delete(externalId)
    },
    until() {
      for (const [chat, { until }] of kept) if (until <= now()) kept.delete(chat)
      return Math.min(...[...kept.values()].map(({ until }) => until))
    },
  }
}
