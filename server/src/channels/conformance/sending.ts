import { expect } from 'vitest'
import { send, type Story } from './stage.ts'

/** What becomes of what is sent. */
export function sending(story: Story): void {
  story('a text arrives once, as its preview said', async (stage) => {
    const place = await stage.group()
    const content = {
      kind: 'text' as const,
      text: 'Hello *all*, see [the plan](https://example.org/) 👋🏽\n> bring _water_',
    }
    const outcome = await send(stage, place, { content })
    expect(outcome).toMatchObject({ kind: 'sent', receipt: { externalIds: [expect.any(String)] } })
    const { text, entities } = stage.channel.compile(content)
    expect(await stage.seen(place)).toEqual([{ text, entities, topicId: null }])
  })

  story(
    'a text in a topic arrives there, one without a topic in the group itself',
    async (stage) => {
      const place = await stage.group({ topics: ['Plans'] })
      const [topicId] = place.topicIds
      await send(stage, place, { content: { kind: 'text', text: 'in Plans' }, topicId: topicId! })
      await send(stage, place, { content: { kind: 'text', text: 'in General' } })
      expect(await stage.seen(place)).toMatchObject([
        { text: 'in Plans', topicId },
        { text: 'in General', topicId: null },
      ])
    },
    'topics',
  )

  story('the words of a variable arrive as they are, whatever is in them', async (stage) => {
    const place = await stage.group()
    const group = '*Choir* [x](https://example.org) <b> {{n}}'
    const values = { group, date: '1 May', time: '18:00', n: '7' }
    const content = { kind: 'text' as const, text: '_{{group}}_, no. {{n}}', values }
    const { text, entities } = stage.channel.compile(content)
    // A network without escapes keeps signs apart by what members hardly see: thin spaces, or none at all.
    expect(text.replaceAll(/[\u200A\u2060]/g, '')).toContain(group)
    await send(stage, place, { content })
    expect(await stage.seen(place)).toEqual([{ text, entities, topicId: null }])
  })

  story('what the network would refuse is refused before it is asked', async (stage) => {
    const place = await stage.group()
    const tooLong = 'x'.repeat(stage.channel.capabilities.textMax + 1)
    expect(stage.channel.compile({ kind: 'text', text: tooLong }).refusals).toMatchObject([
      { field: 'text', code: 'text_too_long' },
    ])
    expect(await send(stage, place, { content: { kind: 'text', text: tooLong } })).toMatchObject({
      kind: 'refused',
      code: 'text_too_long',
      reason: expect.stringContaining(`these are ${tooLong.length.toLocaleString('en')}`),
    })
    expect(await send(stage, place, { content: { kind: 'text', text: ' \n ' } })).toMatchObject({
      kind: 'refused',
      code: 'text_empty',
    })
    expect(await stage.seen(place)).toEqual([])
  })

  story('the longest text there is fits', async (stage) => {
    const place = await stage.group()
    const text = 'x'.repeat(stage.channel.capabilities.textMax)
    expect(await send(stage, place, { content: { kind: 'text', text } })).toMatchObject({
      kind: 'sent',
    })
  })

  story('a group that forbids writing refuses, in words', async (stage) => {
    const place = await stage.group()
    await stage.forbidWriting(place)
    expect(await send(stage, place)).toMatchObject({ kind: 'refused', code: 'no_rights' })
    expect(await stage.channel.check(stage.account, place.externalId)).toMatchObject({
      lost: false,
      canPost: false,
      reason: expect.stringMatching(/admin/),
    })
  })

  story(
    'a closed topic and one that is gone are told apart',
    async (stage) => {
      const place = await stage.group({ topics: ['Closed', 'Gone'] })
      const [closed, gone] = place.topicIds
      await stage.closeTopic!(place, closed!)
      await stage.deleteTopic!(place, gone!)
      expect(await send(stage, place, { topicId: closed! })).toMatchObject({ code: 'topic_closed' })
      expect(await send(stage, place, { topicId: gone! })).toMatchObject({ code: 'topic_gone' })
    },
    'topics',
  )

  story(
    'the same delivery sent twice arrives once, with the same receipt',
    async (stage) => {
      const place = await stage.group()
      await stage.loseAnswer()
      expect(await send(stage, place)).toMatchObject({ kind: 'unconfirmed' })
      const again = await send(stage, place)
      expect(again).toMatchObject({ kind: 'sent' })
      expect(await send(stage, place)).toEqual(again)
      expect(await stage.seen(place)).toHaveLength(1)
    },
    'once',
  )

  story(
    'a flood wait names its time and was not accepted',
    async (stage) => {
      const place = await stage.group()
      await stage.flood!(17)
      expect(await send(stage, place)).toMatchObject({
        kind: 'retry',
        code: 'slow_down',
        waitMs: 17_000,
      })
      expect(await stage.seen(place)).toEqual([])
    },
    'flood waits',
  )

  story(
    'formatting that is refused can be left away: the same is said, and nothing else',
    async (stage) => {
      const place = await stage.group()
      const content = {
        kind: 'text' as const,
        text: 'Hello *all*, see [the plan](https://example.org/)',
      }
      await stage.refuseFormatting!(1)
      expect(await send(stage, place, { content })).toMatchObject({
        kind: 'formattingRefused',
        reason: expect.stringMatching(/formatting\.$/),
      })
      expect(await stage.seen(place)).toEqual([])
      expect(await send(stage, place, { content, plain: true })).toMatchObject({ kind: 'sent' })
      // Its words alone would lead nowhere.
      const text = 'Hello all, see the plan (https://example.org/)'
      expect(await stage.seen(place)).toEqual([{ text, entities: [], topicId: null }])

      // Where there is none to leave away, that is the end of it.
      await stage.refuseFormatting!(2)
      const refused = { kind: 'refused', code: 'bad_formatting' }
      expect(await send(stage, place, { content, plain: true })).toMatchObject(refused)
      expect(await send(stage, place)).toMatchObject(refused)

      // Nor is anything told without it that was meant to be hidden.
      const secret = { kind: 'text' as const, text: 'It was ||the gardener||' }
      await stage.refuseFormatting!(1)
      expect(await send(stage, place, { content: secret })).toMatchObject(refused)
      expect(await send(stage, place, { content: secret, plain: true })).toMatchObject(refused)
      expect(await stage.seen(place)).toHaveLength(1)
    },
    'refused formatting',
  )

  story('a lost answer is unconfirmed, never a failure', async (stage) => {
    const place = await stage.group()
    await stage.loseAnswer()
    expect(await send(stage, place)).toMatchObject({ kind: 'unconfirmed' })
    expect(await stage.seen(place)).toHaveLength(1)
  })

  story('what never left this machine is certain to be worth another try', async (stage) => {
    const place = await stage.group()
    const channel = await stage.unreachable()
    const outcome = await send({ ...stage, channel }, place)
    expect(outcome).toMatchObject({ kind: 'retry', scope: 'account', code: 'unreachable' })
    await expect(channel.check(stage.account, place.externalId)).rejects.toMatchObject({
      code: 'unavailable',
    })
  })

  story('a deadline that ends the wait for an answer leaves it unconfirmed', async (stage) => {
    const place = await stage.group()
    const deadline = new AbortController()
    const { accepted } = await stage.silence(place)
    const outcome = send(stage, place, { signal: deadline.signal })
    await accepted
    deadline.abort()
    expect(await outcome).toMatchObject({ kind: 'unconfirmed' })
    expect(await stage.seen(place)).toHaveLength(1)
  })

  story('a deadline that passed before the first byte left is certain', async (stage) => {
    const place = await stage.group()
    const outcome = await send(stage, place, { signal: AbortSignal.abort() })
    expect(outcome).toMatchObject({ kind: 'retry', code: 'unreachable' })
    expect(await stage.seen(place)).toEqual([])
  })

  story('an account that is refused is lost, with the way back', async (stage) => {
    const place = await stage.group()
    await stage.revoke()
    expect(await send(stage, place)).toMatchObject({ kind: 'accountLost', code: 'unauthorized' })
  })

  story('a deleted group is lost', async (stage) => {
    const place = await stage.group()
    await stage.deleteGroup(place)
    expect(await send(stage, place)).toMatchObject({ kind: 'groupLost' })
  })
}
