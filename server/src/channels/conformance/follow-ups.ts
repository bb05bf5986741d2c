import { expect } from 'vitest'
import { send, type Place, type Stage, type Story } from './stage.ts'

/** What can be done with what was sent already. */
export function followUps(story: Story): void {
  story(
    'what was sent can be edited, and members see the new text alone',
    async (stage) => {
      const place = await stage.group()
      const request = await sent(stage, place)
      const content = { kind: 'text' as const, text: 'Hello again' }
      expect(await stage.channel.followUps!.edit!({ ...request, content })).toEqual({
        kind: 'done',
      })
      expect(await stage.seen(place)).toMatchObject([{ text: 'Hello again' }])
    },
    'edit',
  )

  story(
    'what was sent can be deleted; the second time it is gone',
    async (stage) => {
      const place = await stage.group()
      const request = await sent(stage, place)
      expect(await stage.channel.followUps!.delete!(request)).toEqual({ kind: 'done' })
      expect(await stage.seen(place)).toEqual([])
      expect(await stage.channel.followUps!.delete!(request)).toEqual({ kind: 'gone' })
    },
    'delete',
  )
}

async function sent(stage: Stage, place: Place) {
  const outcome = await send(stage, place)
  if (outcome.kind !== 'sent') throw new Error(`It was not sent: ${JSON.stringify(outcome)}`)
  const signal = AbortSignal.timeout(10_000)
  const { receipt } = outcome
  return { account: stage.account, externalId: place.externalId, receipt, signal }
}
