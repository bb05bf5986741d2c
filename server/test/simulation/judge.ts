import type { SendRequest } from '../../src/channels/port.ts'
import { ASSUMED } from '../../src/deliveries/rules.ts'
import type { Pace } from '../../src/channels/port.ts'
import type { Machine } from './machine.ts'
import type { Accepted, Witness } from './network.ts'
import type { Change, DeliveryRow, OccurrenceRow, Rows } from './rows.ts'
import { SECRET } from './town.ts'
import type { World } from './world.ts'

/** What must hold after every step, whatever happens; the numbers are those of docs/guarantees.md. */
export const invariants = {
  oneState: '1: a delivery is in exactly one state, and one that has ended stays as it is',
  atMostOnce:
    '2: the network takes a delivery at most once, unless its owner said to send it again',
  truth: '3: what is told as sent was taken, and what is told as not sent was not',
  notEarly: '4: nothing is planned or leaves before its slot',
  intent: '5: nothing leaves without an attempt that was committed for it',
  fence: '6: nobody writes for an account that another owns by now',
  oneOwner: '7: owners of an account follow each other: an earlier one opens nothing',
  pace: '8: no account, chat or group is sent to faster than its pace',
  order: '9: the parts of a message arrive in their order',
  oneOccurrence: '10: a slot makes one occurrence, and none is lost',
  tenant: '11: a delivery goes out by its own account to its own group with its own content',
  stop: '12: nothing leaves after it was paused or canceled, or its group muted',
  toldOnce: '13: a source is told the end of an occurrence once, with the numbers of its rows',
  conservation: '14: the counts of an occurrence are those of its deliveries',
  explained: '15: a delivery that was not sent has a cause, and only those that the cause concerns',
  lively: '16: when all is well again everything ends, and in time',
  secret: '17: credentials are nowhere but in an adapter',
  fair: '18: no user waits while another sends and sends',
} as const
export type Invariant = keyof typeof invariants

export class Violation extends Error {
  readonly invariant: Invariant

  constructor(invariant: Invariant, what: string) {
    super(`${invariants[invariant]}. ${what}`)
    this.invariant = invariant
  }
}

/** What has befallen the world, for whoever asks why something was not sent. */
export type Causes = {
  /** Deliveries whose answer may have been lost. */
  doubtful: Set<string>
  /** Chats and accounts that something was wrong with, and what. */
  chats: Map<string, Set<string>>
  accounts: Map<string, Set<string>>
  /** Until when chats and accounts take nothing. */
  waits: Map<string, number>
  /** Groups that were muted at some time. */
  muted: Set<string>
  /** Whether clocks were set: time then passes faster for some than for the network. */
  clocks: boolean
  /** Whether anything was wrong with machines, clocks or the database. */
  general: boolean
}

/** A clock may be this wrong before its process notices and stops to act, in milliseconds. */
const SKEW_MAX_MS = 8_000

const ENDED = new Set(['sent', 'failed', 'skipped', 'unconfirmed'])
const COUNTED = ['sent', 'failed', 'skipped', 'unconfirmed'] as const

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
  const times = new Map<string, number[]>()
  const epochs = new Map<string, number>()
  const waits = new Map<string, number>()
  const busy = new Map<string, number[]>()
  const told = new Map<string, { machine: Machine; epoch: number; until: number }>()

  const blame = (invariant: Invariant, what: string): never => {
    throw new Violation(invariant, what)
  }

  function committed(changes: readonly Change[], by: Machine, what: string) {
    const occurrences = new Set<string>()
    for (const change of changes) {
      if (change.table === 'deliveries') {
        const { before, after } = change
        if (!after) blame('oneState', 'A delivery was removed.')
        occurrences.add(after!.occurrenceId)
        delivery(before, after!, by, what)
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
  }

  const same = (a: Date | null, b: Date | null) => a?.getTime() === b?.getTime()
  const wasMade = (scheduleId: string, slot: Date) =>
    [...rows.occurrences.values()].some(
      (row) => row.scheduleId === scheduleId && same(row.slotAt, slot),
    )
  const active = (sourceId: string) => {
    const source = rows.sources.get(sourceId)
    return source?.status === 'active' && source.poisoned === null
  }

  function opened(row: OccurrenceRow) {
    if (row.slotAt && row.slotAt.getTime() > world.now() + SKEW_MAX_MS) {
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
      if (after.epoch! < (epochs.get(accountId) ?? 0))
        blame('oneOwner', `${id} was opened by an earlier owner.`)
      epochs.set(accountId, after.epoch!)
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

  /** Why the end of a delivery has no cause, if it has none. */
  function unexplained(row: DeliveryRow): string | undefined {
    const { externalId } = rows.groups.get(row.groupId)!
    const chat = causes.chats.get(externalId) ?? new Set()
    const account = causes.accounts.get(row.accountId) ?? new Set()
    const occurrence = rows.occurrences.get(row.occurrenceId)!
    if (row.status === 'sent') {
      if (row.code !== ASSUMED) return undefined
      return causes.general || causes.doubtful.has(row.id) ? undefined : 'its answer came.'
    }
    if (row.status === 'unconfirmed' || row.doubtful) {
      const interrupted =
        causes.general && row.attempts.some((one) => one.outcome === 'interrupted')
      return interrupted || causes.doubtful.has(row.id) ? undefined : 'no answer was lost.'
    }
    // Its users take turns, so that what others plan later may come before it.
    const before = busy.get(row.accountId)?.filter((at) => at > row.dueAt.getTime()) ?? []
    const crowded = before.length > CROWD
    const slow =
      crowded || causes.general || account.size > 0 || chat.size > 0 || occurrence.stopped
    const kept = slow ? undefined : 'nothing kept it.'
    switch (row.code) {
      case 'kicked':
      case 'left':
      case 'deleted':
      case 'not_found':
      case 'group_lost':
        return chat.has('lost') ? undefined : 'its chat was never lost.'
      case 'no_rights':
        return chat.has('no_rights') ? undefined : 'its chat never refused us.'
      case 'bad_formatting':
        return chat.has('refuses') ? undefined : 'its chat never refused it.'
      case 'group_muted':
        return causes.muted.has(row.groupId) ? undefined : 'its group was never muted.'
      case 'paused':
      case 'canceled':
        return occurrence.stopped === row.code ? undefined : 'nobody stopped it.'
      case 'unauthorized':
      case 'banned':
      case 'logged_out':
        return account.has('revoked') ? undefined : 'its account was never refused.'
      case 'late':
        return isTooSoon(row, externalId) ? 'its time was not over.' : kept
      default:
        return kept
    }
  }

  /** Whether it was given up before its time was over, though nothing would have kept it for so long. */
  function isTooSoon({ expiresAt, accountId }: DeliveryRow, externalId: string) {
    const end = expiresAt.getTime()
    // A clock that is this wrong still counts.
    if (end <= world.now() + (causes.clocks ? SKEW_MAX_MS : 0)) return false
    return [externalId, accountId].every((whom) => (causes.waits.get(whom) ?? 0) < end - 1_000)
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
      if (world.now() + SKEW_MAX_MS < row.dueAt.getTime()) {
        blame('notEarly', `${row.id} left ${row.dueAt.getTime() - world.now()} ms early.`)
      }
      tenant(row, request)
      patient(machine, request)
      leased(machine)
      fair(row)
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
      inOrder(row)
      // What a former owner had on the wire arrives beside what the present one sends.
      // A copy that its owner wished for counts once: the row remembers its last attempt.
      const present = row.status === 'sending' && openings.get(deliveryId)?.machine === machine
      const counts = present && all.length === 1
      busy.set(row.accountId, [...(busy.get(row.accountId) ?? []), accepted.at])
      if (counts) pace(accepted, row)
    },
    loses: (deliveryId) => void causes.doubtful.add(deliveryId),
    waits(machine, accountId, whom, until) {
      const { epoch } = rows.accounts.get(accountId)!
      told.set(whom, { machine, epoch, until })
    },
  }

  function tenant(row: DeliveryRow, { account, externalId, topicId, content }: SendRequest) {
    const group = rows.groups.get(row.groupId)!
    const expected = rows.contents.get(row.contentId)!
    const places = [group.externalId, group.externalId.replace(/\+$/, '')]
    const right =
      account.id === row.accountId &&
      row.accountId === group.accountId &&
      row.userId === group.userId &&
      places.includes(externalId) &&
      topicId === row.topicId &&
      content.text === expected.body.text
    if (!right) blame('tenant', `${row.id} went to ${externalId}.`)
  }

  /** Whoever hung, or could not renew, does not act on its old lease. */
  function leased(machine: Machine) {
    const until = leaseOf(machine)
    if (until && !causes.clocks && until.getTime() < world.now()) {
      blame('oneOwner', `${machine.name} sends with a lease that ended at ${until.toISOString()}.`)
    }
  }

  /** Whoever was told to wait waits; what others were told is in the database, when they could write it. */
  function patient(machine: Machine, { account, externalId }: SendRequest) {
    for (const whom of [account.id, externalId]) {
      const wait = told.get(whom)
      // An owner that lost the account meanwhile knows what the database knows.
      const known = wait?.machine === machine && wait.epoch === rows.accounts.get(account.id)!.epoch
      if (!known || causes.clocks) continue
      if (wait.until > world.now())
        blame('pace', `${whom} is written to ${wait.until - world.now()} ms early.`)
    }
  }

  /** Whoever could have been next and was not has waited once more. */
  function fair({ userId, accountId }: DeliveryRow) {
    waits.delete(`${accountId} ${userId}`)
    const ready = new Set<string>()
    for (const row of rows.deliveries.values()) {
      if (row.accountId !== accountId || row.status !== 'queued' || row.userId === userId) continue
      if (row.part > 0 || row.notBefore.getTime() > world.now() - 2_000) continue
      const { externalId, status, blockedUntil } = rows.groups.get(row.groupId)!
      if (status !== 'active' || (blockedUntil && blockedUntil.getTime() > world.now())) continue
      const last = times.get(`chat ${externalId}`)?.at(-1) ?? 0
      if (last > world.now() - 60_000) continue
      ready.add(row.userId)
    }
    for (const other of ready) {
      const key = `${accountId} ${other}`
      const waited = (waits.get(key) ?? 0) + 1
      waits.set(key, waited)
      if (waited > FAIR_WITHIN) blame('fair', `${other} has waited for ${waited} sends of others.`)
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

  function pace({ at, accountId, externalId }: Accepted, row: DeliveryRow) {
    const { channel } = rows.accounts.get(accountId)!
    const { kind } = rows.groups.get(row.groupId)!
    const { account, chat, groupPerMinute } = paces.get(channel)!
    within(`account ${accountId}`, at, 1_000, Math.max(1, account.burst))
    within(`chat ${externalId}`, at, 1_000, Math.max(1, chat.burst))
    if (kind !== 'channel') within(`group ${externalId}`, at, 60_000, groupPerMinute)
  }

  function within(what: string, at: number, ms: number, most: number) {
    const before = (times.get(what) ?? []).filter((one) => one > at - ms)
    times.set(what, [...before, at])
    if (before.length + 1 > most) blame('pace', `${before.length + 1} in ${ms} ms: ${what}.`)
  }

  /** At the end of a world, when nothing is wrong any more and everything has had its time. */
  function finish() {
    for (const row of rows.deliveries.values()) {
      if (!ENDED.has(row.status)) blame('lively', `${row.id} is still ${row.status}.`)
    }
    for (const row of rows.occurrences.values()) {
      if (!row.finishedAt) blame('lively', `Occurrence ${row.id} is still ${row.status}.`)
      const told = rows.sources.get(row.sourceId)!.told.filter(({ id }) => id === row.id)
      const ends = told.filter(({ status }) => status !== 'sending')
      if (ends.length !== 1)
        blame('toldOnce', `The end of ${row.id} was told ${ends.length} times.`)
      if (told.at(-1)!.status === 'sending')
        blame('toldOnce', `Progress of ${row.id} after its end.`)
      for (const status of COUNTED) {
        if (ends[0]![status] !== row[status]) blame('toldOnce', `Wrong numbers of ${row.id}.`)
      }
    }
    for (const { nextSlotAt, id } of rows.schedules.values()) {
      if (nextSlotAt && nextSlotAt.getTime() < world.now() - 90_000)
        blame('lively', `${id} was not planned.`)
    }
  }

  return { committed, witness, finish }
}

/** Sends of an account that explain why one of them was too late. */
const CROWD = 5

/** Sends of others on one account before a user who is ready is next; there are at most three users. */
const FAIR_WITHIN = 10

/** When nothing is wrong with servers and database, a slot is planned within this. */
const PLANNED_WITHIN_MS = 6_000
