import { hours, minutes } from '../../platform/clock.ts'
import type { FollowUpOutcome, FollowUpRequest, FollowUps } from '../port/follow-ups.ts'
import type { Receipt } from '../port/sending.ts'
import { compile } from './compile.ts'
import { albumIdOf, messageIdOf } from './credentials.ts'
import { failureOf, unreachable } from './outcomes.ts'
import type { WireMessage } from './protocol.ts'
import { readPicture } from './link-picture.ts'
import { sendOrAbandon } from './send.ts'
import type { WhatsappContext } from './context.ts'
import type { DeviceSession } from './session.ts'
import * as store from './store.ts'

/** How long a follow-up waits for a connection that is just being restored. */
const WAIT_MS = 5_000

/** All messages of a delivery. An album has one more: the message that announced it. */
const messagesOf = ({ externalIds, textId }: Receipt): readonly string[] =>
  externalIds.filter((id) => id !== textId).length > 1
    ? [...externalIds, albumIdOf(externalIds[0])]
    : externalIds

/** Edits and deletes sent messages. The apps allow edits for 15 minutes and deletions for 60 hours. */
export function followUpsOf(
  context: WhatsappContext,
  sessionOf: (accountId: string) => Promise<DeviceSession> | undefined,
): FollowUps {
  async function follow(
    { account, externalId, receipt, changeId, signal }: FollowUpRequest,
    wireOf: (targetId: string) => Extract<WireMessage, { kind: 'edit' | 'delete' }>,
    linkPicture?: Uint8Array,
  ): Promise<FollowUpOutcome> {
    const session = await sessionOf(account.id)
    const ready = signal.aborted ? 'down' : await session?.ready(WAIT_MS)
    if (!session || ready === 'down' || ready === undefined) return unreachable
    if (ready !== 'open') return { kind: 'accountLost', code: ready.code, reason: ready.reason }
    const { device, sessionId } = session
    const all = messagesOf(receipt)
    const wasDeleted = await store.findWhetherDeleted(context.reading, sessionId, all)
    const left = all.filter((id) => !wasDeleted.get(id))
    if (left.length === 0) return { kind: 'gone' }
    // One message per call, so that the pace of the account applies to each. If we have no record of some of them
    // (another device sent them), we cannot know which are left: then the rest is deleted in one call.
    const batch = wasDeleted.size === all.length ? left.slice(0, 1) : left
    for (const targetId of batch) {
      const wire = wireOf(targetId)
      // Every try of a change has the same id, so that it happens once. A later change to the same text has another id,
      // because phones drop an id that they have seen.
      const id = messageIdOf(JSON.stringify([wire, changeId]))
      const withPicture = linkPicture ? { linkPicture } : {}
      const request = {
        device,
        id,
        chat: externalId,
        wire,
        earlierMessage: undefined,
        ...withPicture,
      }
      const sent = await sendOrAbandon(context, request, signal)
      if (sent.kind === 'no handle') return unreachable
      if (sent.kind !== 'acked') return failureOf(sent)
      if (wire.kind === 'delete') {
        await store.markDeleted(context.reading, context.clock.now(), sessionId, [targetId])
      }
    }
    return batch.length < left.length ? MORE : { kind: 'done' }
  }

  return {
    windowMs: { edit: minutes(15), delete: hours(60) },
    whyNotEditable: ({ kind }) =>
      kind === 'text'
        ? undefined
        : 'On WhatsApp only texts can be edited. Delete it and send another.',
    async edit({ content, linkPicture, ...request }) {
      const compiled = compile(content)
      const [refusal] = compiled.refusals
      if (refusal) return { kind: 'refused', code: refusal.code, reason: refusal.reason }
      const { text, linkCard: linkPreview } = compiled
      const read = await readPicture(context.clock, linkPicture, compiled)
      const wireOf = (targetId: string) =>
        ({ kind: 'edit', of: targetId, text, ...(linkPreview ? { linkPreview } : {}) }) as const
      return follow(request, wireOf, read.picture)
    },
    delete: (request) => follow(request, (targetId) => ({ kind: 'delete', of: targetId })),
  }
}

/** Nothing failed, so it does not count as a try. */
const MORE: FollowUpOutcome = {
  kind: 'retry',
  scope: 'delivery',
  waitMs: 0,
  code: 'slow_down',
  reason: 'It is several messages, which are deleted one after the other.',
}
