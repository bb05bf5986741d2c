import type { Pace, SendRequest } from '../../src/channels/port/sending.ts'
import { blame, SKEW_MAX_MS, type Causes } from './invariants.ts'
import type { Machine } from './machine.ts'
import type { Accepted, Witness } from './network.ts'
import type { DeliveryRow, Rows } from './rows.ts'
import type { World } from './world.ts'

/** Sends of others on one account before a user who is ready is next; there are at most three users. */
const FAIR_WITHIN = 10

/** Judges how fast and in which turn things are sent: the pace, the waits that were asked for, the users. */
export function openTempo(
  world: World,
  rows: Rows,
  paces: ReadonlyMap<string, Pace>,
  causes: Causes,
) {
  /** When something arrived by each account, chat and group, and by whom, as far as it counts for the pace. */
  const times = new Map<string, { at: number; epoch: number }[]>()
  const waits = new Map<string, number>()
  const busy = new Map<string, number[]>()
  const told = new Map<string, { machine: Machine; epoch: number; until: number }>()

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
    const mine = [...rows.deliveries.values()].filter((row) => row.accountId === accountId)
    const chatOf = (row: DeliveryRow) => rows.groups.get(row.groupId)!.externalId
    // A chat gets one message at a time, and one that may have arrived counts for its pace.
    const triedLately = ({ status, attempts }: DeliveryRow) =>
      status === 'sending' ||
      attempts.some(({ closedAt }) => Date.parse(closedAt) > world.now() - 60_000)
    const tried = new Set(mine.filter(triedLately).map(chatOf))
    for (const row of mine) {
      if (row.status !== 'queued' || row.userId === userId || tried.has(chatOf(row))) continue
      if (row.part > 0 || row.notBefore.getTime() > world.now() - 2_000) continue
      const { status, blockedUntil } = rows.groups.get(row.groupId)!
      if (status !== 'active' || (blockedUntil && blockedUntil.getTime() > world.now())) continue
      ready.add(row.userId)
    }
    for (const other of ready) {
      const key = `${accountId} ${other}`
      const waited = (waits.get(key) ?? 0) + 1
      waits.set(key, waited)
      if (waited > FAIR_WITHIN) blame('fair', `${other} has waited for ${waited} sends of others.`)
    }
  }

  function pace({ at, accountId, externalId }: Accepted, row: DeliveryRow) {
    const { channel, epoch } = rows.accounts.get(accountId)!
    const one = { at, epoch }
    const { kind } = rows.groups.get(row.groupId)!
    const { account, chat, groupPerMinute } = paces.get(channel)!
    within(`account ${accountId}`, one, 1_000, Math.max(1, account.burst))
    within(`chat ${externalId}`, one, 1_000, Math.max(1, chat.burst))
    if (kind !== 'channel') within(`group ${externalId}`, one, 60_000, groupPerMinute)
  }

  function within(what: string, one: { at: number; epoch: number }, ms: number, most: number) {
    const since = one.at - ms
    // What another owner has sent is counted by one's own clock, which may have been set.
    const known = (by: number) => since + (causes.clocks && by !== one.epoch ? SKEW_MAX_MS : 0)
    const all = (times.get(what) ?? []).filter(({ at }) => at > since)
    times.set(what, [...all, one])
    const many = all.filter(({ at, epoch }) => at > known(epoch)).length + 1
    if (many > most) blame('pace', `${many} in ${ms} ms: ${what}.`)
  }

  const keepWait: Witness['waits'] = (machine, accountId, whom, until) => {
    const { epoch } = rows.accounts.get(accountId)!
    told.set(whom, { machine, epoch, until })
  }

  return {
    leaves(machine: Machine, request: SendRequest, row: DeliveryRow) {
      patient(machine, request)
      fair(row)
    },
    accepts(accepted: Accepted, row: DeliveryRow, counts: boolean) {
      busy.set(row.accountId, [...(busy.get(row.accountId) ?? []), accepted.at])
      if (counts) pace(accepted, row)
    },
    waits: keepWait,
    /** How many messages an account has sent since then. */
    sendsSince: (accountId: string, since: Date) =>
      busy.get(accountId)?.filter((at) => at > since.getTime()).length ?? 0,
  }
}
