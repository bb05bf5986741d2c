import { expect } from 'vitest'
import type { Content } from '@carillon/contract/content/content'
import type { Receipt } from '../port/sending.ts'
import { send, type ChatRef, type Fixture, type Story } from './fixture.ts'

/** Follow-ups: edit, delete and pin what was sent. */
export function followUps(story: Story): void {
  story(
    'what was sent can be edited, and members see the new text alone',
    async (fixture) => {
      const chat = await fixture.group()
      const request = await sent(fixture, chat)
      const content = { kind: 'text' as const, text: 'Hello again' }
      expect(await fixture.channel.followUps!.edit!({ ...request, content })).toEqual({
        kind: 'done',
      })
      expect(await fixture.seen(chat)).toMatchObject([{ text: 'Hello again' }])
    },
    { needs: 'edit' },
  )

  story(
    'an edit that was done before is done, and one of what is gone says so',
    async (fixture) => {
      const chat = await fixture.group()
      const request = await sent(fixture, chat)
      const content = { kind: 'text' as const, text: 'Hello again' }
      const edit = () => fixture.channel.followUps!.edit!({ ...request, content })
      expect(await edit()).toEqual({ kind: 'done' })
      expect(await edit()).toEqual({ kind: 'done' })
      await fixture.channel.followUps!.delete!(request)
      expect(await edit()).toEqual({ kind: 'gone' })
    },
    { needs: 'edit' },
  )

  story(
    'what was sent can be deleted; the second time it is gone',
    async (fixture) => {
      const chat = await fixture.group()
      const request = await sent(fixture, chat)
      expect(await fixture.channel.followUps!.delete!(request)).toEqual({ kind: 'done' })
      expect(await fixture.seen(chat)).toEqual([])
      expect(await fixture.channel.followUps!.delete!(request)).toEqual({ kind: 'gone' })
    },
    { needs: 'delete' },
  )

  story(
    'what is older than its network allows stays, and says why',
    async (fixture) => {
      const chat = await fixture.group()
      const request = await sent(fixture, chat)
      await fixture.pass?.((fixture.channel.followUps!.windowMs.delete ?? 0) + 1_000)
      expect(await fixture.channel.followUps!.delete!(request)).toMatchObject({
        kind: 'refused',
        code: 'too_late',
        reason: expect.stringMatching(/hours/),
      })
      expect(await fixture.seen(chat)).toHaveLength(1)
    },
    { needs: 'a window' },
  )

  story(
    'a message of its own is pinned and unpinned, and what others pinned stays pinned',
    async (fixture) => {
      const chat = await fixture.group()
      await fixture.allowPinning!(chat, true)
      const [first, second] = [await said(fixture, chat, 'One'), await said(fixture, chat, 'Two')]
      const { pin, unpin } = fixture.channel.followUps!
      for (const request of [first, second, second]) {
        expect(await pin!({ ...request, notify: false })).toEqual({ kind: 'done' })
      }
      expect(await fixture.pinned!(chat)).toEqual(['One', 'Two'])
      expect(await unpin!(second)).toEqual({ kind: 'done' })
      expect(await unpin!(second)).toEqual({ kind: 'done' })
      expect(await fixture.pinned!(chat)).toEqual(['One'])
    },
    { needs: 'pin' },
  )

  story(
    'without the right nothing is pinned, in words',
    async (fixture) => {
      const chat = await fixture.group()
      await fixture.allowPinning!(chat, false)
      const request = await sent(fixture, chat)
      expect(await fixture.channel.followUps!.pin!({ ...request, notify: true })).toMatchObject({
        kind: 'refused',
        code: 'no_rights',
        reason: expect.stringMatching(/pin/),
      })
      expect(await fixture.pinned!(chat)).toEqual([])
      expect(await fixture.channel.check(fixture.account, chat.externalId)).toMatchObject({
        refuses: expect.arrayContaining(['pin']),
      })
    },
    { needs: 'pin' },
  )

  story(
    'what is gone cannot be pinned, and is unpinned',
    async (fixture) => {
      const chat = await fixture.group()
      await fixture.allowPinning!(chat, true)
      const request = await sent(fixture, chat)
      const { pin, unpin, delete: remove } = fixture.channel.followUps!
      await remove!(request)
      expect(await pin!({ ...request, notify: false })).toEqual({ kind: 'gone' })
      expect(await unpin!(request)).toEqual({ kind: 'gone' })
    },
    { needs: 'pin' },
  )
}

const sent = (fixture: Fixture, chat: ChatRef) => said(fixture, chat, 'Hello')

let posted = 0

async function said(fixture: Fixture, chat: ChatRef, text: string) {
  const content: Content = { kind: 'text', text }
  const deliveryId = `0197a000-0000-7000-8001-${String(++posted).padStart(12, '0')}`
  const outcome = await send(fixture, chat, { content, deliveryId })
  if (outcome.kind !== 'sent') throw new Error(`It was not sent: ${JSON.stringify(outcome)}`)
  const signal = AbortSignal.timeout(10_000)
  const { receipt }: { receipt: Receipt } = outcome
  return { account: fixture.account, externalId: chat.externalId, receipt, signal }
}
