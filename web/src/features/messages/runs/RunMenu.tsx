import type { Run } from '@carillon/contract/messages'
import { ChevronDown, Clock, Moon } from 'lucide-react'
import { useState } from 'react'
import { useUser } from '../../../api/session/useSession.ts'
import { cn } from '../../../ui/cn.ts'
import { lazyComponent, LazyDialog } from '../../../ui/lazy.tsx'
import { Menu } from '../../../ui/Menu.tsx'
import { Time } from '../../../ui/time/Time.tsx'
import { useNow } from '../../../ui/time/useNow.ts'
import { shortTime } from '../../../ui/time/words.ts'
import { quietWords } from '../../groups/delayWords.ts'
import type { ReceivedMessage } from '../cache.ts'
import type { RunChange } from '../../series/RunDialog.tsx'
import { actWords, type RunAct, runItems } from '../../series/runItems.ts'
import { useChangeRun } from './useChangeRun.ts'

// The dialog loads when it is needed, so that lists stay small.
const MessageRunDialog = lazyComponent(async () => (await import('./MessageRunDialog.tsx')).default)

type RunMenuProps = { message: ReceivedMessage; run: Run; first: boolean }

/** A run to come, with actions for it alone, or for it and all later ones. */
export function RunMenu({ message, run, first }: RunMenuProps) {
  const { timeZone } = useUser()
  const now = useNow()
  const { change } = useChangeRun(message)
  const [dialog, setDialog] = useState<RunChange>()
  const { slotAt, at, mark, changed, quiet } = run

  function act(what: RunAct) {
    if (what === 'skip') void change(slotAt, { skip: true }, actWords.skip)
    else if (what === 'restore') void change(slotAt, { restore: true }, actWords.restore)
    else setDialog(what)
  }

  return (
    <>
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
            {quiet && (
              <Moon size={12} aria-label={quietWords(quiet, timeZone)} className="text-muted" />
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
