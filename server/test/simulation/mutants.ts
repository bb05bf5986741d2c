import type { Invariant } from './judge.ts'

/**
 * A bug to plant: a text that stands once in one file, and what it is replaced by. Files are the product's
 * own, or, for what SQL does, the model of a store.
 */
export type Mutant = {
  name: string
  file: string
  find: string
  replace: string
  /** What it must be caught by; a bug shows itself in more ways than one. */
  breaks: readonly Invariant[]
}

const lanes = 'src/deliveries/lanes'
const stores = 'test/simulation/stores'

/** Each is a mistake that somebody could make on a tired evening. */
export const mutants: readonly Mutant[] = [
  {
    name: 'sends before the attempt is committed',
    file: `${lanes}/flight.ts`,
    find: 'if (!(await desk.open(owner, delivery))) return pacer.unsent(delivery)',
    replace: 'void desk.open(owner, delivery).catch(() => {})',
    breaks: ['intent'],
  },
  {
    name: 'sends although nobody knows whether the attempt was committed',
    file: `${lanes}/flight.ts`,
    find: `pacer.unsent(delivery)
      return writeDown(delivery, undefined)`,
    replace: '',
    breaks: ['intent', 'fence'],
  },
  {
    name: 'gives up writing an answer down after the first failure',
    file: `${lanes}/flight.ts`,
    find: 'return writeDown(delivery, outcome)\n    }',
    replace: '}',
    breaks: ['lively'],
  },
  {
    name: 'lets a former owner open attempts',
    file: `${stores}/attempts.ts`,
    find: ' && isOwner(rows, one)',
    replace: '',
    breaks: ['fence', 'oneOwner'],
  },
  {
    name: 'lets a former owner close attempts',
    file: `${stores}/attempts.ts`,
    find: 'if (row.attempt !== closing.attempt || row.epoch !== closing.epoch) return []',
    replace: '',
    breaks: ['fence'],
  },
  {
    name: 'claims an account without a new epoch',
    file: `${stores}/accounts.ts`,
    find: 'epoch: row.epoch + 1',
    replace: 'epoch: row.epoch',
    breaks: ['fence', 'intent', 'pace', 'explained'],
  },
  {
    name: 'claims accounts that have an owner',
    file: `${stores}/accounts.ts`,
    find: '.filter((row) => isFree(rows, row))\n    .toSorted',
    replace: '.toSorted',
    breaks: ['explained', 'pace', 'lively'],
  },
  {
    name: 'sends again what may have been sent',
    file: 'src/deliveries/rules.ts',
    find: "delivery.onUnconfirmed === 'resend' && delivery.tries",
    replace: 'delivery.tries',
    breaks: ['atMostOnce'],
  },
  {
    name: 'sends again at once what a killed owner had on the wire',
    file: 'src/deliveries/rules.ts',
    find: "const again = delivery.guarantee === 'once' && left.status === 'waiting'",
    replace: 'const again = true',
    breaks: ['atMostOnce'],
  },
  {
    name: 'tells what may have been sent as failed',
    file: 'src/deliveries/rules.ts',
    find: ": { ...given, status: 'unconfirmed' }",
    replace: ": { ...given, status: 'failed' }",
    breaks: ['truth'],
  },
  {
    name: 'leaves what a killed owner had on the wire as it is',
    file: `${lanes}/actions.ts`,
    find: 'if (left.length === 0) return',
    replace: 'return',
    breaks: ['lively'],
  },
  {
    name: 'ends the deliveries of all groups when one is lost',
    file: `${lanes}/actions.ts`,
    find: 'endPending(tx, now, { accountId: owner.id, externalId }, end)',
    replace: 'endPending(tx, now, { accountId: owner.id }, end)',
    breaks: ['explained'],
  },
  {
    name: 'ends what a flood wait holds for one chat in all of them',
    file: `${lanes}/parking.ts`,
    find: 'if (comes(free) >= delivery.expiresAt)',
    replace: 'if (free > at)',
    breaks: ['explained', 'fair'],
  },
  {
    name: 'waits for three hours when the network says so',
    file: `${lanes}/parking.ts`,
    find: 'if (comes(free) >= delivery.expiresAt)',
    replace: 'if (free === Infinity)',
    breaks: ['lively'],
  },
  {
    name: 'does not hear a flood wait of the whole account',
    file: `${lanes}/brake.ts`,
    find: 'pausedUntil = Math.max(pausedUntil, now + meant.waitMs)',
    replace: 'void pausedUntil',
    breaks: ['pace'],
  },
  {
    name: 'does not hear a flood wait of a chat',
    file: `${lanes}/flight.ts`,
    find: "meant.scope === 'chat' && meant.waitMs !== undefined",
    replace: "meant.scope === 'delivery' && meant.waitMs !== undefined",
    breaks: ['pace'],
  },
  {
    name: 'keeps no pace in a chat',
    file: `${lanes}/pace.ts`,
    find: 'return Math.max(gauge.turn(now), gauge.blockedUntil)',
    replace: 'return gauge.blockedUntil',
    breaks: ['pace'],
  },
  {
    name: 'keeps its pace by a clock that is set',
    file: `${lanes}/even.ts`,
    find: 'asideMs -= Math.round(setMs)',
    replace: 'void setMs',
    breaks: ['pace'],
  },
  {
    name: 'forgets the pace when the owner changes',
    file: `${lanes}/carrier.ts`,
    find: 'lately.get(owner.id) ?? []',
    replace: '[]',
    breaks: ['pace'],
  },
  {
    name: 'lets one user send everything first',
    file: `${lanes}/turns.ts`,
    find: 'users.delete(user)\n        if (queue.length > 0) users.set(user, queue)',
    replace: 'if (queue.length === 0) users.delete(user)',
    breaks: ['fair'],
  },
  {
    name: 'keeps in hand what it has put aside',
    file: `${lanes}/lane.ts`,
    find: 'for (const { id } of far) inHand.delete(id)',
    replace: '',
    breaks: ['lively', 'explained'],
  },
  {
    name: 'sends the second part before the first',
    file: `${stores}/lanes.ts`,
    find: '.filter((row) => isFirstPart(rows, row))',
    replace: '',
    breaks: ['order'],
  },
  {
    name: 'sends to a group that was muted meanwhile',
    file: `${stores}/attempts.ts`,
    find: 'if (SILENT_GROUPS.includes(rows.groups.get(row.groupId)!.status)) continue',
    replace: '',
    breaks: ['stop'],
  },
  {
    name: 'tells the end of an occurrence twice',
    file: 'src/deliveries/actions.ts',
    find: 'row.finishedAt === null && row.fanOutFrom === null',
    replace: 'row.fanOutFrom === null',
    breaks: ['toldOnce'],
  },
  {
    name: 'never looks for ends that were left untold',
    file: `${lanes}/rollup.ts`,
    find: 'for (const id of await findUnsettled(ctx)) ended.ids.add(id)',
    replace: '',
    breaks: ['lively'],
  },
  {
    name: 'acts with a lease of any age',
    file: 'src/accounts/lease.ts',
    find: 'ageMs >= -SET_BACK_MS && ageMs < ACTS_FOR_MS',
    replace: 'ageMs < Infinity',
    breaks: ['oneOwner', 'notEarly'],
  },
  {
    name: 'plans by a clock that was set',
    file: 'src/planning/batch.ts',
    find: 'if (maxSkewMs < Infinity) await',
    replace: 'if (maxSkewMs < 0) await',
    breaks: ['notEarly', 'oneOccurrence'],
  },
  {
    name: 'lets a bad schedule keep the others of its batch',
    file: 'src/planning/batch.ts',
    find: 'for (const schedule of due) await planAlone(ctx, tx, schedule)',
    replace: '',
    breaks: ['explained', 'lively'],
  },
  {
    name: 'writes credentials into its log',
    file: `${lanes}/lane.ts`,
    find: 'account = credentials\n',
    replace: "account = credentials\n    log.info({ credentials }, 'Opened.')\n",
    breaks: ['secret'],
  },
]
