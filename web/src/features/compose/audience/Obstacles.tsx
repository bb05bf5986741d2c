import type { Group } from '@carillon/contract/groups'
import { useUser } from '../../../api/session/useSession.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { count } from '../../groups/words.ts'
import { obstacleOf } from './obstacles.ts'

/** How many groups are told of by name. */
const TOLD_MAX = 3

/** What keeps something from chosen groups, or holds it up, before it is sent there. */
export function Obstacles({ groups, times }: { groups: Group[]; times: readonly string[] }) {
  const { timeZone } = useUser()
  const found = groups.flatMap((group) => {
    const obstacle = obstacleOf(group, times, timeZone)
    return obstacle ? [{ group, ...obstacle }] : []
  })
  if (found.length === 0) return null
  const missed = found.filter(({ kind }) => kind === 'not').length
  const later = found.length - missed
  const rest = found.length - TOLD_MAX
  return (
    <Banner
      tone="warn"
      title={[
        missed > 0 && `${count(missed, 'group')} will not get it as asked`,
        later > 0 && `${count(later, 'group')} will get it later`,
      ]
        .filter(Boolean)
        .join(', ')}
    >
      <ul className="grid gap-0.5">
        {found.slice(0, TOLD_MAX).map(({ group, words }) => (
          <li key={group.id}>
            <span className="text-ink">{group.title}</span>: {words}
          </li>
        ))}
        {rest > 0 && <li>And {rest} more, marked in the list.</li>}
      </ul>
    </Banner>
  )
}
