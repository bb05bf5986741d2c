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
  turns: '19: a cycle says its steps in their turn: none twice, none left out',
} as const
export type Invariant = keyof typeof invariants

/** A clock may be this wrong before its process notices and stops to act, in milliseconds. */
export const SKEW_MAX_MS = 8_000

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

export function blame(invariant: Invariant, what: string): never {
  throw new Violation(invariant, what)
}
