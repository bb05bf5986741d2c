import { channelFacts } from '@carillon/contract/channels'
import type { Group } from '@carillon/contract/groups'
import {
  ArrowLeftRight,
  Bell,
  BellOff,
  Ellipsis,
  RefreshCw,
  Send,
  SlidersHorizontal,
  Trash2,
  TriangleAlert,
} from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { useUser } from '../../api/session/useSession.ts'
import { Button } from '../../ui/Button.tsx'
import { Menu, type MenuEntry } from '../../ui/Menu.tsx'
import { cn } from '../../ui/cn.ts'
import { lazyComponent, LazyDialog } from '../../ui/lazy.tsx'
import { Badge } from '../../ui/Status.tsx'
import { Time } from '../../ui/time/Time.tsx'
import { GroupMark } from './GroupMark.tsx'
import { RemoveGroupDialog } from './RemoveGroupDialog.tsx'
import { UseGroupInstead } from './UseGroupInstead.tsx'
import { useGroupActions } from './useGroupActions.ts'
import { chatNote, groupWords, rulesWords } from './words.ts'

/** The dialog with the form is loaded when it is first opened. */
const GroupRulesDialog = lazyComponent(async () => (await import('./GroupRulesDialog.tsx')).default)

type GroupRowProps = {
  group: Group
  /** Why it cannot be posted to now, by its account. */
  waits?: string | undefined
  /** How a lost group comes back: in the menu, and below the reason why it was lost. */
  wayBack?: { item: MenuEntry; button: ReactNode } | undefined
}

/** A chosen group: whether it can be posted to, and what can be done with it. */
export function GroupRow({ group, waits, wayBack }: GroupRowProps) {
  const words = groupWords[group.status]
  const row = useNamed(`group-${group.id}`)
  // A muted group is no problem: its user wants it so.
  const isWished = group.status === 'active' || (group.status === 'muted' && !group.attention)
  return (
    <li
      {...row}
      tabIndex={-1}
      className={cn(
        'flex items-center gap-3 border-b border-line py-2.5 last:border-0',
        // The mark reaches over the edges, and its words stay where they are.
        row['aria-current'] && '-mx-2 rounded-md bg-accent-soft/50 px-2',
      )}
    >
      <GroupMark group={group} />
      {/* Where words and state have no room beside each other, the state stands below. */}
      <div className="flex flex-1 flex-wrap items-center gap-x-3 gap-y-1">
        <div className="grid flex-1 basis-48">
          {/* Three lines are enough for a name of 60 letters on a phone. */}
          <span dir="auto" className="line-clamp-3 text-left font-medium wrap-anywhere">
            {group.title}
          </span>
          <span className="text-sm text-muted">
            {chatNote(group)}
            <LastSent group={group} />
          </span>
          <Rules group={group} />
          {/* Why groups are suspended is said once, above them all. */}
          {group.status !== 'active' && group.status !== 'suspended' && (
            <span
              className={cn('text-sm', isWished ? 'text-muted' : 'mt-0.5 flex gap-1.5 text-warn')}
            >
              {!isWished && <TriangleAlert size={14} aria-hidden className="mt-[3px] shrink-0" />}
              <span>{group.attention?.text ?? group.reason ?? words.meaning}</span>
            </span>
          )}
          {wayBack && <span className="mt-1.5">{wayBack.button}</span>}
        </div>
        {group.status === 'active' && waits ? (
          <Badge tone="warn">{waits}</Badge>
        ) : (
          <Badge tone={group.status === 'muted' && !isWished ? 'warn' : words.tone}>
            {words.label}
          </Badge>
        )}
      </div>
      <Actions group={group} waits={waits} wayBack={wayBack?.item} />
    </li>
  )
}

/** What an address that names this row does: it is seen, marked, and has the focus. */
function useNamed(id: string) {
  const { hash, key } = useLocation()
  const row = useRef<HTMLLIElement>(null)
  // Anew each time that it is gone to.
  const named = hash === `#${id}` ? key : undefined
  useEffect(() => {
    if (!named) return
    row.current?.scrollIntoView({ block: 'center' })
    row.current?.focus({ preventScroll: true })
  }, [named])
  return { id, ref: row, ...(named ? { 'aria-current': 'true' as const } : {}) }
}

/** Quiet hours and caps: why something may wait. */
function Rules({ group }: { group: Group }) {
  const rules = rulesWords(group)
  if (rules.length === 0) return null
  return (
    <span className="flex items-center gap-1.5 text-sm text-muted">
      <SlidersHorizontal size={12} aria-hidden className="shrink-0" />
      <span className="sr-only">Rules: </span>
      {rules.join(' · ')}
    </span>
  )
}

function LastSent({ group }: { group: Group }) {
  const { timeZone } = useUser()
  if (!group.lastSentAt) return null
  return (
    <>
      {' · last sent '}
      <Time at={group.lastSentAt} zone={timeZone} as="ago" breaks />
    </>
  )
}

type ActionsProps = {
  group: Group
  waits: string | undefined
  wayBack: MenuEntry | undefined
}

function Actions({ group, waits, wayBack }: ActionsProps) {
  const [leaving, setLeaving] = useState(false)
  const [ruling, setRuling] = useState(false)
  const [swapping, setSwapping] = useState(false)
  const { check, test, mute, swapIn, busy } = useGroupActions(group, waits)
  const { limits } = useUser()
  const { needs } = channelFacts[group.channel]
  const muted = group.status === 'muted'
  return (
    <>
      <Menu
        trigger={
          <Button
            variant="plain"
            size="sm"
            icon
            loading={busy}
            aria-label={`Actions for ${group.title}`}
          >
            <Ellipsis size={18} aria-hidden />
          </Button>
        }
        items={[
          wayBack ?? false,
          group.status === 'suspended' &&
            (!needs || limits[needs]) && {
              label: 'Use this one instead…',
              icon: ArrowLeftRight,
              onSelect: () => setSwapping(true),
            },
          { label: 'Refresh status', icon: RefreshCw, onSelect: check },
          !muted && !waits && { label: 'Send a test message', icon: Send, onSelect: test },
          {
            label: muted ? 'Unmute' : 'Mute',
            icon: muted ? Bell : BellOff,
            onSelect: () => mute(!muted),
          },
          { label: 'Rules…', icon: SlidersHorizontal, onSelect: () => setRuling(true) },
          '-',
          { label: 'Remove…', icon: Trash2, danger: true, onSelect: () => setLeaving(true) },
        ]}
      />
      {ruling && (
        <LazyDialog onFailed={() => setRuling(false)}>
          <GroupRulesDialog group={group} open={ruling} onOpenChange={setRuling} />
        </LazyDialog>
      )}
      {swapping && (
        <UseGroupInstead
          group={group}
          onClose={() => setSwapping(false)}
          onUse={swapIn}
          busy={busy}
        />
      )}
      <RemoveGroupDialog group={group} open={leaving} onOpenChange={setLeaving} />
    </>
  )
}
