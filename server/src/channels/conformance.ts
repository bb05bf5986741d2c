import { onTestFinished, test } from 'vitest'
import { sending } from './conformance/sending.ts'
import { sessions } from './conformance/sessions.ts'
import type { Stage, Story } from './conformance/stage.ts'

/** What every adapter must do, told once. Run it beside the adapter with a way to set its stage. */
export function conformance(openStage: () => Promise<Stage>): void {
  const story: Story = (title, play) =>
    // oxlint-disable-next-line vitest/expect-expect, vitest/valid-title -- each story has both
    test(title, async () => {
      const stage = await openStage()
      onTestFinished(() => stage.close())
      await play(stage)
    })
  sending(story)
  sessions(story)
}
