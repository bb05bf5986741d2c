import type { Clock } from '../platform/clock.ts'
import type { News } from '../platform/news/news.ts'

/** Rest between two looks at one thing, in milliseconds: four states a second are all an eye can follow. */
const REST_MS = 250

/** Looks at once: people's calls have 10 connections of a process, and come before events. */
const LOOKS_MAX = 4

export type Pace = {
  /** Something changed: it is shown at once, or when its thing has rested. */
  hear(news: News): void
  /** Shows nothing more. */
  stop(): void
}

/**
 * Calls `show`, which must not throw, at most every 250 ms for one thing of one user, and never twice at
 * once for it. Of the news that come meanwhile the newest waits, so that the last state is always shown.
 */
export function keepPace(clock: Clock, show: (news: News) => Promise<void>): Pace {
  /** The things in hand, each with its news that waits, if one does. */
  const things = new Map<string, News | undefined>()
  const line: string[] = []
  let looks = 0
  let stopped = false

  function lineUp(thing: string) {
    line.push(thing)
    lookOn()
  }

  function lookOn() {
    while (looks < LOOKS_MAX && !stopped) {
      const thing = line.shift()
      if (thing === undefined) return
      looks += 1
      void look(thing)
    }
  }

  async function look(thing: string) {
    const news = things.get(thing)
    things.set(thing, undefined)
    if (news) await show(news)
    looks -= 1
    clock.later(REST_MS, () => rested(thing))
    lookOn()
  }

  function rested(thing: string) {
    if (things.get(thing)) lineUp(thing)
    else things.delete(thing)
  }

  return {
    hear(news) {
      const thing = thingOf(news)
      const isInHand = things.has(thing)
      things.set(thing, news)
      if (!isInHand) lineUp(thing)
    },
    stop() {
      stopped = true
    },
  }
}

/** A change and the removal of a thing are news of the same one. */
const thingOf = ({ kind, userId, id }: News) => `${kind.split('.', 1)[0]} ${id} ${userId}`
