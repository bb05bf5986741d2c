import type { CycleSummary } from '@carillon/contract/cycles'
import { UseInsteadDialog } from '../../limits/UseInsteadDialog.tsx'
import { useCountedCycles } from '../queries.ts'
import { nameOf } from '../words.ts'

type UseCycleInsteadProps = {
  cycle: CycleSummary
  onClose: () => void
  onUse: () => Promise<unknown>
  busy: boolean
}

/** Asks before a suspended cycle is used instead of another one. */
export function UseCycleInstead({ cycle, ...dialog }: UseCycleInsteadProps) {
  const { counted, max, isPart, isPending } = useCountedCycles()
  if (isPending) return null
  const names = counted.map(nameOf)
  return (
    <UseInsteadDialog
      {...dialog}
      noun="cycle"
      name={nameOf(cycle)}
      counted={names}
      max={max}
      isPart={isPart}
    />
  )
}
