import type { Run } from '@carillon/contract/messages'
import { ChevronDown, Clock } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useUser } from '../../../api/session/useSession.ts'
import { cn } from '../../../ui/cn.ts'
import { lazyComponent, LazyDialog } from '../../../ui/lazy.tsx'
import { Menu } from '../../../ui/Menu.tsx'
import { Time } from '../../../ui/time/Time.tsx'
import { useNow } from '../../../ui/time/useNow.ts'
import { shortTime } from '../../../ui/time/words.ts'
import { keptWords } from '../../groups/delayWords.ts'
import type { ReceivedMessage } from '../cache.ts'
import type { RunChange } from '../../series/RunDialog.tsx'
import { actWords, type RunAct, runItems } from '../../series/runItems.ts'
import { useChangeRun } from './useChangeRun.ts'

// The dialog loads when it is needed, so that lists stay small.
const MessageRunDialog = lazyComponent(async () => (await import('./MessageRunDialog.tsx')).default)

type RunMenuProps = {
  message: ReceivedMessage
  run: Run
  first: boolean
  /** Beside its time. */
  children?: ReactNode
}

/** A run to come, with actions for it alone, or for it and all later ones. */
export function RunMenu({ message, run, first, children }: RunMenuProps) {
  const { timeZone } = useUser()
  const now = useNow()
  const { change } = useChangeRun(message)
  const [dialog, setDialog] = useState<RunChange>()
  const { slotAt, at, mark, changed } = run
  const kept = keptWords(run, timeZone)

  function act(what: RunAct) {
    if (what === 'skip') void change(slotAt, { skip: true }, actWords.skip)
    else if (what === 'restore') void change(slotAt, { restore: true }, actWords.restore)
    else setDialog(what)
  }

  return (
    <>
      <span className="flex flex-wrap items-center gap-x-1">
        <Menu
          trigger={
            <button
              type="button"
              aria-label={`Run of ${shortTime(at, timeZone, now)}${changed ? ` ${changedWords[changed]}` : ''}`}
              className="group flex items-center gap-1.5 rounded-md px-1.5 text-left whitespace-nowrap hover:bg-hover"
            >
              <Time
                at={at}
                zone={timeZone}
                as="short"
                className={cn(first ? 'font-medium' : 'text-muted')}
              />
              {changed && (
                <span className="text-xs font-medium text-info">{changedWords[changed]}</span>
              )}
              {mark && <Clock size={12} aria-label="The clocks change" className="text-warn" />}
              <ChevronDown
                size={12}
                aria-hidden
                className="text-muted opacity-60 transition-opacity group-hover:opacity-100 group-focus-visible:opacity-100"
              />
            </button>
          }
          items={runItems(changed, act)}
        />
        {children}
      </span>
      {kept && <p className="px-1.5 text-muted">{kept}</p>}
      {dialog && (
        <LazyDialog onFailed={() => setDialog(undefined)}>
          <MessageRunDialog
            message={message}
            run={run}
            change={dialog}
            onClose={() => setDialog(undefined)}
          />
        </LazyDialog>
      )}
    </>
  )
}

const changedWords = { moved: 'moved', content: 'own text' }
