import type { Invariant } from './invariants.ts'

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
  /** The world that showed it when it was planted first: looked at before all others. */
  shownBy: number
}

/** Each is a mistake that somebody could make on a tired evening. */
const byFile: Readonly<Record<string, readonly Omit<Mutant, 'file'>[]>> = {
  'src/sending/lanes/deliver.ts': [
    {
      name: 'sends before the attempt is committed',
      find: 'const opened = await gateway.open(owner, delivery)',
      replace: `const opened = 'opened' as string
      void gateway.open(owner, delivery).catch(() => {})`,
      breaks: ['intent'],
      shownBy: 1,
    },
    {
      name: 'sends although nobody knows whether the attempt was committed',
      find: `pacer.unsent(delivery)
      return writeDown(delivery, undefined, time)`,
      replace: '',
      breaks: ['intent', 'fence'],
      shownBy: 27,
    },
    {
      name: 'gives up writing an answer down after the first failure',
      find: `return writeDown(delivery, answer, time, answeredAt)
    }`,
      replace: '}',
      breaks: ['lively', 'explained'],
      shownBy: 67,
    },
    {
      name: 'dates what it writes by a clock that was set',
      find: 'return () => after(begun, clock.steadyMs() - steady)',
      replace: 'return () => clock.now()',
      breaks: ['lively', 'pace', 'explained'],
      shownBy: 4_042,
    },
    {
      name: 'does not hear a flood wait of a chat',
      find: "meant.scope === 'chat' && meant.waitMs !== undefined",
      replace: "meant.scope === 'delivery' && meant.waitMs !== undefined",
      breaks: ['pace'],
      shownBy: 44,
    },
  ],
  'test/simulation/stores/attempts.ts': [
    {
      name: 'lets a former owner open attempts',
      find: ' && isOwner(rows, one)',
      replace: '',
      breaks: ['fence', 'oneOwner'],
      shownBy: 533,
    },
    {
      name: 'lets a former owner close attempts',
      find: 'if (row.attempt !== closing.attempt || row.epoch !== closing.epoch) return []',
      replace: '',
      breaks: ['fence'],
      shownBy: 1_830,
    },
    {
      name: 'sends to a group that was muted meanwhile',
      find: 'if (UNREACHABLE_STATUSES.includes(rows.groups.get(row.groupId)!.status)) continue',
      replace: '',
      breaks: ['stop'],
      shownBy: 72,
    },
  ],
  'test/simulation/stores/owners.ts': [
    {
      name: 'claims an account without a new epoch',
      find: 'epoch: row.epoch + 1',
      replace: 'epoch: row.epoch',
      breaks: ['fence', 'intent', 'pace', 'explained'],
      shownBy: 6,
    },
    {
      name: 'claims accounts that have an owner',
      find: `.filter((row) => isFree(rows, row) && isNeeded(rows, row))
    .toSorted`,
      replace: '.toSorted',
      breaks: ['explained', 'pace', 'lively'],
      shownBy: 4,
    },
  ],
  'src/sending/attempts/verdict.ts': [
    {
      name: 'sends again what may have been sent',
      find: "delivery.onUnconfirmed === 'resend' && before",
      replace: 'before',
      breaks: ['atMostOnce'],
      shownBy: 1,
    },
    {
      name: 'sends again at once what a killed owner had on the wire',
      find: "const again = delivery.guarantee === 'once' && left.status === 'waiting'",
      replace: 'const again = true',
      breaks: ['atMostOnce'],
      shownBy: 28,
    },
    {
      name: 'tells what may have been sent as failed',
      find: ": { ...given, status: 'unconfirmed' }",
      replace: ": { ...given, status: 'failed' }",
      breaks: ['truth'],
      shownBy: 1,
    },
  ],
  'src/sending/recovery.ts': [
    {
      name: 'leaves what a killed owner had on the wire as it is',
      find: `if (left.length === 0) return
`,
      replace: `return
`,
      breaks: ['lively'],
      shownBy: 6,
    },
  ],
  'src/sending/actions.ts': [
    {
      name: 'ends the deliveries of all groups when one is lost',
      find: 'endPending(tx, ctx.clock.now(), { accountId: owner.id, externalId }, end)',
      replace: 'endPending(tx, ctx.clock.now(), { accountId: owner.id }, end)',
      breaks: ['explained'],
      shownBy: 1,
    },
  ],
  'src/sending/lanes/deferral.ts': [
    {
      name: 'ends what a flood wait holds for one chat in all of them',
      find: 'if (toClock(free) >= delivery.expiresAt)',
      replace: 'if (free > at)',
      breaks: ['explained', 'fair'],
      shownBy: 399,
    },
    {
      name: 'waits for three hours when the network says so',
      find: 'if (toClock(free) >= delivery.expiresAt)',
      replace: 'if (free === Infinity)',
      breaks: ['lively'],
      shownBy: 44,
    },
  ],
  'src/sending/lanes/circuit-breaker.ts': [
    {
      name: 'does not hear a flood wait of the whole account',
      find: 'pausedUntil = Math.max(pausedUntil, now + meant.waitMs)',
      replace: 'void pausedUntil',
      breaks: ['pace'],
      shownBy: 181,
    },
  ],
  'src/sending/lanes/pace.ts': [
    {
      name: 'keeps no pace in a chat',
      find: 'return Math.max(gauge.turn(now, chat.messages), gauge.blockedUntil)',
      replace: 'return gauge.blockedUntil',
      breaks: ['pace'],
      shownBy: 5,
    },
  ],
  'src/sending/lanes/monotonic.ts': [
    {
      name: 'keeps its pace by a clock that is set',
      find: 'asideMs -= Math.round(setMs - newlySlept())',
      replace: 'void setMs',
      breaks: ['pace'],
      shownBy: 597,
    },
  ],
  'src/sending/sender.ts': [
    {
      name: 'forgets the pace when the owner changes',
      find: 'lately.get(owner.id) ?? []',
      replace: '[]',
      breaks: ['pace'],
      shownBy: 10,
    },
  ],
  'src/sending/lanes/fair-queue.ts': [
    {
      name: 'lets one user send everything first',
      find: `users.delete(user)
        if (queue.length > 0) users.set(user, queue)`,
      replace: 'if (queue.length === 0) users.delete(user)',
      breaks: ['fair'],
      shownBy: 128,
    },
  ],
  'src/sending/lanes/lane.ts': [
    {
      name: 'keeps in hand what it has put aside',
      find: 'for (const { id } of far) inHand.delete(id)',
      replace: '',
      breaks: ['lively', 'explained'],
      shownBy: 51,
    },
    {
      name: 'writes credentials into its log',
      find: `account = credentials
`,
      replace: `account = credentials
    log.info({ credentials }, 'Opened.')
`,
      breaks: ['secret'],
      shownBy: 1,
    },
  ],
  'test/simulation/stores/lanes.ts': [
    {
      name: 'sends the second part before the first',
      find: '.filter((row) => isFirstPart(rows, row))',
      replace: '',
      breaks: ['order'],
      shownBy: 3,
    },
    {
      name: 'forgets that the formatting of a delivery was refused',
      find: "row.attempts.some(({ outcome }) => outcome === 'formattingRefused')",
      replace: 'false',
      breaks: ['tenant'],
      shownBy: 26,
    },
  ],
  'src/occurrences/actions.ts': [
    {
      name: 'tells the end of an occurrence twice',
      find: 'row.finishedAt === null && row.fanOutFrom === null',
      replace: 'row.fanOutFrom === null',
      breaks: ['toldOnce'],
      shownBy: 4,
    },
  ],
  'src/sending/lanes/roll-up.ts': [
    {
      name: 'never looks for ends that were left untold',
      find: 'for (const id of await findUnreported(ctx)) ended.ids.add(id)',
      replace: '',
      breaks: ['lively'],
      shownBy: 27,
    },
  ],
  'src/accounts/lease.ts': [
    {
      name: 'acts with a lease of any age',
      find: 'ageMs >= -SET_BACK_MS && ageMs < ACTS_FOR_MS',
      replace: 'ageMs < Infinity',
      breaks: ['oneOwner', 'notEarly'],
      shownBy: 100,
    },
  ],
  'src/planning/slot-plans.ts': [
    {
      name: 'sends what it plans ahead at once',
      find: 'const dueAt = dueAfter(dueOf(spec, slot), waited, now)',
      replace: 'const dueAt = now',
      breaks: ['notEarly'],
      shownBy: 2,
    },
  ],
  'src/planning/batch.ts': [
    {
      name: 'plans by a clock that was set',
      find: 'if (maxSkewMs < Infinity) await',
      replace: 'if (maxSkewMs < 0) await',
      breaks: ['notEarly', 'oneOccurrence'],
      shownBy: 35,
    },
    {
      name: 'lets a bad schedule keep the others of its batch',
      find: '(tx, due, until) => planEach(ctx, tx, due, until)',
      replace: 'async () => {}',
      breaks: ['explained', 'lively'],
      shownBy: 10,
    },
  ],
}

export const mutants: readonly Mutant[] = Object.entries(byFile).flatMap(([file, planted]) =>
  planted.map((one) => ({ file, ...one })),
)
