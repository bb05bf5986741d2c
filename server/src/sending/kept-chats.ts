import { minutes } from '../platform/clock.ts'

/** A text that meets trouble holds up nobody else for longer. */
const KEPT_MS = minutes(1)

type Delivery = { id: string; externalId: string }

/** Chats in which files stand whose text is still to come: nothing of the same lane goes in between. */
export type KeptChats = {
  keep(delivery: Delivery): void
  /** Whether the chat is kept for another one. */
  isFor(delivery: Delivery): boolean
  /** Ends with the delivery for which it is kept. */
  ended(delivery: Delivery): void
  /** When the first of them is given up, in the time of `now`; Infinity without any. */
  until(): number
}

export function openKeptChats(now: () => number): KeptChats {
  const kept = new Map<string, { id: string; until: number }>()
  const giveUp = () => {
    for (const [chat, { until }] of kept) if (until <= now()) kept.delete(chat)
  }
  return {
    keep: ({ externalId, id }) => void kept.set(externalId, { id, until: now() + KEPT_MS }),
    isFor({ externalId, id }) {
      const one = kept.get(externalId)
      return !one || one.id === id || one.until <= now()
    },
    ended({ externalId, id }) {
      if (kept.get(externalId)?.id === id) kept.delete(externalId)
    },
    until() {
      giveUp()
      return Math.min(...[...kept.values()].map(({ until }) => until))
    },
  }
}
