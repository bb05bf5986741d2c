import type { Group } from '@carillon/contract/groups'
import { useUser } from '../../api/session/useSession.ts'
import { UseInsteadDialog } from '../limits/UseInsteadDialog.tsx'
import { useGroups } from './queries.ts'
import { isClosed } from './words.ts'

type UseGroupInsteadProps = {
  group: Group
  onClose: () => void
  onUse: () => Promise<unknown>
  busy: boolean
}

/** Asks before a suspended group is used instead of another one. */
export function UseGroupInstead({ group, ...dialog }: UseGroupInsteadProps) {
  const groups = useGroups().data?.items ?? []
  const counted = groups.filter((one) => !isClosed(one)).map(({ title }) => title)
  const max = useUser().limits.maxGroups
  return (
    <UseInsteadDialog {...dialog} noun="group" name={group.title} counted={counted} max={max} />
  )
}
