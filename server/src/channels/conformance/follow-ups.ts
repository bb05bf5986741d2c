import { expect } from 'vitest'
import type { Content } from '@carillon/contract/content/content'
import type { Receipt } from '../port/sending.ts'
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
    'an edit that was done before is done, and one of what is gone says so',
    async (stage) => {
      const place = await stage.group()
      const request = await sent(stage, place)
      const content = { kind: 'text' as const, text: 'Hello again' }
      const edit = () => stage.channel.followUps!.edit!({ ...request, content })
      expect(await edit()).toEqual({ kind: 'done' })
      expect(await edit()).toEqual({ kind: 'done' })
      await stage.channel.followUps!.delete!(request)
      expect(await edit()).toEqual({ kind: 'gone' })
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

  story(
    'what is older than its network allows stays, and says why',
    async (stage) => {
      const place = await stage.group()
      const request = await sent(stage, place)
      await stage.pass?.((stage.channel.followUps!.windowMs.delete ?? 0) + 1_000)
      expect(await stage.channel.followUps!.delete!(request)).toMatchObject({
        kind: 'refused',
        code: 'too_late',
        reason: expect.stringMatching(/hours/),
      })
      expect(await stage.seen(place)).toHaveLength(1)
    },
    'a window',
  )

  story(
    'a message of its own is pinned and unpinned, and what others pinned stays pinned',
    async (stage) => {
      const place = await stage.group()
      await stage.allowPinning!(place, true)
      const [first, second] = [await said(stage, place, 'One'), await said(stage, place, 'Two')]
      const { pin, unpin } = stage.channel.followUps!
      for (const request of [first, second, second]) {
        expect(await pin!({ ...request, notify: false })).toEqual({ kind: 'done' })
      }
      expect(await stage.pinned!(place)).toEqual(['One', 'Two'])
      expect(await unpin!(second)).toEqual({ kind: 'done' })
      expect(await unpin!(second)).toEqual({ kind: 'done' })
      expect(await stage.pinned!(place)).toEqual(['One'])
    },
    'pin',
  )

  story(
    'without the right nothing is pinned, in words',
    async (stage) => {
      const place = await stage.group()
      await stage.allowPinning!(place, false)
      const request = await sent(stage, place)
      expect(await stage.channel.followUps!.pin!({ ...request, notify: true })).toMatchObject({
        kind: 'refused',
        code: 'no_rights',
        reason: expect.stringMatching(/pin/),
      })
      expect(await stage.pinned!(place)).toEqual([])
      expect(await stage.channel.check(stage.account, place.externalId)).toMatchObject({
        refuses: expect.arrayContaining(['pin']),
      })
    },
    'pin',
  )

  story(
    'what is gone cannot be pinned, and is unpinned',
    async (stage) => {
      const place = await stage.group()
      await stage.allowPinning!(place, true)
      const request = await sent(stage, place)
      const { pin, unpin, delete: remove } = stage.channel.followUps!
      await remove!(request)
      expect(await pin!({ ...request, notify: false })).toEqual({ kind: 'gone' })
      expect(await unpin!(request)).toEqual({ kind: 'gone' })
    },
    'pin',
  )
}

const sent = (stage: Stage, place: Place) => said(stage, place, 'Hello')

let posted = 0

async function said(stage: Stage, place: Place, text: string) {
  const content: Content = { kind: 'text', text }
  const deliveryId = `0197a000-0000-7000-8001-${String(++posted).padStart(12, '0')}`
  const outcome = await send(stage, place, { content, deliveryId })
  if (outcome.kind !== 'sent') throw new Error(`It was not sent: ${JSON.stringify(outcome)}`)
  const signal = AbortSignal.timeout(10_000)
  const { receipt }: { receipt: Receipt } = outcome
  return { account: stage.account, externalId: place.externalId, receipt, signal }
}
