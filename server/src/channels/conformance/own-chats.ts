import { expect } from 'vitest'
import { listen } from './listen.ts'
import { send, type Fixture, type Story } from './fixture.ts'

/** Own chats: the chat that a person has with an account alone. */
export function ownChats(story: Story): void {
  story(
    'a person has it in their own chat, as its preview said, and nobody else',
    async (fixture) => {
      const group = await fixture.group()
      const { chat, shown } = await fixture.ownChat!()
      const content = { kind: 'text' as const, text: 'Hello *all*' }
      expect(await send(fixture, chat, { content })).toMatchObject({
        kind: 'sent',
        receipt: { externalIds: [expect.any(String)] },
      })
      const { text, entities } = fixture.channel.compile(content)
      expect(await fixture.seen(shown)).toEqual([{ text, entities, topicId: null }])
      expect(await fixture.seen(group)).toEqual([])

      const [deliveryId, poll] = [
        '0197a000-0000-7000-8000-000000000002',
        { question: 'Shall we?', options: ['Yes', 'No'] },
      ]
      const asked = { kind: 'poll' as const, text: '', poll }
      expect(await send(fixture, chat, { content: asked, deliveryId })).toMatchObject({
        kind: 'sent',
      })
      expect(await fixture.seen(shown)).toMatchObject([{ text }, { poll }])
    },
    { needs: 'own chat' },
  )

  story(
    'files arrive there too',
    async (fixture) => {
      const { chat, shown } = await fixture.ownChat!()
      const content = { kind: 'media' as const, text: 'A picture', media: [{ kind: 'photo' }] }
      const files = [fixture.file!('photo')]
      const sent = await send(fixture, chat, { content: content as never, files })
      expect(sent).toMatchObject({ kind: 'sent' })
      expect(await fixture.seen(shown)).toMatchObject([{ text: 'A picture', media: ['photo'] }])
    },
    { needs: 'own chat' },
  )

  story(
    'who presses Start is told with the code of their link, and reads the answer as it was written',
    async (fixture) => {
      const { account } = fixture
      const ownChat = startedBy(fixture)
      expect(ownChat.startUrl(account, CODE)).toContain(CODE)
      const events = listen(fixture)
      const { chat, shown, name } = await fixture.startChat!(CODE)
      const { externalId } = chat
      expect(await events.next(({ kind }) => kind === 'ownChat')).toEqual({
        kind: 'ownChat',
        code: CODE,
        externalId,
        name,
      })
      await ownChat.answer(account, externalId, 'Tests of *Ida* come here. {{group}}')
      expect(await fixture.seen(shown)).toMatchObject([
        { text: 'Tests of *Ida* come here. {{group}}', entities: [] },
      ])
    },
    { needs: 'Start links' },
  )

  story(
    'that somebody wants no more is told, and who has blocked the account is not written to',
    async (fixture) => {
      const ownChat = startedBy(fixture)
      const events = listen(fixture)
      const { chat, shown, end } = await fixture.startChat!(CODE)
      const { externalId } = chat
      const ended = (how: string) =>
        events.next((event) => event.kind === 'ownChatEnded' && event.how === how)
      await end('stopped')
      expect(await ended('stopped')).toEqual({ kind: 'ownChatEnded', externalId, how: 'stopped' })
      await ownChat.answer(fixture.account, externalId, 'No more.')
      await end('blocked')
      expect(await ended('blocked')).toEqual({ kind: 'ownChatEnded', externalId, how: 'blocked' })
      await expect(ownChat.answer(fixture.account, externalId, 'Still?')).rejects.toBeInstanceOf(
        Error,
      )
      expect(await send(fixture, chat)).toMatchObject({ kind: 'groupLost' })
      expect(await fixture.seen(shown)).toMatchObject([{ text: 'No more.' }])
    },
    { needs: 'Start links' },
  )
}

const CODE = 'Zm9vYmFyYmF6cXV4MTIzNA'

function startedBy({ channel }: Fixture) {
  const { ownChat } = channel
  if (ownChat?.kind !== 'started') throw new Error('Its own chats need no link.')
  return ownChat
}
