import { isDeepStrictEqual } from 'node:util'
import type { Cycle, SendNextStep } from '@carillon/contract/cycles'
import type { Tx, UserContext } from '../platform/context.ts'
import { AppError, invalid } from '../platform/errors.ts'
import { planNow } from '../planning/actions.ts'
import { nextSlot } from '../schedule/rules.ts'
import { requireReady } from './actions.ts'
import {
  change,
  lockForChange,
  sourceRef,
  publishCycle,
  readCycle,
  requireFresh,
} from './changes.ts'
import { storedPosition } from './rotation/stored-position.ts'
import { moveBack, movedBetween } from './rotation/position-diff.ts'
import { jumpTo, skipSlot, restartRound as restarted } from './rotation/skip-and-jump.ts'
import type { Position } from './rotation/position.ts'
import { turnsOf } from './rotation/rounds.ts'
import { factsAt, presentFacts, type LoadedCycle } from './slot-facts.ts'
import { stepsAt } from './rotation/step-selection.ts'
import type { LastMove } from './tables.ts'
import { completeRow } from './load-cycles.ts'

/** Skips the steps of the next slot: that slot sends the steps after them. */
export const skipNext = (ctx: UserContext, id: string): Promise<Cycle> =>
  changePosition(ctx, id, (loaded) => {
    const position = skipSlot(loaded.rotation, loaded.position, nextFacts(ctx, loaded))
    if (position === loaded.position) throw nothingToSay(ctx, loaded)
    return position
  })

/** Makes a step the next one for all groups; throws `invalid` if the next slot would send another one in its place. */
export const jump = (ctx: UserContext, id: string, stepId: string): Promise<Cycle> =>
  changePosition(ctx, id, (loaded) => {
    const { rotation, position } = loaded
    const step = rotation.steps.find((one) => one.id === stepId)
    if (!step) throw invalid('step', 'This message is not part of the cycle.')
    if (!step.enabled) throw invalid('step', 'This message is switched off.')
    if (!turnsOf(rotation, position.place).some((turn) => turn.stepId === stepId)) {
      throw invalid('step', 'This message has the weight 0, so it has no turn.')
    }
    const jumped = jumpTo(rotation, position, stepId)
    const next = stepsAt(rotation, jumped, nextFacts(ctx, loaded))
    if (next.kind === 'send' && !next.parts.some((part) => part.stepId === stepId)) {
      throw invalid('step', NOT_THEN)
    }
    return jumped
  })

const NOT_THEN =
  'This message cannot be sent at the next time: its first or last day, or its number of sends, does not allow it.'

/** Starts the round again at its first step, for all groups. */
export const restartRound = (ctx: UserContext, id: string): Promise<Cycle> =>
  changePosition(ctx, id, ({ rotation, position }) => restarted(rotation, position))

/**
 * Sends now the next steps that may be sent at this moment; the next slot then sends the steps after them. Throws
 * `conflict` with the present state if this is not what the person has seen: another device may have sent it.
 */
export function sendNext(ctx: UserContext, id: string, seen: SendNextStep = {}): Promise<Cycle> {
  return ctx.transaction(async (tx) => {
    const row = await lockForChange(ctx, tx, id, 'sendNext')
    if (seen.rev !== undefined) await requireFresh(ctx, tx, row, { rev: seen.rev })
    const loaded = await completeRow(tx, row)
    await requireReady(ctx, tx, loaded)
    const decision = stepsAt(
      loaded.rotation,
      loaded.position,
      presentFacts(loaded, ctx.clock.now()),
    )
    if (decision.kind === 'nothing') throw nothingToSay(ctx, loaded)
    const { sends } = loaded.position
    const steps = decision.parts.map(({ stepId }) => stepId)
    const isSeen = isDeepStrictEqual([seen.sends ?? sends, seen.steps ?? steps], [sends, steps])
    if (!isSeen) {
      const current = await readCycle(ctx, tx, id)
      throw new AppError('conflict', NOT_AS_SEEN, { current })
    }
    await planNow(ctx, tx, { ...sourceRef(id), userId: ctx.user.id })
    return publishCycle(ctx, tx, id)
  })
}

/**
 * Undoes the last skip, jump or restart of a round; throws `conflict` if something was sent or edited since, or if this
 * skip, jump or restart was made after the cycle had this `rev`.
 */
export function restorePlace(
  ctx: UserContext,
  id: string,
  { rev }: { rev?: number | undefined } = {},
): Promise<Cycle> {
  return ctx.transaction(async (tx) => {
    const loaded = await completeRow(tx, await lockForChange(ctx, tx, id, 'place'))
    const { lastMove } = loaded.row
    const steps = new Set(loaded.steps.map((step) => step.id))
    const position = lastMove && moveBack(loaded.position, lastMove.moved, steps)
    if (!position) throw new AppError('conflict', MOVED_ON)
    if (rev !== undefined && rev < (lastMove.rev ?? rev)) {
      throw new AppError('conflict', MOVED_BY_ANOTHER)
    }
    await change(ctx, tx, id, {
      position: JSON.stringify(storedPosition(position, loaded.rotation.groupIds)),
      returnedFrom: lastMove.returnedFrom,
      lastMove: null,
    })
    return publishCycle(ctx, tx, id)
  })
}

const NOT_AS_SEEN =
  'What is next has changed meanwhile. Look at it again: nothing was sent by this.'

const MOVED_ON =
  'This cycle has been sent or changed since, so this cannot be undone any more. Make a step the next one instead.'

const MOVED_BY_ANOTHER =
  'Its place was changed since then, so this cannot be undone any more. Make a step the next one instead.'

function changePosition(
  ctx: UserContext,
  id: string,
  decide: (loaded: LoadedCycle) => Position,
): Promise<Cycle> {
  return ctx.transaction(async (tx: Tx) => {
    const loaded = await completeRow(tx, await lockForChange(ctx, tx, id, 'place'))
    const { row, rotation, position } = loaded
    const next = decide(loaded)
    const moved = movedBetween(position, next, [])
    const lastMove: LastMove = { moved, rev: row.rev + 1, returnedFrom: row.returnedFrom }
    await change(ctx, tx, id, {
      position: JSON.stringify(storedPosition(next, rotation.groupIds)),
      returnedFrom: null,
      lastMove: JSON.stringify(lastMove),
    })
    return publishCycle(ctx, tx, id)
  })
}

/** The facts of the next slot of a cycle; without a slot, those of now. */
function nextFacts(ctx: UserContext, loaded: LoadedCycle) {
  const { schedule, nextAt } = loaded.row
  const now = ctx.clock.now()
  const at = nextAt ?? (schedule ? nextSlot(schedule, now)?.at : undefined)
  return at && schedule ? factsAt(schedule, loaded.targets)(at) : presentFacts(loaded, now)
}

/** Why a cycle has nothing to send now. */
function nothingToSay(ctx: UserContext, loaded: LoadedCycle): AppError {
  const decision = stepsAt(loaded.rotation, loaded.position, presentFacts(loaded, ctx.clock.now()))
  const why = decision.kind === 'nothing' ? decision.reason : 'no_steps'
  return new AppError('conflict', silent[why])
}

const silent = {
  ended: 'This cycle has sent all its messages. Start it again first.',
  no_groups: 'No group that waits for a message can be reached now.',
  no_steps:
    'None of its messages can be sent now: they are switched off, outside of their days, or have had all their sends.',
}
