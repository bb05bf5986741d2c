import { onTestFinished, test } from 'vitest'
import { followUps } from './conformance/follow-ups.ts'
import { media } from './conformance/media.ts'
import { ownChats } from './conformance/own-chats.ts'
import { pairing } from './conformance/pairing.ts'
import { photos } from './conformance/photos.ts'
import { sending } from './conformance/sending.ts'
import { sessions } from './conformance/sessions.ts'
import { has, type Stage, type Story } from './conformance/stage.ts'

/**
 * What every adapter must do, told once. Run it beside the adapter with a way to set its stage. A story
 * about a part that the channel does not offer counts as skipped, not as passed.
 */
export function conformance(openStage: () => Promise<Stage>): void {
  // What a channel has it always has: only the first story sets a stage to find out.
  let known: Stage | undefined
  const story: Story = (title, play, need) =>
    // oxlint-disable-next-line vitest/expect-expect, vitest/valid-title -- each story has both
    test(title, async ({ skip }) => {
      if (need && known && !has[need](known)) skip(`${known.channel.kind} has no ${need}.`)
      const stage = await openStage()
      onTestFinished(() => stage.close())
      known = stage
      if (need && !has[need](stage)) skip(`${stage.channel.kind} has no ${need}.`)
      await play(stage)
    })
  pairing(story)
  sending(story)
  media(story)
  ownChats(story)
  followUps(story)
  photos(story)
  sessions(story)
}
