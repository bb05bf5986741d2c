import { onTestFinished, test } from 'vitest'
import { followUps } from './conformance/follow-ups.ts'
import { media } from './conformance/media.ts'
import { ownChats } from './conformance/own-chats.ts'
import { pairing } from './conformance/pairing.ts'
import { photos } from './conformance/photos.ts'
import { sending } from './conformance/sending.ts'
import { sessions } from './conformance/sessions.ts'
import { supports, type Fixture, type Story } from './conformance/fixture.ts'

/**
 * What every adapter must do. A test beside the adapter calls it with a function that opens its fixture. A story
 * about a part that the channel does not offer counts as skipped, not as passed.
 */
export function conformance(openFixture: () => Promise<Fixture>): void {
  // The parts of a channel never change: only the first story opens a fixture to find them out.
  let known: Fixture | undefined
  const story: Story = (title, play, { needs } = {}) =>
    // oxlint-disable-next-line vitest/expect-expect, vitest/valid-title -- each story has both
    test(title, async ({ skip }) => {
      if (needs && known && !supports[needs](known)) skip(`${known.channel.kind} has no ${needs}.`)
      const fixture = await openFixture()
      onTestFinished(() => fixture.close())
      known = fixture
      if (needs && !supports[needs](fixture)) skip(`${fixture.channel.kind} has no ${needs}.`)
      await play(fixture)
    })
  pairing(story)
  sending(story)
  media(story)
  ownChats(story)
  followUps(story)
  photos(story)
  sessions(story)
}
