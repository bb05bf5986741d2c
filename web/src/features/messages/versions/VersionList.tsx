import { NETWORKS } from '@carillon/contract/channels'
import { ownOf } from '@carillon/contract/content/resolve'
import { listVersions, type MessageVersion } from '@carillon/contract/messages'
import { useQuery } from '@tanstack/react-query'
import { useFormContext } from 'react-hook-form'
import { call } from '../../../api/call.ts'
import { errorWords } from '../../../api/errors.ts'
import { useUser } from '../../../api/session/useSession.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Loading, Skeleton } from '../../../ui/Skeleton.tsx'
import { Time } from '../../../ui/time/Time.tsx'
import { toast } from '../../../ui/toast/store.ts'
import { otherChanges } from '../../compose/changes/otherChanges.ts'
import { Changed } from '../../compose/changes/Changed.tsx'
import { oneLineOf } from '../../compose/content/line.ts'
import { contentFields } from '../../compose/content/options.ts'
import { useDeleted } from '../../compose/media/queries.ts'
import { networkNamed } from '../../compose/networks.ts'
import type { MessageForm } from '../form.ts'

/** The versions of a message, the newest first, each with what it changed. */
export default function VersionList({ messageId, rev }: { messageId: string; rev: number }) {
  const versions = useQuery({
    queryKey: ['versions', messageId, rev],
    queryFn: () => call(listVersions, { params: { id: messageId } }),
  })
  if (versions.isPending) {
    return (
      <Loading label="Loading the versions">
        <Skeleton className="h-28" />
      </Loading>
    )
  }
  if (versions.isError) return <Banner tone="danger">{errorWords(versions.error)}</Banner>
  const { items } = versions.data
  return (
    <ol className="grid gap-4 border-t border-line px-4 py-3">
      {items.map((version, index) => (
        <li key={version.contentId} className="grid gap-1.5">
          <Version version={version} before={items[index + 1]} />
        </li>
      ))}
    </ol>
  )
}

function Version({
  version,
  before,
}: {
  version: MessageVersion
  before: MessageVersion | undefined
}) {
  const { timeZone } = useUser()
  const { at, content, isCurrent, runs, lastRunAt } = version
  const beside = before ? otherChanges(before.content, content) : []
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-2 text-sm">
        <span className="font-medium">
          <Time at={at} zone={timeZone} as="short" />
        </span>
        <span className="text-muted">
          {isCurrent && (lastRunAt ? 'Current, ' : 'Current')}
          {!isCurrent && !lastRunAt && 'Saved, never sent'}
          {lastRunAt && (
            <>
              {isCurrent ? 'sent ' : 'Sent '}
              {runs === 1 ? 'once, ' : `${runs} times, last `}
              <Time at={lastRunAt} zone={timeZone} as="within" />
            </>
          )}
        </span>
      </p>
      <Changed before={before && oneLineOf(before.content)} after={oneLineOf(content)} />
      {NETWORKS.filter((id) => content.overrides?.[id]).map((id) => (
        <div key={id}>
          <p className="text-sm text-muted">On {networkNamed(id).name}:</p>
          <Changed
            before={before && oneLineOf(ownOf(before.content, id))}
            after={oneLineOf(ownOf(content, id))}
          />
        </div>
      ))}
      {beside.length > 0 && <p className="text-sm text-muted">{beside.join(' · ')}</p>}
      <Deleted content={content} />
      {!isCurrent && <UseAgain version={version} />}
    </>
  )
}

/** Its files that were deleted. */
function Deleted({ content }: Pick<MessageVersion, 'content'>) {
  const { telegram, whatsapp } = content.overrides ?? {}
  const ids = [content, telegram, whatsapp].flatMap((one) =>
    (one?.kind === 'media' || one?.kind === 'album' ? one.media : []).map(({ mediaId }) => mediaId),
  )
  const deleted = useDeleted([...new Set(ids)])
  if (deleted === 0) return null
  return (
    <p className="text-sm text-warn">
      {deleted === 1 ? 'A file of it was deleted.' : `${deleted} files of it were deleted.`}
    </p>
  )
}

/** Puts the content of a version into the form around it, if there is one; nothing is saved. */
function UseAgain({ version }: { version: MessageVersion }) {
  const form = useFormContext<MessageForm>() as ReturnType<
    typeof useFormContext<MessageForm>
  > | null
  if (!form) return null

  function use() {
    if (!form) return
    const { content } = version
    const before = form.getValues()
    const fill = (values: Partial<MessageForm>) =>
      form.reset({ ...form.getValues(), ...values }, { keepDefaultValues: true })
    fill({ text: content.text, ...contentFields(content) })
    toast({
      title: 'The earlier text is in the editor',
      description: 'Nothing is saved yet.',
      action: { label: 'Undo', run: () => fill(before) },
    })
  }
  return (
    <div>
      <Button size="sm" onClick={use}>
        Use this text again
      </Button>
    </div>
  )
}
