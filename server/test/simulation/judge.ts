import type { Pace } from '../../src/channels/port/sending.ts'
import { ASSUMED } from '../../src/deliveries/rules.ts'
import { latest } from '../../src/platform/clock.ts'
import { LEAD_MS } from '../../src/planning/rules.ts'
import { openCycleJudge } from './cycle-judge.ts'
import { openExplainer } from './judge-ends.ts'
import { checkEnd, checkFormatting, checkPlace, COUNTED, ENDED } from './judge-rows.ts'
import { blame, SKEW_MAX_MS, type Causes } from './invariants.ts'
import type { Machine } from './machine.ts'
import type { Accepted, Witness } from './network.ts'
import type { Change, DeliveryRow, OccurrenceRow, Rows } from './rows.ts'
import { SECRET } from './town.ts'
import { openTempo } from './tempo.ts'
import type { World } from './world.ts'

/** Resends that the policy `resend` allows; see deliveries/rules.ts. */
const RESENDS_MAX = 2

export function openJudge(
  world: World,
  rows: Rows,
  paces: ReadonlyMap<string, Pace>,
  causes: Causes,
  leaseOf: (machine: Machine) => Date | undefined,
) {
  /** Attempts that were committed and have not been used: by delivery, who may send it. */
  const openings = new Map<string, { machine: Machine; used: boolean }>()
  const taken = new Map<string, Accepted[]>()
  const epochs = new Map<string, number>()
  const tempo = openTempo(world, rows, paces, causes)
  const cycles = openCycleJudge(rows)

  function committed(changes: readonly Change[], by: Machine, what: string) {
    const occurrences = new Set<string>()
    for (const change of changes) {
      if (change.table === 'deliveries') {
        const { before, after } = change
        if (!after) blame('oneState', 'A delivery was removed.')
        occurrences.add(after.occurrenceId)
        delivery(before, after, by, what)
      }
      if (change.table === 'occurrences' && change.after) {
        occurrences.add(change.after.id)
        if (!change.before) opened(change.after)
        else if (
          change.before.finishedAt &&
          !same(change.before.finishedAt, change.after.finishedAt)
        ) {
          blame('toldOnce', `Occurrence ${change.after.id} ended twice.`)
        }
      }
      if (change.table === 'schedules' && change.before?.nextSlotAt && by.name !== 'people') {
        const { id, sourceId, nextSlotAt } = change.before
        const moved = !same(nextSlotAt, change.after?.nextSlotAt ?? null)
        if (moved && !wasMade(id, nextSlotAt) && active(sourceId)) {
          blame('oneOccurrence', `The slot ${nextSlotAt.toISOString()} of ${id} was lost.`)
        }
      }
    }
    for (const id of occurrences) countsOf(id)
    cycles.committed(changes)
  }

  const skewMs = () => (causes.clocks ? SKEW_MAX_MS : 0)
  const unexplained = openExplainer(world, rows, causes, tempo, skewMs)
  const same = (a: Date | null, b: Date | null) => a?.getTime() === b?.getTime()
  const wasMade = (scheduleId: string, slot: Date) =>
    [...rows.occurrences.values()].some(
      (row) => row.scheduleId === scheduleId && same(row.slotAt, slot),
    )
  const active = (sourceId: string) => {
    const cycle = rows.cycles.get(sourceId)
    // That it has said everything is written down a moment later.
    if (cycle) return cycle.status === 'active' && !cycles.hasUsedAllSteps(cycle)
    const source = rows.sources.get(sourceId)
    return source?.status === 'active' && source.poisoned === null
  }

  function opened(row: OccurrenceRow) {
    if (row.slotAt && row.slotAt.getTime() > world.now() + LEAD_MS + skewMs()) {
      blame('notEarly', `The slot ${row.slotAt.toISOString()} was planned before its time.`)
    }
    // What could not be prepared at first is planned when it can be.
    const punctual = !causes.general && !rows.sources.get(row.sourceId)!.bad
    const lateMs = row.slotAt ? world.now() - row.slotAt.getTime() : 0
    if (punctual && lateMs > PLANNED_WITHIN_MS) {
      blame('lively', `The slot of ${row.id} was planned ${lateMs} ms late.`)
    }
    if (punctual && row.reason === 'late') {
      blame('explained', `The slot of ${row.id} is told as late, and nothing kept it.`)
    }
    const twins = [...rows.occurrences.values()].filter(
      (one) =>
        one.scheduleId !== null &&
        one.scheduleId === row.scheduleId &&
        same(one.slotAt, row.slotAt),
    )
    const alike = [...rows.occurrences.values()].filter(
      ({ sourceId, run }) => run && sourceId === row.sourceId && run.n === row.run?.n,
    )
    if (alike.length > 1 && row.status !== 'skipped') {
      blame('oneOccurrence', `Two runs of ${row.sourceId} have the number ${row.run?.n}.`)
    }
    if (twins.length > 1) blame('oneOccurrence', `The slot of ${row.id} was made twice.`)
  }

  function delivery(
    before: DeliveryRow | undefined,
    after: DeliveryRow,
    by: Machine,
    what: string,
  ) {
    const { id, accountId, status } = after
    if (before && ENDED.has(before.status) && before.status !== status) {
      blame('oneState', `${id} was ${before.status} and became ${status}.`)
    }
    const account = rows.accounts.get(accountId)!
    if (status === 'sending' && before?.status !== 'sending') {
      if (after.epoch !== account.epoch) blame('fence', `${id} was opened with a stale epoch.`)
      if (after.epoch < (epochs.get(accountId) ?? 0))
        blame('oneOwner', `${id} was opened by an earlier owner.`)
      epochs.set(accountId, after.epoch)
      openings.set(id, { machine: by, used: false })
      stopped(after)
    }
    if (before?.status === 'sending' && status !== 'sending' && by.name !== 'people') {
      const opener = openings.get(id)?.machine
      const taking = account.epoch > (before.epoch ?? 0)
      if (opener !== by && !taking) blame('fence', `${id} was closed by ${by.name} in ${what}.`)
    }
    if (ENDED.has(status) && before?.status !== status) ended(after)
  }

  function stopped(row: DeliveryRow) {
    const occurrence = rows.occurrences.get(row.occurrenceId)!
    const group = rows.groups.get(row.groupId)!
    if (occurrence.stopped)
      blame('stop', `${row.id} was opened after it was ${occurrence.stopped}.`)
    if (group.status === 'muted' || group.status === 'lost') {
      blame('stop', `${row.id} was opened though its group is ${group.status}.`)
    }
  }

  function ended(row: DeliveryRow) {
    const accepted = taken.get(row.id)?.length ?? 0
    if (row.status === 'sent' && row.code !== ASSUMED && accepted === 0) {
      blame('truth', `${row.id} is told as sent and was not.`)
    }
    if ((row.status === 'failed' || row.status === 'skipped') && accepted > 0) {
      blame('truth', `${row.id} is told as ${row.status}, and was taken.`)
    }
    if (row.status !== 'sent' && !row.reason) blame('explained', `${row.id} has no words.`)
    if (JSON.stringify(row).includes(SECRET)) blame('secret', `It is in delivery ${row.id}.`)
    const why = unexplained(row)
    if (why) blame('explained', `${row.id} is ${row.status} (${row.code}): ${why}`)
  }

  function countsOf(id: string) {
    const row = rows.occurrences.get(id)
    if (!row) return
    const deliveries = [...rows.deliveries.values()].filter(
      ({ occurrenceId }) => occurrenceId === id,
    )
    if (row.total !== deliveries.length) {
      blame('conservation', `Occurrence ${id} says ${row.total} of ${deliveries.length}.`)
    }
    for (const status of COUNTED) {
      const count = deliveries.filter((one) => one.status === status).length
      if (row[status] !== count) {
        blame('conservation', `Occurrence ${id} says ${row[status]} ${status} of ${count}.`)
      }
    }
  }

  const witness: Witness = {
    leaves(machine, request) {
      const row = rows.deliveries.get(request.deliveryId)!
      const opening = openings.get(row.id)
      if (opening?.machine !== machine || opening.used) {
        return blame('intent', `${row.id} left by ${machine.name}.`)
      }
      opening.used = true
      const { slotAt } = rows.occurrences.get(row.occurrenceId)!
      const early = latest(row.dueAt, slotAt ?? row.dueAt).getTime() - world.now()
      if (early > skewMs()) blame('notEarly', `${row.id} left ${early} ms early.`)
      checkPlace(rows, row, request)
      checkFormatting(row, request)
      leased(machine)
      tempo.leaves(machine, request, row)
      return undefined
    },
    accepts(machine, accepted) {
      const { deliveryId } = accepted
      const row = rows.deliveries.get(deliveryId)!
      const all = [...(taken.get(deliveryId) ?? []), accepted]
      taken.set(deliveryId, all)
      const { onUnconfirmed } = rows.occurrences.get(row.occurrenceId)!
      const most = onUnconfirmed === 'resend' ? 1 + RESENDS_MAX : 1
      if (all.length > most) blame('atMostOnce', `${deliveryId} was taken ${all.length} times.`)
      if (row.status === 'failed' || row.status === 'skipped') {
        blame('truth', `${deliveryId} was taken after it was told as ${row.status}.`)
      }
      // What a former owner had on the wire arrives beside what the present one sends.
      // A copy that its owner wished for counts once: the row remembers its last attempt.
      const present = row.status === 'sending' && openings.get(deliveryId)?.machine === machine
      // What hung on its way, and was given up or sent again meanwhile, comes whenever it comes.
      if (present) inOrder(row)
      const counts = present && all.length === 1
      tempo.accepts(accepted, row, counts)
    },
    loses: (deliveryId) => void causes.doubtful.add(deliveryId),
    waits: tempo.waits,
  }

  /** Whoever hung, or could not renew, does not act on its old lease. */
  function leased(machine: Machine) {
    const until = leaseOf(machine)
    if (until && !causes.clocks && until.getTime() < world.now()) {
      blame('oneOwner', `${machine.name} sends with a lease that ended at ${until.toISOString()}.`)
    }
  }

  function inOrder({ occurrenceId, part, groupId, topicId, id }: DeliveryRow) {
    for (const later of rows.deliveries.values()) {
      const sibling =
        later.occurrenceId === occurrenceId &&
        later.groupId === groupId &&
        later.topicId === topicId
      if (sibling && later.part > part && taken.has(later.id)) {
        blame('order', `Part ${part} (${id}) was taken after part ${later.part}.`)
      }
    }
  }

  return { committed, witness, finish: () => checkEnd(world, rows) }
}

/** When nothing is wrong with servers and database, a slot is planned within this. */
const PLANNED_WITHIN_MS = 6_000
