import {
  type Cycle,
  type CycleInput,
  type Simulation,
  type SimulationInput,
  simulateCycle,
} from '@carillon/contract/cycles'
import { keepPreviousData, type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { useDebounced } from '../../../api/useDebounced.ts'

/**
 * What a cycle is simulated from; `cycle` is the one that this is an edit of: it begins at its present place. `stays`:
 * it stays paused until its time.
 */
export type Simulated = {
  input: CycleInput
  cycle?: Pick<Cycle, 'id' | 'progress'> | undefined
  stays?: boolean
}

/**
 * What will be sent in the next 30 days if this is saved, as it is typed. Nothing is asked without an input,
 * and an answer to what was typed before is dropped.
 */
export function useSimulation(simulated: Simulated | undefined) {
  const key = useDebounced(simulated && keyOf(simulated))
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
      call(simulateCycle, { body: (JSON.parse(key) as Key).asked }, { signal }),
    // What is next changes by the minute; the fields change sooner than that.
    staleTime: 30_000,
    retry: false,
  })

/** The question, and where the cycle stood when it was asked: the answer begins there. */
type Key = { asked: SimulationInput; progress?: Cycle['progress'] }

function keyOf({ input, cycle, stays }: Simulated): string {
  const asked: SimulationInput = {
    ...input,
    // The name and the color do not change the simulation.
    name: '',
    color: undefined,
    status: stays ? 'paused' : 'active',
    sends: 0,
    ...(cycle ? { cycleId: cycle.id } : {}),
  }
  return JSON.stringify({ asked, ...(cycle ? { progress: cycle.progress } : {}) } satisfies Key)
}
