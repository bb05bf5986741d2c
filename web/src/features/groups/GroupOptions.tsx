import { channelFacts } from '@carillon/contract/channels'
import { useGroups } from './queries.ts'

/** The groups as choices of a list, which has no marks: where they are on several networks, each names its own. */
export function GroupOptions() {
  const groups = useGroups().data?.items ?? []
  const networkOf = ({ channel }: (typeof groups)[number]) => channelFacts[channel].network
  const isMixed = new Set(groups.map(networkOf)).size > 1
  return groups.map((group) => (
    <option key={group.id} value={group.id}>
      {isMixed ? `${group.title} · ${networkOf(group)}` : group.title}
    </option>
  ))
}
