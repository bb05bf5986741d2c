import { onTestFinished } from 'vitest'
import type { ChannelEvent } from '../port/receiving.ts'
import type { Fixture } from './fixture.ts'

/** Opens a session of the fixture's account and collects its events. */
export function listen(fixture: Fixture, updateOffset: number | null = null) {
  const received: ChannelEvent[] = []
  const waiting = new Set<() => void>()
  let offset = updateOffset
  let offsets = 0
  const wake = () => {
    for (const check of waiting) check()
  }
  const session = fixture.channel.open(
    { ...fixture.account, updateOffset },
    {
      async on(event) {
        received.push(event)
        wake()
      },
      async offset(next) {
        offset = next
        offsets++
        wake()
      },
    },
  )
  onTestFinished(() => session.close())

  const until = <T>(found: () => T | undefined) =>
    new Promise<T>((resolve) => {
      const check = () => {
        const result = found()
        if (result === undefined) return
        waiting.delete(check)
        resolve(result)
      }
      waiting.add(check)
      check()
    })

  return {
    all: () => received,
    offset: () => offset,
    /** Resolves with the first event that fits, whether it was received already or is still to come. */
    next: (fits: (event: ChannelEvent) => boolean) => until(() => received.find(fits)),
    /** Resolves once an offset was saved. */
    kept: () => until(() => offsets || undefined),
    refresh: async () => session.refresh?.(),
    close: () => session.close(),
  }
}
