import { hours, minutes } from '../../platform/clock.ts'
import type { FollowUpOutcome, FollowUpRequest, FollowUps } from '../port/follow-ups.ts'
import { compile } from './compile.ts'
import { messageIdOf } from './credentials.ts'
import { failureOf, unreachable } from './outcomes.ts'
import type { Wire } from './protocol.ts'
import { untilAborted } from './send.ts'
import type { Means } from './means.ts'
import type { DeviceSession } from './session.ts'
import * as store from './store.ts'

/** How long a connection that is just coming back is waited for. */
const WAIT_MS = 5_000

/** What can be done with what was sent: in the apps a text is changed for 15 minutes, and deleted for 60 hours. */
export function followUpsOf(
  means: Means,
  sessionOf: (accountId: string) => Promise<DeviceSession> | undefined,
): FollowUps {
  async function follow(
    { account, externalId, receipt, changeId, signal }: FollowUpRequest,
    wireOf: (of: string) => Wire,
  ): Promise<FollowUpOutcome> {
    const session = await sessionOf(account.id)
    const ready = signal.aborted ? 'down' : await session?.ready(WAIT_MS)
    if (!session || ready === 'down' || ready === undefined) return unreachable
    if (ready !== 'open') return { kind: 'accountLost', code: ready.code, reason: ready.reason }
    const { device, sessionId } = session
    const first = await store.findMessage(means.reading, sessionId, receipt.externalIds[0])
    if (first?.deletedAt) return { kind: 'gone' }
    for (const of of receipt.externalIds) {
      const wire = wireOf(of)
      // Its own id is the same in every try: done twice it is one change. A later change to the same words has
      // another, since phones drop an id that they have seen.
      const id = messageIdOf(JSON.stringify([wire, changeId]))
      const asked = { device, id, chat: externalId, wire, kept: undefined }
      const sent = await untilAborted(means, asked, signal)
      if (sent.kind === 'handle') return unreachable
      if (sent.kind !== 'acked') return failureOf(sent)
    }
    return { kind: 'done' }
  }

  return {
    windowMs: { edit: minutes(15), delete: hours(60) },
    fixed: ({ kind }) =>
      kind === 'text'
        ? undefined
        : 'WhatsApp lets texts be changed only. Delete it, and send another.',
    async edit({ content, ...request }) {
      const { text, refusals } = compile(content)
      const [refusal] = refusals
      if (refusal) return { kind: 'refused', code: refusal.code, reason: refusal.reason }
      return follow(request, (of) => ({ kind: 'edit', of, text }))
    },
    async delete(request) {
      const outcome = await follow(request, (of) => ({ kind: 'delete', of }))
      const session = await sessionOf(request.account.id)
      if (outcome.kind === 'done' && session) {
        const { externalIds } = request.receipt
        await store.markDeleted(means.reading, means.clock.now(), session.sessionId, externalIds)
      }
      return outcome
    },
  }
}
