import { expect } from 'vitest'
import { send, type Story } from './stage.ts'

/** What a person sends to themselves alone. */
export function ownChats(story: Story): void {
  story(
    'a person has it in their own chat, as its preview said, and nobody else',
    async (stage) => {
      const group = await stage.group()
      const { place, shown } = await stage.ownChat!()
      const content = { kind: 'text' as const, text: 'Hello *all*' }
      expect(await send(stage, place, { content })).toMatchObject({
        kind: 'sent',
        receipt: { externalIds: [expect.any(String)] },
      })
      const { text, entities } = stage.channel.compile(content)
      expect(await stage.seen(shown)).toEqual([{ text, entities, topicId: null }])
      expect(await stage.seen(group)).toEqual([])

      const [deliveryId, poll] = [
        '0197a000-0000-7000-8000-000000000002',
        { question: 'Shall we?', options: ['Yes', 'No'] },
      ]
      const asked = { kind: 'poll' as const, text: '', poll }
      expect(await send(stage, place, { content: asked, deliveryId })).toMatchObject({
        kind: 'sent',
      })
      expect(await stage.seen(shown)).toMatchObject([{ text }, { poll }])
    },
    'own chat',
  )

  story(
    'files arrive there too',
    async (stage) => {
      const { place, shown } = await stage.ownChat!()
      const content = { kind: 'media' as const, text: 'A picture', media: [{ kind: 'photo' }] }
      const files = [stage.file!('photo')]
      const sent = await send(stage, place, { content: content as never, files })
      expect(sent).toMatchObject({ kind: 'sent' })
      expect(await stage.seen(shown)).toMatchObject([{ text: 'A picture', media: ['photo'] }])
    },
    'own chat',
  )
}
