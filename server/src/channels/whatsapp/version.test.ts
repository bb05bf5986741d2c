import { expect, onTestFinished, test } from 'vitest'
import { pairWith } from '../../../test/whatsapp.ts'
import {
  say,
  texts,
  untilSent,
  whatsappStories,
  type WhatsappFixture,
} from '../../../test/whatsapp-stories.ts'
import { listen } from '../conformance/listen.ts'
import type { ChannelEvent } from '../port/receiving.ts'

const { sandbox, openFixture } = whatsappStories()

// Later than any that a library of today says it is.
const NEXT_YEAR = 2_000_000_000

const isStatus = (status: string) => (event: ChannelEvent) =>
  event.kind === 'status' && event.status === status

/** A number that is connected, and what is told of it. */
async function connected(fixture: WhatsappFixture) {
  const events = listen(fixture)
  await events.next(isStatus('connected'))
  return events
}

const asked = async () => (await sandbox().whatsapp.world()).revisionAsked

test('a server that WhatsApp finds too old asks which version it takes, once for all numbers, and goes on with that', async () => {
  const [fixture, other] = [await openFixture(), await openFixture()]
  const [events, otherEvents] = [await connected(fixture), await connected(other)]
  onTestFinished(async () => void (await sandbox().whatsapp.renew(0)))
  await sandbox().whatsapp.renew(NEXT_YEAR)
  for (const { you } of [fixture, other]) await sandbox().whatsapp.end(you.lid, 'restart')
  const chat = await fixture.group()
  await untilSent(() => say(fixture, chat, 1))
  expect(await texts(fixture, chat)).toEqual(['Secret text 1'])
  await untilSent(async () => say(other, await other.group(), 2))
  for (const one of [events, otherEvents]) {
    expect(one.all().some(isStatus('restricted'))).toBe(false)
  }
  expect(await asked()).toBe(1)

  // A number that is linked later says it too.
  expect(await pairWith(fixture.channel, fixture.follow!)).toMatchObject({ identity: {} })

  // Within the hour it is not asked again: it waits, and says what an operator can do.
  await sandbox().whatsapp.renew(NEXT_YEAR + 1)
  await sandbox().whatsapp.end(fixture.you.lid, 'restart')
  expect(await events.next(isStatus('restricted'))).toMatchObject({
    reason: expect.stringMatching(/no longer accepts this version.*WHATSAPP_VERSION/),
  })
  expect(await asked()).toBe(1)
  await expect(pairWith(fixture.channel, fixture.follow!)).rejects.toThrow(/takes the version/)
}, 90_000)
