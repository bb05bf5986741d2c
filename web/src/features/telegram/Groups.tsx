import type { Connection } from '@carillon/contract/connections'
import { useGroups } from '../groups/queries.ts'
import { GroupRow } from '../groups/GroupRow.tsx'
import { connectionName } from './words.ts'

/** The chosen groups of a connection. */
export function Groups({ connection }: { connection: Connection }) {
  const groups = useGroups().data?.items.filter((group) => group.connectionId === connection.id)
  if (!groups?.length) return null
  return (
    <section
      aria-label={`Your groups of ${connectionName(connection)}`}
      className="grid gap-1 px-4 md:px-5"
    >
      <h3 className="text-sm font-medium text-muted">Your groups</h3>
      <ul>
        {groups.map((group) => (
          <GroupRow key={group.id} group={group} />
        ))}
      </ul>
    </section>
  )
}
