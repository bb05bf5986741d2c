import { onTestFinished } from 'vitest'
import type { ChannelEvent } from '../port/receiving.ts'
import type { Stage } from './stage.ts'

/** A session of the stage's account, and what it tells. */
export function listen(stage: Stage, updateOffset: number | null = null) {
  const told: ChannelEvent[] = []
  const waiting = new Set<() => void>()
  let offset = updateOffset
  let offsets = 0
  const wake = () => {
    for (const look of waiting) look()
  }
  const session = stage.channel.open(
    { ...stage.account, updateOffset },
    {
      async on(event) {
        told.push(event)
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
      const look = () => {
        const result = found()
        if (result === undefined) return
        waiting.delete(look)
        resolve(result)
      }
      waiting.add(look)
      look()
    })

  return {
    all: () => told,
    offset: () => offset,
    /** The first event that fits, whether it was told already or is still to come. */
    next: (fits: (event: ChannelEvent) => boolean) => until(() => told.find(fits)),
    /** Resolves once an offset was kept. */
    kept: () => until(() => offsets || undefined),
    close: () => session.close(),
  }
}
