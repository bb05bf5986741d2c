import { readStaying, type Staying } from '@carillon/contract/payments'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'

/** Where it stands in the query cache what stays when Pro ends. */
export const STAYING = ['staying']

/** What stays, as the person chose it. */
export type Chosen = { groupIds: string[]; cycleIds: string[] }

/** What stays when Pro ends, asked for while `enabled`. No live event tells of it. */
export const useStaying = (enabled = true) =>
  useQuery({ queryKey: STAYING, queryFn: () => call(readStaying), enabled, staleTime: 0 })

/** What stays now: by choice, or since it was used last. */
export const chosenIn = ({ groups, cycles }: Staying): Chosen => ({
  groupIds: idsOf(groups),
  cycleIds: idsOf(cycles),
})

const idsOf = ({ items }: Staying['groups']) =>
  items.filter(({ stays }) => stays).map(({ id }) => id)

/** Whether there is more than may stay, so that the user must choose. */
export const mustChoose = ({ groups, cycles, limits }: Staying) =>
  isMore(groups, limits.maxGroups) || isMore(cycles, limits.maxCycles)

export const isMore = ({ total }: Staying['groups'], max: number | null) =>
  max !== null && total > max

/** How many are suspended when Pro ends. `withheld` are suspended whatever the user chooses. */
export const suspendedOf = ({ total, withheld }: Staying['groups'], max: number | null) =>
  withheld + (max === null ? 0 : Math.max(0, total - max))

/** The choice after `id` was added or removed: with a single place the newest takes it; with several, none is removed. */
export function withChoice(chosen: string[], id: string, on: boolean, max: number): string[] {
  if (!on) return chosen.filter((other) => other !== id)
  if (max === 1) return [id]
  return chosen.length < max && !chosen.includes(id) ? [...chosen, id] : chosen
}
