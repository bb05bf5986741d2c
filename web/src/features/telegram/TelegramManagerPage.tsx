import { Page } from '../../app/Page.tsx'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { useNextFocus } from '../../ui/useNextFocus.ts'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { errorWords } from '../../api/errors.ts'
import { ConnectionCard } from '../connections/ConnectionCard.tsx'
import { useConnections } from '../connections/queries.ts'
import { useGroups } from '../groups/queries.ts'
import { useGroupUsage } from '../groups/useGroupUsage.ts'
import { UsageMeter } from '../limits/UsageMeter.tsx'
import { Connect } from './Connect.tsx'
import { OwnBotForm } from './OwnBotForm.tsx'

/** Bots and their groups: connect, choose, check, let go. */
export function Component() {
  const connections = useConnections('Telegram')
  // The groups are there with their connections: nothing moves afterwards.
  const groups = useGroups()
  const isLoading = [connections, groups].some((one) => one.isPending)
  const list = useNextFocus<HTMLDivElement>(
    connections.data &&
      groups.data &&
      `${connections.data.map(({ id, status }) => id + status).join()} ${groups.data.items.length}`,
  )
  return (
    <Page
      title="Telegram Manager"
      width="wide"
      note="Connect a bot, then choose the groups and channels it sends to."
      actions={<Usage />}
    >
      {isLoading && !connections.isError && <LoadingConnections />}
      {connections.isError && (
        <Banner
          tone="danger"
          title="The connections could not be loaded"
          action={<Button onClick={() => void connections.refetch()}>Retry</Button>}
        >
          {errorWords(connections.error)}
        </Banner>
      )}
      {!isLoading && connections.data && (
        <div ref={list} className="grid gap-5">
          {connections.data.map((connection) => (
            <ConnectionCard key={connection.id} connection={connection} steps={steps} />
          ))}
          <Connect connections={connections.data} />
        </div>
      )}
    </Page>
  )
}

/** How many groups the tier still allows. */
function Usage() {
  const usage = useGroupUsage('Telegram')
  return usage && <UsageMeter {...usage} noun="group" atEdge />
}

/** The steps of a pairing that are Telegram's own. */
const steps = { token: OwnBotForm }

function LoadingConnections() {
  return (
    <Loading label="Loading the connections">
      <div className="grid gap-4 rounded-lg border border-line bg-surface p-5">
        <Skeleton className="h-6 w-48" />
        <Skeleton className="h-4 w-80 max-w-full" />
        <Skeleton className="mt-2 h-12" />
        <Skeleton className="h-12" />
      </div>
    </Loading>
  )
}
