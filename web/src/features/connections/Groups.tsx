import type { Connection } from '@carillon/contract/connections'
import type { Group } from '@carillon/contract/groups'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { SearchInput } from '../../ui/SearchInput.tsx'
import { count } from '../../ui/words.ts'
import { FirstMessageLink } from './FirstMessageLink.tsx'
import { areNew } from '../groups/cache.ts'
import { useGroups } from '../groups/queries.ts'
import { GroupRow } from '../groups/GroupRow.tsx'
import { hasWords } from '../groups/search.ts'
import { isBotOut } from '../groups/words.ts'
import { UpgradeLink } from '../limits/UpgradeLink.tsx'
import { RowWithoutBot } from './RowWithoutBot.tsx'
import { connectionName, waitsWords } from './words.ts'

/** From this many groups on they can be searched, and no more are shown before one asks. */
const MANY = 40

/** The chosen groups of a connection. */
export function Groups({ connection }: { connection: Connection }) {
  const all = useGroups().data?.items ?? []
  const groups = all
    .filter((group) => group.connectionId === connection.id)
    .toSorted((a, b) => Number(isSuspended(a)) - Number(isSuspended(b)))
  const suspended = groups.filter(isSuspended)
  const [query, setQuery] = useState('')
  const [isAll, showAll] = useState(false)
  const { hash } = useLocation()
  const hits = groups.filter((group) => hasWords(group, query))
  // The one that the address names is among them.
  const shown = isAll ? hits : hits.filter(({ id }, n) => n < MANY || hash === `#group-${id}`)
  const [first] = groups
  if (!first) return null
  return (
    <section
      aria-label={`Your groups of ${connectionName(connection)}`}
      className="grid gap-1 px-4 md:px-5"
    >
      <h3 className="text-sm font-medium text-muted">Your groups</h3>
      {suspended.length > 0 && <Suspended groups={suspended} />}
      {groups.length > MANY && (
        <SearchInput
          aria-label="Search your groups"
          value={query}
          onChange={(event) => setQuery(event.target.value)}
        />
      )}
      <ul>
        {shown.map((group) => (
          <Row key={group.id} connection={connection} group={group} />
        ))}
      </ul>
      {hits.length === 0 && <p className="py-2 text-muted">No group found.</p>}
      {hits.length > shown.length && (
        <div>
          <Button size="sm" variant="plain" onClick={() => showAll(true)}>
            Show {hits.length - shown.length} more
          </Button>
        </div>
      )}
      {areNew(all) && waitsWords(connection) === undefined && (
        <div className="pt-2">
          <FirstMessageLink group={first} />
        </div>
      )}
    </section>
  )
}

function Row({ connection, group }: { connection: Connection; group: Group }) {
  // A connection that is not connected has to be mended first, and says so.
  if (isBotOut(group) && connection.status === 'connected') {
    return <RowWithoutBot connection={connection} group={group} />
  }
  return <GroupRow group={group} waits={waitsWords(connection)} />
}

const isSuspended = ({ status }: Group) => status === 'suspended'

/** How many groups are suspended, why, and how they come back: all of one connection for the same reason. */
function Suspended({ groups }: { groups: readonly Group[] }) {
  const many = groups.length
  return (
    <Banner
      tone="warn"
      title={`${count(many, 'group')} ${many === 1 ? 'is' : 'are'} suspended`}
      className="my-1"
    >
      Nothing is sent there. {groups[0]?.reason} <UpgradeLink />
    </Banner>
  )
}
