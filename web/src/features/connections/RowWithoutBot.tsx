import { channelFacts } from '@carillon/contract/channels'
import type { Connection } from '@carillon/contract/connections'
import type { Group } from '@carillon/contract/groups'
import { Plus } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { useExternalLink } from '../../api/useExternalLink.ts'
import { limitWords, useTierToast } from '../../app/refusalToast.ts'
import { Button, buttonClasses } from '../../ui/Button.tsx'
import { GroupRow } from '../groups/GroupRow.tsx'
import { useGroupUsage } from '../groups/useGroupUsage.ts'
import { useNewLink } from './useNewLink.ts'
import { useReached } from './useReached.ts'

/** The row of a group that the bot was taken out of: an admin adds it again by the link that connects a group. */
export function RowWithoutBot({ connection, group }: { connection: Connection; group: Group }) {
  const { pairing, channel } = connection
  const isFull = useGroupUsage()?.isFull
  const tellTier = useTierToast()
  const renew = useNewLink(connection)
  const ask = () => (isFull ? tellTier(limitWords('groups')) : renew.mutate())
  const button = (
    <Button size="sm" loading={renew.isPending} onClick={ask}>
      <Plus size={14} aria-hidden /> {AGAIN}
    </Button>
  )
  const link =
    pairing?.step === 'open_link' && pairing.url && pairing.expiresAt ? (
      <OpenLink
        url={pairing.url}
        until={pairing.expiresAt}
        words={`Open ${channelFacts[channel].network} and choose ${group.title}`}
        asked={renew.isSuccess}
      >
        {button}
      </OpenLink>
    ) : undefined
  const wayBack = {
    button: link ?? button,
    item: { label: AGAIN, icon: Plus, onSelect: ask },
  }
  return <GroupRow group={group} wayBack={wayBack} />
}

const AGAIN = 'Add the bot again'

type OpenLinkProps = {
  url: string
  until: string
  words: string
  /** It takes the place, and the focus, of the button that was pressed for it. */
  asked: boolean
  /** What stands here once it has expired. */
  children: ReactNode
}

function OpenLink({ url, until, words, asked, children }: OpenLinkProps) {
  const outward = useExternalLink()
  const link = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    if (asked) link.current?.focus()
  }, [asked])
  if (useReached(until)) return children
  return (
    <a {...outward(url)} ref={link} className={buttonClasses({ size: 'sm' })}>
      <Plus size={14} aria-hidden />
      <span className="truncate">{words}</span>
    </a>
  )
}
