import { expect } from 'vitest'
import { send, type Story } from './fixture.ts'

/** The outcomes of sends. */
export function sending(story: Story): void {
  story('a text arrives once, as its preview said', async (fixture) => {
    const chat = await fixture.group()
    const content = {
      kind: 'text' as const,
      text: 'Hello *all*, see [the plan](https://example.org/) 👋🏽\n> bring _water_',
    }
    const outcome = await send(fixture, chat, { content })
    expect(outcome).toMatchObject({ kind: 'sent', receipt: { externalIds: [expect.any(String)] } })
    const { text, entities } = fixture.channel.compile(content)
    expect(await fixture.seen(chat)).toEqual([{ text, entities, topicId: null }])
  })

  story(
    'a text in a topic arrives there, one without a topic in the group itself',
    async (fixture) => {
      const chat = await fixture.group({ topics: ['Plans'] })
      const [topicId] = chat.topicIds
      await send(fixture, chat, { content: { kind: 'text', text: 'in Plans' }, topicId: topicId! })
      await send(fixture, chat, { content: { kind: 'text', text: 'in General' } })
      expect(await fixture.seen(chat)).toMatchObject([
        { text: 'in Plans', topicId },
        { text: 'in General', topicId: null },
      ])
    },
    { needs: 'topics' },
  )

  story('the words of a variable arrive as they are, whatever is in them', async (fixture) => {
    const chat = await fixture.group()
    const group = '*Choir* [x](https://example.org) <b> {{n}}'
    const values = { group, date: '1 May', time: '18:00', n: '7' }
    const content = { kind: 'text' as const, text: '_{{group}}_, no. {{n}}', values }
    const { text, entities } = fixture.channel.compile(content)
    // A network without escapes separates signs by characters that members hardly see, such as thin spaces.
    expect(text.replaceAll(/[\u200A\u2060]/g, '')).toContain(group)
    await send(fixture, chat, { content })
    expect(await fixture.seen(chat)).toEqual([{ text, entities, topicId: null }])
  })

  story('what the network would refuse is refused before it is asked', async (fixture) => {
    const chat = await fixture.group()
    const tooLong = 'x'.repeat(fixture.channel.capabilities.textMax + 1)
    expect(fixture.channel.compile({ kind: 'text', text: tooLong }).refusals).toMatchObject([
      { field: 'text', code: 'text_too_long' },
    ])
    expect(await send(fixture, chat, { content: { kind: 'text', text: tooLong } })).toMatchObject({
      kind: 'refused',
      code: 'text_too_long',
      reason: expect.stringContaining(`these are ${tooLong.length.toLocaleString('en')}`),
    })
    expect(await send(fixture, chat, { content: { kind: 'text', text: ' \n ' } })).toMatchObject({
      kind: 'refused',
      code: 'text_empty',
    })
    expect(await fixture.seen(chat)).toEqual([])
  })

  story('the longest text there is fits', async (fixture) => {
    const chat = await fixture.group()
    const text = 'x'.repeat(fixture.channel.capabilities.textMax)
    expect(await send(fixture, chat, { content: { kind: 'text', text } })).toMatchObject({
      kind: 'sent',
    })
  })

  story('a group that forbids writing refuses, in words', async (fixture) => {
    const chat = await fixture.group()
    await fixture.forbidWriting(chat)
    expect(await send(fixture, chat)).toMatchObject({ kind: 'refused', code: 'no_rights' })
    expect(await fixture.channel.check(fixture.account, chat.externalId)).toMatchObject({
      lost: false,
      canPost: false,
      reason: expect.stringMatching(/admin/),
    })
  })

  story(
    'a closed topic and one that is gone are told apart',
    async (fixture) => {
      const chat = await fixture.group({ topics: ['Closed', 'Gone'] })
      const [closed, gone] = chat.topicIds
      await fixture.closeTopic!(chat, closed!)
      await fixture.deleteTopic!(chat, gone!)
      expect(await send(fixture, chat, { topicId: closed! })).toMatchObject({
        code: 'topic_closed',
      })
      expect(await send(fixture, chat, { topicId: gone! })).toMatchObject({ code: 'topic_gone' })
    },
    { needs: 'topics' },
  )

  story(
    'the same delivery sent twice arrives once, with the same receipt',
    async (fixture) => {
      const chat = await fixture.group()
      await fixture.loseAnswer()
      expect(await send(fixture, chat)).toMatchObject({ kind: 'unconfirmed' })
      const again = await send(fixture, chat)
      expect(again).toMatchObject({ kind: 'sent' })
      expect(await send(fixture, chat)).toEqual(again)
      expect(await fixture.seen(chat)).toHaveLength(1)
    },
    { needs: 'once' },
  )

  story(
    'a flood wait names its time and was not accepted',
    async (fixture) => {
      const chat = await fixture.group()
      await fixture.flood!(17)
      expect(await send(fixture, chat)).toMatchObject({
        kind: 'retry',
        code: 'slow_down',
        waitMs: 17_000,
      })
      expect(await fixture.seen(chat)).toEqual([])
    },
    { needs: 'flood waits' },
  )

  story(
    'formatting that is refused can be left away: the same is said, and nothing else',
    async (fixture) => {
      const chat = await fixture.group()
      const content = {
        kind: 'text' as const,
        text: 'Hello *all*, see [the plan](https://example.org/)',
      }
      await fixture.refuseFormatting!(1)
      expect(await send(fixture, chat, { content })).toMatchObject({
        kind: 'formattingRefused',
        reason: expect.stringMatching(/formatting\.$/),
      })
      expect(await fixture.seen(chat)).toEqual([])
      expect(await send(fixture, chat, { content, plain: true })).toMatchObject({ kind: 'sent' })
      // Without formatting, the text of the link alone would lead nowhere.
      const text = 'Hello all, see the plan (https://example.org/)'
      expect(await fixture.seen(chat)).toEqual([{ text, entities: [], topicId: null }])

      // Without formatting to leave out, the refusal is final.
      await fixture.refuseFormatting!(2)
      const refused = { kind: 'refused', code: 'bad_formatting' }
      expect(await send(fixture, chat, { content, plain: true })).toMatchObject(refused)
      expect(await send(fixture, chat)).toMatchObject(refused)

      // Hidden text is not sent without its formatting either.
      const secret = { kind: 'text' as const, text: 'It was ||the gardener||' }
      await fixture.refuseFormatting!(1)
      expect(await send(fixture, chat, { content: secret })).toMatchObject(refused)
      expect(await send(fixture, chat, { content: secret, plain: true })).toMatchObject(refused)
      expect(await fixture.seen(chat)).toHaveLength(1)
    },
    { needs: 'refused formatting' },
  )

  story('a lost answer is unconfirmed, never a failure', async (fixture) => {
    const chat = await fixture.group()
    await fixture.loseAnswer()
    expect(await send(fixture, chat)).toMatchObject({ kind: 'unconfirmed' })
    expect(await fixture.seen(chat)).toHaveLength(1)
  })

  story('what never left this machine is certain to be worth another try', async (fixture) => {
    const chat = await fixture.group()
    const channel = await fixture.unreachable()
    const outcome = await send({ ...fixture, channel }, chat)
    expect(outcome).toMatchObject({ kind: 'retry', scope: 'account', code: 'unreachable' })
    await expect(channel.check(fixture.account, chat.externalId)).rejects.toMatchObject({
      code: 'unavailable',
    })
  })

  story('a deadline that ends the wait for an answer leaves it unconfirmed', async (fixture) => {
    const chat = await fixture.group()
    const deadline = new AbortController()
    const { accepted } = await fixture.silence(chat)
    const outcome = send(fixture, chat, { signal: deadline.signal })
    await accepted
    deadline.abort()
    expect(await outcome).toMatchObject({ kind: 'unconfirmed' })
    expect(await fixture.seen(chat)).toHaveLength(1)
  })

  story('a deadline that passed before the first byte left is certain', async (fixture) => {
    const chat = await fixture.group()
    const outcome = await send(fixture, chat, { signal: AbortSignal.abort() })
    expect(outcome).toMatchObject({ kind: 'retry', code: 'unreachable' })
    expect(await fixture.seen(chat)).toEqual([])
  })

  story('an account that is refused is lost, with the way back', async (fixture) => {
    const chat = await fixture.group()
    await fixture.revoke()
    expect(await send(fixture, chat)).toMatchObject({ kind: 'accountLost', code: 'unauthorized' })
  })

  story('a deleted group is lost', async (fixture) => {
    const chat = await fixture.group()
    await fixture.deleteGroup(chat)
    expect(await send(fixture, chat)).toMatchObject({ kind: 'groupLost' })
  })
}
