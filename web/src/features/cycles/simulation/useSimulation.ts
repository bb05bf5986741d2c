import { type CycleInput, type Simulation, simulateCycle } from '@carillon/contract/cycles'
import { keepPreviousData, type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '../../../api/call.ts'

/** How long a pause in typing, in milliseconds, counts as the end of a change. */
const PAUSE_MS = 400

/** What a cycle is simulated from; `cycleId` names the one that this is an edit of. */
export type Simulated = { input: CycleInput; cycleId?: string | undefined }

/**
 * What will be sent in the next 30 days if this is saved, as it is typed. Nothing is asked without an input,
 * and an answer to what was typed before is dropped.
 */
export function useSimulation(simulated: Simulated | undefined) {
  const key = useSettled(simulated && keyOf(simulated))
  const simulation = useQuery({
    ...optionsOf(key ?? ''),
    enabled: key !== undefined,
    placeholderData: keepPreviousData,
  })
  return { ...simulation, isCurrent: simulated !== undefined && key === keyOf(simulated) }
}

/** The simulation of exactly this; the one that is shown, if there is one. */
export const simulationOf = (queryClient: QueryClient, simulated: Simulated): Promise<Simulation> =>
  queryClient.fetchQuery(optionsOf(keyOf(simulated)))

const optionsOf = (key: string) =>
  queryOptions({
    queryKey: ['cycles', 'simulation', key],
    queryFn: ({ signal }) =>
      call(simulateCycle, { body: JSON.parse(key) as CycleInput }, { signal }),
    // What is next changes by the minute; the fields change sooner than that.
    staleTime: 30_000,
    retry: false,
  })

const keyOf = ({ input, cycleId }: Simulated) =>
  // A name changes nothing of it.
  JSON.stringify({ ...input, name: '', status: 'active', ...(cycleId ? { cycleId } : {}) })

/** The value once it has stayed as it is for a moment; the first one at once. */
function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
