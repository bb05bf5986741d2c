import { onTestFinished, test } from 'vitest'
import { followUps } from './conformance/follow-ups.ts'
import { media } from './conformance/media.ts'
import { pairing } from './conformance/pairing.ts'
import { sending } from './conformance/sending.ts'
import { sessions } from './conformance/sessions.ts'
import { has, type Stage, type Story } from './conformance/stage.ts'

/**
 * What every adapter must do, told once. Run it beside the adapter with a way to set its stage. A story
 * about a part that the channel does not offer counts as skipped, not as passed.
 */
export function conformance(openStage: () => Promise<Stage>): void {
  const story: Story = (title, play, need) =>
    // oxlint-disable-next-line vitest/expect-expect, vitest/valid-title -- each story has both
    test(title, async ({ skip }) => {
      const stage = await openStage()
      onTestFinished(() => stage.close())
      if (need && !has[need](stage)) skip(`${stage.channel.kind} has no ${need}.`)
      await play(stage)
    })
  pairing(story)
  sending(story)
  media(story)
  followUps(story)
  sessions(story)
}
