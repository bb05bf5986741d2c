import type { Config } from '../../platform/config.ts'
import type { Identity } from './account.ts'

/** How a person connects an account: by a token that they paste, or in steps. */
export type Pairing = {
  token?: TokenPairing
  steps?: StepPairing
}

export type TokenPairing = {
  /** Reads the network's id of the account out of the token. */
  accountIdIn(token: string): string
  /** Returns whose token this is. Throws AppError `invalid` (path `token`) in words when it is not accepted. */
  identify(token: string, signal?: AbortSignal): Promise<Identity>
  /** Only if the operator may offer one account to all users. */
  operator?: {
    /** The name of the setting that holds its token. */
    setting: string
    /** `retire`: no process has the token any more, so nobody waits for one. */
    read(config: Config): { token: string | undefined; retire: boolean }
  }
}

export type StepPairing = {
  /** The ways to begin a pairing; the first is offered first. */
  ways: readonly PairingWay[]
  /**
   * Begins a pairing. `events` gets each next step of the person, again when its contents change, and last who was
   * paired or why not. An account that is paired while the pairing is being closed is reported as well, so that it can
   * be undone.
   */
  begin(way: PairingWay, events: PairingEvents): PairingSession
  /**
   * Undoes a pairing: unlinks it at the network, and deletes what is stored here for the credentials. Returns false if
   * the network could not be reached. Left out if nothing is stored, there or here.
   */
  undo?(credentials: string): Promise<boolean>
}

/** Scan a QR code, or give a phone number. */
export type PairingWay = 'qr' | 'phone'

export type PairingEvents = {
  step(step: PairingStep): void
  /** `credentials` are what `open` and `send` get from now on. */
  paired(account: { identity: Identity; credentials: string }): void
  /** `left`: the network has linked a device that could not be saved here; only the person can remove it there. */
  failed(reason: string, options?: { left: true }): void
}

/** What the person does next, and what they need for it. */
export type PairingStep =
  /** Scans this text, shown as a QR code. */
  | { kind: 'scan'; text: string; expiresAt: Date }
  /** Gives their phone number. */
  | { kind: 'phone' }
  /** Types this code into the network's own app. */
  | { kind: 'typeThere'; code: string; expiresAt: Date }
  /** Types here the code that the network has sent them; `length` if it is known. */
  | { kind: 'code'; length?: number }
  /** Gives the password of their account; the hint is their own. */
  | { kind: 'password'; hint?: string }

/** What the person typed for the step of the same name. */
export type PairingInput =
  | { kind: 'phone'; phone: string }
  | { kind: 'code'; code: string }
  | { kind: 'password'; password: string }

export type PairingSession = {
  /** Throws AppError `invalid` (path: the kind) when the network refuses it; the step stays. */
  give(input: PairingInput): Promise<void>
  /** Ends it; an account that is paired already stays paired. Resolves after its last event. */
  close(): Promise<void>
}
