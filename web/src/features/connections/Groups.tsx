import type { Connection } from '@carillon/contract/connections'
import { FirstMessageLink } from '../first-run/FirstMessageLink.tsx'
import { useGroups } from '../groups/queries.ts'
import { GroupRow } from '../groups/GroupRow.tsx'
import { connectionName } from './words.ts'

/** The chosen groups of a connection. */
export function Groups({ connection }: { connection: Connection }) {
  const all = useGroups().data?.items ?? []
  const groups = all.filter((group) => group.connectionId === connection.id)
  const [first] = groups
  if (!first) return null
  const isNewcomer = all.every(({ lastSentAt }) => lastSentAt === null)
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
      {isNewcomer && (
        <div className="pt-2">
          <FirstMessageLink group={first} />
        </div>
      )}
    </section>
  )
}
