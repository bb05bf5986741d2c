import type { Connection, Pairing } from '@carillon/contract/connections'
import type { PairingStep } from '../channels/port/pairing.ts'
import { instant } from '../platform/clock.ts'
import type { Context } from '../platform/context.ts'

type Sealing = Pick<Context, 'secrets'>

/** A step as its row keeps it: whoever reads a code could link the account to a device of theirs. */
export const sealStep = ({ secrets }: Sealing, connectionId: string, step: PairingStep) =>
  secrets.seal(JSON.stringify(step), placeOf(connectionId))

/** The present step of a pairing, as its page shows it. */
export function shownStep(
  { secrets }: Sealing,
  connectionId: string,
  sealed: Buffer | null,
): Pairing {
  if (!sealed) return { step: 'wait' }
  // It was sealed by us, a moment ago.
  const step = JSON.parse(secrets.open(sealed, placeOf(connectionId))) as Kept
  switch (step.kind) {
    case 'scan':
      return { step: 'scan', qr: step.text, expiresAt: instant(step.expiresAt).toISOString() }
    case 'typeThere':
      return {
        step: 'type_there',
        code: step.code,
        expiresAt: instant(step.expiresAt).toISOString(),
      }
    case 'phone':
      return { step: 'phone' }
    case 'code':
      return { step: 'code', ...(step.length === undefined ? {} : { length: step.length }) }
    case 'password':
      return { step: 'password', ...(step.hint === undefined ? {} : { hint: step.hint }) }
  }
}

/** For an answer that may be stored to be repeated: only the live event has the secret that links an account. */
export const withoutSecrets = (connection: Connection): Connection =>
  connection.pairing?.step === 'scan' || connection.pairing?.step === 'type_there'
    ? { ...connection, pairing: { step: 'wait' } }
    : connection

/** JSON has no dates. */
type Kept<T = PairingStep> = T extends { expiresAt: Date }
  ? Omit<T, 'expiresAt'> & { expiresAt: string }
  : T

const placeOf = (connectionId: string) => `pairings.step:${connectionId}`
