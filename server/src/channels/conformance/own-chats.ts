import { expect } from 'vitest'
import { listen } from './listen.ts'
import { send, type Stage, type Story } from './stage.ts'

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

  story(
    'who presses Start is told with the code of their link, and reads the answer as it was written',
    async (stage) => {
      const { account } = stage
      const ownChat = startedBy(stage)
      expect(ownChat.startUrl(account, CODE)).toContain(CODE)
      const told = listen(stage)
      const { place, shown, name } = await stage.startChat!(CODE)
      const { externalId } = place
      expect(await told.next(({ kind }) => kind === 'ownChat')).toEqual({
        kind: 'ownChat',
        code: CODE,
        externalId,
        name,
      })
      await ownChat.answer(account, externalId, 'Tests of *Ida* come here. {{group}}')
      expect(await stage.seen(shown)).toMatchObject([
        { text: 'Tests of *Ida* come here. {{group}}', entities: [] },
      ])
    },
    'Start links',
  )

  story(
    'that somebody wants no more is told, and who has blocked the account is not written to',
    async (stage) => {
      const ownChat = startedBy(stage)
      const told = listen(stage)
      const { place, shown, end } = await stage.startChat!(CODE)
      const { externalId } = place
      const ended = (how: string) =>
        told.next((event) => event.kind === 'ownChatEnded' && event.how === how)
      await end('stopped')
      expect(await ended('stopped')).toEqual({ kind: 'ownChatEnded', externalId, how: 'stopped' })
      await ownChat.answer(stage.account, externalId, 'No more.')
      await end('blocked')
      expect(await ended('blocked')).toEqual({ kind: 'ownChatEnded', externalId, how: 'blocked' })
      await expect(ownChat.answer(stage.account, externalId, 'Still?')).rejects.toBeInstanceOf(
        Error,
      )
      expect(await send(stage, place)).toMatchObject({ kind: 'groupLost' })
      expect(await stage.seen(shown)).toMatchObject([{ text: 'No more.' }])
    },
    'Start links',
  )
}

const CODE = 'Zm9vYmFyYmF6cXV4MTIzNA'

function startedBy({ channel }: Stage) {
  const { ownChat } = channel
  if (ownChat?.kind !== 'started') throw new Error('Its own chats need no link.')
  return ownChat
}
