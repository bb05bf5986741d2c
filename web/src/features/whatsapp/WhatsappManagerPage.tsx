import type { Connection } from '@carillon/contract/connections'
import { lazy, Suspense } from 'react'
import { errorWords } from '../../api/errors.ts'
import { useUser } from '../../api/session/useSession.ts'
import { useConfig } from '../../api/useConfig.ts'
import { Page } from '../../app/Page.tsx'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { useConnections } from '../connections/queries.ts'
import { connectionName, connectionWords } from '../connections/words.ts'
import { useGroupUsage } from '../groups/useGroupUsage.ts'
import { UsageMeter } from '../limits/UsageMeter.tsx'
import { isUnknown } from './identity.ts'
import { LinkNumber } from './LinkNumber.tsx'
import { Locked, NotOffered } from './Locked.tsx'

/** Fetched by those who have any. */
const Numbers = lazy(() => import('./Numbers.tsx'))

/** Numbers on WhatsApp and their groups: link, choose, let go. It belongs to Pro. */
export function Component() {
  const { limits } = useUser()
  const config = useConfig().data
  const connections = useConnections('WhatsApp')
  const offer = config?.channels.find(({ channel }) => channel === 'whatsapp')
  // One that is still to be linked is shown with what the person does next.
  const known = connections.data?.filter((connection) => !isUnknown(connection)) ?? []
  const isLocked = !limits.whatsappAccess
  return (
    <Page
      title="Whatsapp Manager"
      width="wide"
      {...(offer?.available && {
        note: 'Link a number, then choose the groups it sends to.',
        actions: known.length > 0 && <Usage />,
      })}
    >
      <div className="grid gap-5">
        {connections.isError && (
          <Banner
            tone="danger"
            title="The linked numbers could not be loaded"
            action={<Button onClick={() => void connections.refetch()}>Retry</Button>}
          >
            {errorWords(connections.error)}
          </Banner>
        )}
        {(!config || connections.isPending) && <LoadingNumbers />}
        <Told known={known} />
        {known.length > 0 && (
          <Suspense fallback={<LoadingNumbers />}>
            <Numbers connections={known} />
          </Suspense>
        )}
        {config && !offer?.available && (
          <Card>
            <NotOffered />
          </Card>
        )}
        {offer?.available && isLocked && (
          <Card>
            <Locked />
          </Card>
        )}
        {offer?.available && !isLocked && connections.data && (
          <LinkNumber connections={connections.data} />
        )}
      </div>
    </Page>
  )
}

/** Screen readers say changes aloud: a number links or is lost while the user does something else. */
function Told({ known }: { known: Connection[] }) {
  return (
    <p role="status" className="sr-only">
      {known
        .map((one) => `${connectionName(one)}: ${connectionWords[one.status].label}`)
        .join('. ')}
    </p>
  )
}

/** How many groups the tier still allows. */
function Usage() {
  const usage = useGroupUsage('WhatsApp')
  return usage && <UsageMeter {...usage} noun="group" atEdge />
}

function LoadingNumbers() {
  return (
    <Loading label="Loading the linked numbers">
      <div className="grid gap-4 rounded-lg border border-line bg-surface p-5">
        <Skeleton className="h-6 w-48" />
        <Skeleton className="h-4 w-80 max-w-full" />
        <Skeleton className="mt-2 h-12" />
      </div>
    </Loading>
  )
}
