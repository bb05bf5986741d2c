import { parse } from '@carillon/contract/content/markup'
import type { Values } from '@carillon/contract/content/variables'
import { lazy, type ReactNode, Suspense, useDeferredValue } from 'react'
import type { Shown } from '../content/options.ts'
import { isSeen } from '../media/files.ts'
import { Bubble } from './Bubble.tsx'
import { LinkShown, firstLink } from './LinkShown.tsx'
import { filledWith } from './useValues.ts'

// Only a message that has them loads them.
const Attached = lazy(() => import('./Attached.tsx'))
const PollShown = lazy(() => import('./PollShown.tsx'))
const ButtonsShown = lazy(() => import('./ButtonsShown.tsx'))

type SaidBubbleProps = {
  said: Shown
  /** What its variables say. */
  values: Values
  time: string
  sender?: string | undefined
}

/** What is said as members see it, with its buttons; below it what they notice besides. */
export function SaidBubble({ said: newest, values, time, sender }: SaidBubbleProps) {
  const said = filledWith(useDeferredValue(newest), values)
  const { text, says, files, poll, buttons, captionAbove } = said
  const isPoll = says === 'poll'
  const rich = parse(isPoll ? '' : text, values)
  const link = said.linkPreview && !isPoll && files.length === 0 ? firstLink(rich) : undefined
  const shown = isPoll ? <PollShown poll={poll} /> : files.length > 0 && <Attached files={files} />
  const isBelow = captionAbove && !isPoll && files.every(({ kind }) => isSeen(kind))
  const notes = [
    said.silent && 'Arrives without a sound',
    said.protect && 'Cannot be forwarded or saved',
  ].filter(Boolean)
  return (
    <div className="grid w-fit max-w-full gap-1">
      <Bubble
        rich={rich}
        time={time}
        sender={sender}
        above={shown && !isBelow && <Parts>{shown}</Parts>}
        below={(shown && isBelow && <Parts>{shown}</Parts>) || (link && <LinkShown url={link} />)}
      />
      {buttons.length > 0 && (
        <Parts>
          <ButtonsShown buttons={buttons} />
        </Parts>
      )}
      {notes.length > 0 && <p className="text-sm text-muted">{notes.join(' · ')}</p>}
    </div>
  )
}

const Parts = ({ children }: { children: ReactNode }) => <Suspense>{children}</Suspense>
