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

// A revision newer than any library reports.
const NEXT_YEAR = 2_000_000_000

const isStatus = (status: string) => (event: ChannelEvent) =>
  event.kind === 'status' && event.status === status

/** Waits until the number is connected; returns the events of its account. */
async function connected(fixture: WhatsappFixture) {
  const events = listen(fixture)
  await events.next(isStatus('connected'))
  return events
}

const timesVersionWasAsked = async () => (await sandbox().whatsapp.world()).revisionAsked

test('when WhatsApp refuses our version, we ask once which one it accepts, and use it for all numbers', async () => {
  const [fixture, other] = [await openFixture(), await openFixture()]
  const [events, otherEvents] = [await connected(fixture), await connected(other)]
  onTestFinished(async () => void (await sandbox().whatsapp.requireVersion(0)))
  await sandbox().whatsapp.requireVersion(NEXT_YEAR)
  for (const { you } of [fixture, other]) await sandbox().whatsapp.end(you.lid, 'restart')
  const chat = await fixture.group()
  await untilSent(() => say(fixture, chat, 1))
  expect(await texts(fixture, chat)).toEqual(['Secret text 1'])
  await untilSent(async () => say(other, await other.group(), 2))
  for (const one of [events, otherEvents]) {
    expect(one.all().some(isStatus('restricted'))).toBe(false)
  }
  expect(await timesVersionWasAsked()).toBe(1)

  // A number that is linked later uses it too.
  expect(await pairWith(fixture.channel, fixture.follow!)).toMatchObject({ identity: {} })

  // Within the hour we do not ask again: the account waits, and its reason says what an operator can do.
  await sandbox().whatsapp.requireVersion(NEXT_YEAR + 1)
  await sandbox().whatsapp.end(fixture.you.lid, 'restart')
  expect(await events.next(isStatus('restricted'))).toMatchObject({
    reason: expect.stringMatching(/no longer accepts this version.*WHATSAPP_VERSION/),
  })
  expect(await timesVersionWasAsked()).toBe(1)
  await expect(pairWith(fixture.channel, fixture.follow!)).rejects.toThrow(/takes the version/)
}, 90_000)
