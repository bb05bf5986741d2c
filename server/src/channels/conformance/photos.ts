import { expect } from 'vitest'
import type { ChannelEvent } from '../port/receiving.ts'
import { listen } from './listen.ts'
import type { Place, Stage, Story } from './stage.ts'

/** The pictures of chats. */
export function photos(story: Story): void {
  story(
    'a chat without a picture has none',
    async (stage) => {
      const place = await stage.group()
      expect(await photoOf(stage, place)).toEqual({ kind: 'none' })
    },
    'photos',
  )

  story(
    'the picture of a chat is fetched once, and again when it was changed',
    async (stage) => {
      const place = await stage.group()
      await stage.setPhoto!(place, true)
      const first = await photoOf(stage, place)
      if (first.kind !== 'photo') throw new Error(`It has ${first.kind}.`)
      expect(first.bytes.length).toBeGreaterThan(50)
      expect(await photoOf(stage, place, first.mark)).toEqual({ kind: 'same' })
      await stage.setPhoto!(place, true)
      expect(await photoOf(stage, place, first.mark)).toMatchObject({ kind: 'photo' })
      await stage.setPhoto!(place, false)
      expect(await photoOf(stage, place, first.mark)).toEqual({ kind: 'none' })
    },
    'photos',
  )

  story(
    'that a picture was changed or taken away is told',
    async (stage) => {
      const place = await stage.group()
      const told = listen(stage)
      const isTold = (event: ChannelEvent) =>
        event.kind === 'photoChanged' && event.externalId === place.externalId
      await stage.setPhoto!(place, true)
      const first = await told.next(isTold)
      await stage.setPhoto!(place, false)
      await told.next((event) => isTold(event) && event !== first)
    },
    'photos',
  )

  story(
    'a network that cannot be reached has no answer about pictures',
    async (stage) => {
      const place = await stage.group()
      const channel = await stage.unreachable()
      await expect(channel.photo!(stage.account, place.externalId, null)).rejects.toMatchObject({
        code: 'unavailable',
      })
    },
    'photos',
  )
}

const photoOf = (stage: Stage, { externalId }: Place, known: string | null = null) =>
  stage.channel.photo!(stage.account, externalId, known)
