import { expect } from 'vitest'
import type { ChannelEvent } from '../port/receiving.ts'
import { listen } from './listen.ts'
import type { ChatRef, Fixture, Story } from './fixture.ts'

/** The pictures of chats. */
export function photos(story: Story): void {
  story(
    'a chat without a picture has none',
    async (fixture) => {
      const chat = await fixture.group()
      expect(await photoOf(fixture, chat)).toEqual({ kind: 'none' })
    },
    { needs: 'photos' },
  )

  story(
    'the picture of a chat is fetched once, and again when it was changed',
    async (fixture) => {
      const chat = await fixture.group()
      await fixture.setPhoto!(chat, true)
      const first = await photoOf(fixture, chat)
      if (first.kind !== 'photo') throw new Error(`It has ${first.kind}.`)
      expect(first.bytes.length).toBeGreaterThan(50)
      expect(await photoOf(fixture, chat, first.mark)).toEqual({ kind: 'same' })
      await fixture.setPhoto!(chat, true)
      expect(await photoOf(fixture, chat, first.mark)).toMatchObject({ kind: 'photo' })
      await fixture.setPhoto!(chat, false)
      expect(await photoOf(fixture, chat, first.mark)).toEqual({ kind: 'none' })
    },
    { needs: 'photos' },
  )

  story(
    'that a picture was changed or taken away is told',
    async (fixture) => {
      const chat = await fixture.group()
      const events = listen(fixture)
      const isChange = (event: ChannelEvent) =>
        event.kind === 'photoChanged' && event.externalId === chat.externalId
      await fixture.setPhoto!(chat, true)
      const first = await events.next(isChange)
      await fixture.setPhoto!(chat, false)
      await events.next((event) => isChange(event) && event !== first)
    },
    { needs: 'photos' },
  )

  story(
    'a network that cannot be reached has no answer about pictures',
    async (fixture) => {
      const chat = await fixture.group()
      const channel = await fixture.unreachable()
      await expect(channel.photo!(fixture.account, chat.externalId, null)).rejects.toMatchObject({
        code: 'unavailable',
      })
    },
    { needs: 'photos' },
  )
}

const photoOf = (fixture: Fixture, { externalId }: ChatRef, known: string | null = null) =>
  fixture.channel.photo!(fixture.account, externalId, known)
