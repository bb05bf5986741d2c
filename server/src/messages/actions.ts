import type { Exception, Message } from '@carillon/contract/messages'
import type { Schedule } from '@carillon/contract/schedule'
import { readContents, saveContent } from '../content/actions.ts'
import { stopReplacing } from '../deliveries/actions.ts'
import type { Tx, UserContext } from '../platform/context.ts'
import { AppError, invalid, problems } from '../platform/errors.ts'
import { clearSchedule, planNow } from '../planning/actions.ts'
import {
  ALL_REACHED,
  change,
  contentOf,
  fieldsOf,
  findMessage,
  keepsSchedule,
  lock,
  lockNotInFlight,
  lockRow,
  clearedAttention,
  sourceRef,
  readMessage,
  rearrange,
  requireFresh,
  type Seen,
  setPausedTime,
  setTime,
  stop,
  publishMessage,
  targetsNotReached,
} from './changes.ts'
import { checkInput, checkPause, checkReady, checkTime, type Edited, type Input } from './checks.ts'
import { requireOneMoreMessage } from './limits.ts'
import { move, requireKind, requireNotInFlight } from './status-transitions.ts'
import { requireFanOutDone } from '../series/rules.ts'
import * as store from './store.ts'
import { replaceTargets } from './targets-store.ts'
import { isDismissible } from './words.ts'
import { retimeSlotContents, withStartAndSeed } from '../series/actions.ts'
import { latestOccurrence } from '../occurrences/actions.ts'
import { claimForm, forgetSaved, type FromForm, type SavedForm } from '../unsaved/actions.ts'

export { findSummary, readMessage } from './changes.ts'
export { duplicateMessage } from './duplication.ts'

/**
 * Creates a message, as a draft, scheduled or active, or sends it at once. From one form only one is created: the next
 * is refused with the present state of the first, or null if that is deleted.
 */
export function createMessage(
  ctx: UserContext,
  { formId, attempt, device, unsavedRev, ...asked }: OrSent<Input> & FromForm,
): Promise<Message> {
  return ctx.transaction(async (tx) => {
    const input = { ...asked, status: writtenStatus(asked) }
    const id = ctx.ids.next()
    const find = (before: string) => findMessage(ctx, ctx.user.id, before, tx)
    const from = { formId, attempt, device, unsavedRev }
    await claimForm(ctx, tx, { from, createdId: id }, find)
    const targets = await checkInput(ctx, tx, ctx.user.id, input)
    await requireOneMoreMessage(ctx, tx)
    const now = ctx.clock.now()
    const row = { id, userId: ctx.user.id, createdAt: now, updatedAt: now }
    const contentId = await saveContent(ctx, tx, row.userId, input.content)
    const schedule =
      input.kind === 'automated' && input.schedule
        ? withStartAndSeed(ctx, input.schedule)
        : input.schedule
    const timed = await setTime(ctx, tx, row.id, { ...input, schedule: schedule ?? null })
    const columns = { ...fieldsOf(input, schedule), ...timed, ...sentBy(asked, attempt), contentId }
    await store.insert(tx, { ...row, ...columns })
    await replaceTargets(tx, row.id, targets)
    return asked.status === 'sending' ? send(ctx, tx, id) : publishMessage(ctx, tx, id)
  })
}

/**
 * Replaces all fields of the editor and, with them, all future sends. What is being sent keeps its words. With
 * the status `paused` a paused message stays paused, with `sending` it is sent at once. An outdated rev is refused with
 * the present state; exceptions that match no slot any more are returned as `dropped`.
 */
export function updateMessage(
  ctx: UserContext,
  id: string,
  { formId, attempt, device, unsavedRev, rev, openedAs, ...asked }: OrSent<Edited> & Change,
): Promise<Message & { dropped?: Exception[] }> {
  return ctx.transaction(async (tx) => {
    const input = { ...asked, status: writtenStatus(asked) }
    const message = await lock(ctx, tx, id)
    await requireFresh(ctx, tx, message, { rev, openedAs, status: input.status })
    await forgetSaved(ctx, tx, { formId, device, unsavedRev })
    const latest = await latestOccurrence(tx, 'message', id)
    requireKind(input.kind, message.kind, latest !== undefined)
    const status = input.kind === message.kind ? message.status : 'draft'
    move(VERBS[input.status], { kind: input.kind, status })
    requireNotInFlight(message, latest)
    requireFanOutDone(latest)
    const { schedule, dropped } = await rearrange(ctx, tx, message, input)
    const chosen = await checkInput(ctx, tx, ctx.user.id, { ...input, schedule }, message)
    const targets = await targetsNotReached(tx, message, chosen)
    if (targets.length === 0 && chosen.length > 0) throw new AppError('conflict', ALL_REACHED)
    const contentId = await contentOf(ctx, tx, message, input)
    await keepReplacing(ctx, tx, message, input)
    const timed = await timesOf(ctx, tx, message, { ...input, schedule: schedule ?? null })
    const columns = { ...fieldsOf(input, schedule), ...timed, ...sentBy(asked, attempt), contentId }
    await change(ctx, tx, id, columns)
    await replaceTargets(tx, id, targets)
    if (asked.status === 'sending') return send(ctx, tx, id)
    return { ...(await publishMessage(ctx, tx, id)), ...(dropped.length > 0 ? { dropped } : {}) }
  })
}

/** What a change names: the state that it replaces, its attempt, and the unsaved form that it saves. */
type Change = Seen & Pick<FromForm, 'attempt'> & SavedForm

/** A save that may also ask to send at once. */
type OrSent<I extends Edited> = Omit<I, 'status'> & { status: I['status'] | 'sending' }

/** The status that a save writes: what is sent at once is a draft until then, because it waits for no time. */
function writtenStatus<S extends string>({
  kind,
  status,
}: Pick<Input, 'kind'> & { status: S | 'sending' }): S | 'draft' {
  if (status !== 'sending') return status
  if (kind === 'scheduled') return 'draft'
  throw invalid('status', 'A message that repeats is sent now only after it was saved.')
}

/** The column that names the save that sent it last. */
const sentBy = ({ status }: { status: string }, attempt: string | undefined) =>
  status === 'sending' ? { sentBy: attempt ?? null } : {}

/** If replacing is switched off, copies that are not deleted yet stay. */
async function keepReplacing(
  ctx: UserContext,
  tx: Tx,
  { id, contentId }: store.MessageRow,
  { content }: Edited,
) {
  const before = (await readContents(tx, [contentId])).get(contentId)?.options?.replacePrevious
  if ((before ?? false) === (content.options?.replacePrevious ?? false)) return
  await stopReplacing(tx, ctx.clock.now(), id)
}

/** What saving with a status does. */
const VERBS = { draft: 'save', active: 'schedule', paused: 'keepPaused' } as const

/** Sets when it is sent after an edit. Returns the columns that follow from it. */
async function timesOf(
  ctx: UserContext,
  tx: Tx,
  message: store.MessageRow,
  { kind, status, schedule }: Pick<Edited, 'kind' | 'status'> & { schedule: Schedule | null },
) {
  if (status === 'paused' && schedule) {
    return { ...(await setPausedTime(ctx, tx, message, schedule)), ...clearedAttention(message) }
  }
  return keepsSchedule(message, { kind, status, schedule })
    ? clearedAttention(message)
    : setTime(ctx, tx, message.id, {
        kind,
        schedule,
        status: status === 'draft' ? status : 'active',
      })
}

/**
 * Pauses a message. With `stopRemaining`, deliveries that were not sent yet are canceled; those of a series
 * may otherwise still be sent. With `until`, a series continues by itself at that time.
 */
export function pauseMessage(
  ctx: UserContext,
  id: string,
  how: { until?: string | undefined; stopRemaining?: boolean } = {},
): Promise<Message> {
  return ctx.transaction(async (tx) => {
    const cancelUnsent = how.stopRemaining ?? true
    const { message } = await stop(ctx, tx, id, { reason: 'paused', verb: 'pause', cancelUnsent })
    const { kind, schedule } = message
    const until = checkPause(kind, how, ctx.clock.now())
    const { status } = await lockRow(ctx, tx, id)
    // If its last delivery ended with this, the results decide the status of a single message.
    const still = kind === 'automated' || status === 'scheduled' || status === 'sending'
    const timed = until
      ? await setTime(ctx, tx, id, { kind, schedule, status: 'active' }, until)
      : { nextAt: null }
    const paused = { ...(still ? { status: 'paused' as const } : {}), pausedUntil: until }
    await change(ctx, tx, id, { ...timed, ...paused })
    if (until) await tx.enqueue('messages.resume', { messageId: id }, { startAfter: until })
    return publishMessage(ctx, tx, id)
  })
}

/**
 * Continues a paused message at its next slot. A single message whose time has passed is refused, and nothing
 * missed is sent.
 */
export function resumeMessage(ctx: UserContext, id: string): Promise<Message> {
  return ctx.transaction(async (tx) => {
    const message = await lockNotInFlight(ctx, tx, id)
    move('resume', message)
    const passed = checkTime(message, ctx.clock.now())
    if (passed.length > 0) throw problems(passed)
    await checkReady(ctx, tx, message)
    // While it was paused, its slots were not updated for new time zone data.
    if (message.schedule) {
      await retimeSlotContents(tx, 'message', [{ sourceId: id, schedule: message.schedule }])
    }
    await change(ctx, tx, id, await setTime(ctx, tx, id, { ...message, status: 'active' }))
    return publishMessage(ctx, tx, id)
  })
}

/** Cancels a message; what was sent stays in its groups. */
export function cancelMessage(ctx: UserContext, id: string): Promise<Message> {
  return ctx.transaction(async (tx) => {
    const { tookBack } = await stop(ctx, tx, id, { reason: 'canceled', verb: 'cancel' })
    const message = await lockRow(ctx, tx, id)
    // Its last answers may have come while we waited for the lock. If all groups got it, it is too late to
    // cancel.
    if (!tookBack) move('cancel', message)
    await change(ctx, tx, id, { status: 'canceled', nextAt: null, attention: null })
    return publishMessage(ctx, tx, id)
  })
}

/** A person has seen what a send has left: it does not need them any more. Doing it twice changes nothing. */
export function dismissAttention(ctx: UserContext, id: string): Promise<Message> {
  return ctx.transaction(async (tx) => {
    const { attention, status } = await lock(ctx, tx, id)
    if (!attention) return readMessage(ctx, tx, id)
    if (!isDismissible(attention, status)) throw new AppError('conflict', attention.text)
    await change(ctx, tx, id, { attention: null })
    return publishMessage(ctx, tx, id)
  })
}

/** Sends it now. A single message is then not sent at its time; a series is sent once more. */
export function sendMessageNow(ctx: UserContext, id: string): Promise<Message> {
  return ctx.transaction(async (tx) => {
    await lockNotInFlight(ctx, tx, id)
    return send(ctx, tx, id)
  })
}

/** Sends a message that is locked. */
async function send(ctx: UserContext, tx: Tx, id: string): Promise<Message> {
  const message = await lockRow(ctx, tx, id)
  move('sendNow', message)
  await checkReady(ctx, tx, message)
  if (message.kind === 'scheduled') await clearSchedule(ctx, tx, sourceRef(id))
  await planNow(ctx, tx, { ...sourceRef(id), userId: ctx.user.id })
  return readMessage(ctx, tx, id)
}
