import type { Config } from '../../platform/config.ts'
import type { Identity } from './account.ts'

/** How a person connects an account: by a token that they paste, or in steps. */
export type Pairing = {
  token?: TokenPairing
  steps?: StepPairing
}

export type TokenPairing = {
  /** The network's id of the account: the token itself tells it. */
  accountIdIn(token: string): string
  /** Whose token this is. Throws AppError `invalid` (path `token`) in words when it is not accepted. */
  identify(token: string, signal?: AbortSignal): Promise<Identity>
  /** Where the operator may offer one account to all users. */
  operator?: {
    /** The setting that holds its token, as operators know it. */
    setting: string
    /** `retire`: no process is to have the token any more, so nobody waits for one. */
    read(config: Config): { token: string | undefined; retire: boolean }
  }
}

export type StepPairing = {
  /** What a pairing may begin with; the first is offered first. */
  ways: readonly PairingWay[]
  /**
   * Begins a pairing. `events` tells each step that the person takes next, again when what it carries has
   * changed, and in the end who was paired or why not; nothing after that. What is paired while it is being
   * closed is told as well, so that it can be undone.
   */
  begin(way: PairingWay, events: PairingEvents): PairingSession
  /**
   * What was paired is not wanted after all: tells the network, and deletes what is kept beside the credentials.
   * False where the network could not be told. Left out where nothing is kept, there or here.
   */
  undo?(credentials: string): Promise<boolean>
}

/** Scan a QR code, or give a phone number. */
export type PairingWay = 'qr' | 'phone'

export type PairingEvents = {
  step(step: PairingStep): void
  /** `credentials` are what `open` and `send` get from now on. */
  paired(account: { identity: Identity; credentials: string }): void
  /** `left`: the network has linked what is not kept here, and only the person can remove it there. */
  failed(reason: string, options?: { left: true }): void
}

/** What the person does next, with all that they need for it. */
export type PairingStep =
  /** Scans what this text makes as a QR code. */
  | { kind: 'scan'; text: string; expiresAt: Date }
  /** Gives their phone number. */
  | { kind: 'phone' }
  /** Types this code into the network's own app. */
  | { kind: 'typeThere'; code: string; expiresAt: Date }
  /** Types the code here that the network has sent them; `length` where it is known. */
  | { kind: 'code'; length?: number }
  /** Gives the password of their account; the hint is their own. */
  | { kind: 'password'; hint?: string }

/** What the person gave: the answer to a step of the same name. */
export type PairingInput =
  | { kind: 'phone'; phone: string }
  | { kind: 'code'; code: string }
  | { kind: 'password'; password: string }

export type PairingSession = {
  /** Throws AppError `invalid` (path: the kind) when the network does not take it; the step stays. */
  give(input: PairingInput): Promise<void>
  /** Ends it; whoever was paired before stays so. Resolves once nothing more will be told. */
  close(): Promise<void>
}
