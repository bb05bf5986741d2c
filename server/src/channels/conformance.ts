import { inspect } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import type { Channel, ChannelAccount, ChannelEvent, Outcome, SendRequest } from './port.ts'

/**
 * The outside world of one adapter, as a test acts in it. Networks differ in how a thing comes about;
 * they may not differ in what the product learns of it.
 */
export type Stage = {
  channel: Channel
  account: ChannelAccount
  /** Everything that was logged since the stage was set. */
  logged(): string
  /** A group that the account may post in. */
  group(options?: { topics?: string[] }): Promise<Place>
  /** A group whose admin posts a link code, after the account was added. */
  linkGroup(code: string): Promise<Place & { adminId: string }>
  /** The id of a person who is a member of the group and no admin. */
  memberOf(place: Place): Promise<string>
  remove(place: Place): Promise<void>
  deleteGroup(place: Place): Promise<void>
  /** Turns the group into another kind with another id, where the network knows such a thing. */
  migrate?(place: Place): Promise<Place>
  forbidWriting(place: Place): Promise<void>
  rename(place: Place, title: string): Promise<void>
  closeTopic?(place: Place, topicId: string): Promise<void>
  deleteTopic?(place: Place, topicId: string): Promise<void>
  /** The next send is answered with a flood wait of so many seconds. */
  flood(seconds: number): Promise<void>
  /** The next send is accepted and its answer lost. */
  loseAnswer(): Promise<void>
  /** The next send to the place is accepted and not answered at all; the promise in it says when. */
  silence(place: Place): Promise<{ accepted: Promise<unknown> }>
  /** Nothing of ours reaches the network any more. */
  unreachable(): Promise<Channel>
  /** The network refuses the account from now on. */
  revoke(): Promise<void>
  /** What members see, oldest first; `topicId` is null in the group itself. */
  seen(place: Place): Promise<{ text: string; entities: unknown[]; topicId: string | null }[]>
  close(): Promise<void>
}

export type Place = { externalId: string; title: string; topicIds: string[] }

/** What every adapter must do, told once. Run it beside the adapter with a way to set its stage. */
export function conformance(openStage: () => Promise<Stage>): void {
  const story = (title: string, play: (stage: Stage) => Promise<void>) =>
    // oxlint-disable-next-line vitest/expect-expect, vitest/valid-title -- each story below has both
    test(title, async () => {
      const stage = await openStage()
      onTestFinished(() => stage.close())
      await play(stage)
    })

  story('good credentials say who they are, bad ones are refused at their field', async (stage) => {
    const { channel, account } = stage
    const { externalId, identity, username, name } = account
    const known = await channel.identify(account.credentials)
    expect(known).toEqual({ externalId, identity, username, name })

    await stage.revoke()
    await expect(channel.identify(account.credentials)).rejects.toMatchObject({
      code: 'invalid',
      extra: { details: [{ path: 'token' }] },
    })
    await expect(channel.identify('nonsense')).rejects.toMatchObject({ code: 'invalid' })
  })

  story('a text arrives once, as its preview said', async (stage) => {
    const place = await stage.group()
    const content = {
      text: 'Hello *all*, see [the plan](https://example.org/) 👋🏽\n> bring _water_',
    }
    const outcome = await send(stage, place, { content })
    expect(outcome).toMatchObject({ kind: 'sent', receipt: { externalId: expect.any(String) } })
    const { text, entities } = stage.channel.compile(content)
    expect(await stage.seen(place)).toEqual([{ text, entities, topicId: null }])
  })

  story(
    'a text in a topic arrives there, one without a topic in the group itself',
    async (stage) => {
      if (!stage.channel.capabilities.topics) return
      const place = await stage.group({ topics: ['Plans'] })
      const [topicId] = place.topicIds
      await send(stage, place, { content: { text: 'in Plans' }, topicId: topicId! })
      await send(stage, place, { content: { text: 'in General' } })
      expect(await stage.seen(place)).toMatchObject([
        { text: 'in Plans', topicId },
        { text: 'in General', topicId: null },
      ])
    },
  )

  story('what the network would refuse is refused before it is asked', async (stage) => {
    const place = await stage.group()
    const tooLong = 'x'.repeat(stage.channel.capabilities.textMax + 1)
    expect(stage.channel.compile({ text: tooLong }).refusal?.code).toBe('text_too_long')
    expect(await send(stage, place, { content: { text: tooLong } })).toMatchObject({
      kind: 'refused',
      code: 'text_too_long',
      reason: expect.stringContaining('1 character longer'),
    })
    expect(await send(stage, place, { content: { text: ' \n ' } })).toMatchObject({
      kind: 'refused',
      code: 'text_empty',
    })
    expect(await stage.seen(place)).toEqual([])
  })

  story('the longest text there is fits', async (stage) => {
    const place = await stage.group()
    const text = 'x'.repeat(stage.channel.capabilities.textMax)
    expect(await send(stage, place, { content: { text } })).toMatchObject({ kind: 'sent' })
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

  story('a closed topic and one that is gone are told apart', async (stage) => {
    if (!stage.closeTopic || !stage.deleteTopic) return
    const place = await stage.group({ topics: ['Closed', 'Gone'] })
    const [closed, gone] = place.topicIds
    await stage.closeTopic(place, closed!)
    await stage.deleteTopic(place, gone!)
    expect(await send(stage, place, { topicId: closed! })).toMatchObject({ code: 'topic_closed' })
    expect(await send(stage, place, { topicId: gone! })).toMatchObject({ code: 'topic_gone' })
  })

  story('a flood wait names its time and was not accepted', async (stage) => {
    const place = await stage.group()
    await stage.flood(17)
    expect(await send(stage, place)).toMatchObject({
      kind: 'retry',
      code: 'slow_down',
      waitMs: 17_000,
    })
    expect(await stage.seen(place)).toEqual([])
  })

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
    await expect(channel.identify(stage.account.credentials)).rejects.toMatchObject({
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

  story('a session tells that its account was refused', async (stage) => {
    const told = listen(stage)
    await told.next((event) => event.kind === 'status' && event.status === 'connected')
    await stage.revoke()
    expect(await told.next((event) => event.kind === 'accountLost')).toMatchObject({
      code: 'unauthorized',
    })
  })

  story('a group that removed us is lost, and so it is told', async (stage) => {
    const place = await stage.group()
    const told = listen(stage)
    await stage.remove(place)
    expect(await told.next((event) => event.kind === 'chat' && event.chat.lost)).toMatchObject({
      chat: { externalId: place.externalId, lost: true, code: 'kicked' },
    })
    expect(await send(stage, place)).toMatchObject({ kind: 'groupLost', code: 'kicked' })
    expect(await stage.channel.check(stage.account, place.externalId)).toMatchObject({ lost: true })
  })

  story('a deleted group is lost', async (stage) => {
    const place = await stage.group()
    await stage.deleteGroup(place)
    expect(await send(stage, place)).toMatchObject({ kind: 'groupLost' })
  })

  story('a group that moved names its new id everywhere', async (stage) => {
    if (!stage.migrate) return
    const place = await stage.group()
    const told = listen(stage)
    const moved = await stage.migrate(place)
    expect(await told.next((event) => event.kind === 'migrated')).toEqual({
      kind: 'migrated',
      from: place.externalId,
      to: moved.externalId,
    })
    expect(await send(stage, place)).toEqual({ kind: 'retarget', externalId: moved.externalId })
    expect(await stage.channel.check(stage.account, place.externalId)).toMatchObject({
      externalId: moved.externalId,
      lost: false,
    })
    expect(await send(stage, moved)).toMatchObject({ kind: 'sent' })
  })

  story('a code that an admin posts is told, with who posted it', async (stage) => {
    const told = listen(stage)
    const code = 'Zm9vYmFyYmF6cXV4MTIzNA'
    const place = await stage.linkGroup(code)
    const event = await told.next((event) => event.kind === 'linkCode')
    expect(event).toEqual({
      kind: 'linkCode',
      code,
      externalId: place.externalId,
      personId: place.adminId,
      title: place.title,
    })
    const { channel, account } = stage
    expect(await channel.isAdmin(account, place.externalId, place.adminId)).toBe(true)
    const member = await stage.memberOf(place)
    expect(await channel.isAdmin(account, place.externalId, member)).toBe(false)
  })

  story('a new title is told', async (stage) => {
    const place = await stage.group()
    const told = listen(stage)
    await stage.rename(place, 'Another name')
    expect(await told.next((event) => event.kind === 'renamed')).toMatchObject({
      externalId: place.externalId,
      title: 'Another name',
    })
  })

  story('what was handled is not told again after a restart', async (stage) => {
    const place = await stage.group()
    const first = listen(stage)
    await stage.rename(place, 'First')
    await first.next((event) => event.kind === 'renamed')
    await first.kept()
    await first.close()

    const second = listen(stage, first.offset())
    await stage.rename(place, 'Second')
    await second.next((event) => event.kind === 'renamed' && event.title === 'Second')
    expect(second.all().filter((event) => event.kind === 'renamed')).toHaveLength(1)
  })

  story('credentials are never logged, whatever goes wrong', async (stage) => {
    const place = await stage.group()
    const told = listen(stage)
    await told.next((event) => event.kind === 'status')
    await stage.loseAnswer()
    await send(stage, place)
    const gone = await stage.unreachable()
    await send({ ...stage, channel: gone }, place)
    const failed: unknown = await gone.identify(stage.account.credentials).catch((error) => error)
    await stage.revoke()
    await told.next((event) => event.kind === 'accountLost')
    const secret = stage.account.credentials.split(':').at(-1)!
    expect(secret.length).toBeGreaterThan(20)
    expect(stage.logged()).not.toContain(secret)
    expect(JSON.stringify(told.all())).not.toContain(secret)
    expect(inspect(failed, { depth: Infinity, showHidden: true })).not.toContain(secret)
  })
}

async function send(
  stage: Pick<Stage, 'channel' | 'account'>,
  place: Place,
  request: Partial<Pick<SendRequest, 'content' | 'topicId' | 'signal'>> = {},
): Promise<Outcome> {
  return stage.channel.send({
    account: stage.account,
    deliveryId: '0197a000-0000-7000-8000-000000000001',
    externalId: place.externalId,
    topicId: null,
    content: { text: 'Hello' },
    signal: AbortSignal.timeout(SEND_MS),
    ...request,
  })
}

/** Longer than any loopback answer takes, on a busy machine too. */
const SEND_MS = 10_000

/** A session of the stage's account, and what it tells. */
function listen(stage: Stage, updateOffset: number | null = null) {
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
