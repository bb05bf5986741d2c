import type { Connection, Pairing } from '@carillon/contract/connections'
import type { ComponentType } from 'react'
import { AddByLink } from './AddByLink.tsx'

/** Steps of a pairing that look different on each network: scanning, a code, a token. */
export type PairingSteps = Partial<
  Record<Exclude<Pairing['step'], 'open_link'>, Step> & {
    /** Begins a pairing anew, on networks where no link does. */
    again: Step
  }
>

type Step = ComponentType<{ connection: Connection }>

type PairingStepProps = { connection: Connection; steps: PairingSteps }

/** What the person does next, and how a connection comes into more groups. */
export function PairingStep({ connection, steps }: PairingStepProps) {
  const { pairing, status } = connection
  const { again: Again } = steps
  if (pairing && pairing.step !== 'open_link') {
    const Step = steps[pairing.step]
    return (
      Step && (
        <div className="px-4 md:px-5">
          <Step connection={connection} />
        </div>
      )
    )
  }
  if (Again) {
    const isLost = status === 'needs_pairing' || status === 'banned'
    return (
      isLost && (
        <div className="px-4 md:px-5">
          <Again connection={connection} />
        </div>
      )
    )
  }
  if (status !== 'pairing' && status !== 'connected') return null
  return (
    <div className="mx-4 grid gap-3 rounded-lg border border-line bg-canvas p-4 md:mx-5">
      <AddByLink connection={connection} />
    </div>
  )
}
