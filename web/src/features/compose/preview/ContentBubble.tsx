import { parse } from '@carillon/contract/content/markup'
import type { Values } from '@carillon/contract/content/variables'
import { firstAddress } from '@carillon/contract/content/signs'
import { shownOnWhatsapp } from '@carillon/contract/content/whatsapp'
import type { ReactNode } from 'react'
import { lazyComponent, LazyPart } from '../../../ui/lazy.tsx'
import { rowsOf } from '../buttons/buttons.ts'
import { isTextAfter, type Shown } from '../content/options.ts'
import { areSeen } from '../media/files.ts'
import type { Network } from '../networks.ts'
import { Bubble } from './Bubble.tsx'
import { LinkShown, firstLink } from './LinkShown.tsx'
import { fillVariables } from './useValues.ts'

// Only a message that has them loads them.
const Attached = lazyComponent(async () => (await import('./Attached.tsx')).default)
const PollShown = lazyComponent(async () => (await import('./PollShown.tsx')).default)
const LinkCardShown = lazyComponent(async () => (await import('./LinkCardShown.tsx')).default)
const ButtonsShown = lazyComponent(async () => (await import('./ButtonsShown.tsx')).default)

type ContentBubbleProps = {
  said: Omit<Shown, 'own'>
  /** What its variables say. */
  values: Values
  time: string
  network: Network['id']
  /** Who says it. */
  sender: string | undefined
}

/**
 * What is said as members of a network see it, with its buttons; below it what they notice besides. Drawn at once with
 * the text that is typed: drawn after it, it would wait for a frame that shows it as it was.
 */
export function ContentBubble({ said: typed, values, time, network, sender }: ContentBubbleProps) {
  const said = fillVariables(typed, values)
  const show = (one: OnProps['said'], by?: string) =>
    network === 'whatsapp' ? (
      <OnWhatsapp said={one} values={values} time={time} />
    ) : (
      <OnTelegram said={one} values={values} time={time} sender={by} />
    )
  if (!isTextAfter(said)) return show(said, sender)
  return (
    <div className="grid gap-2">
      {/* Who says it is named above the first, and what is noticed besides below the last. */}
      {show({ ...said, text: '', buttons: [], silent: false, protect: false }, sender)}
      {show({ ...said, files: [] })}
    </div>
  )
}

type OnProps = Pick<ContentBubbleProps, 'said' | 'values' | 'time'>

function OnTelegram({ said, values, time, sender }: OnProps & { sender: string | undefined }) {
  const { text, says, files, poll, buttons, captionAbove } = said
  const isPoll = says === 'poll'
  const rich = parse(isPoll ? '' : text, values)
  const link = said.linkPreview && !isPoll && files.length === 0 ? firstLink(rich) : undefined
  const shown = isPoll ? <PollShown poll={poll} /> : files.length > 0 && <Attached files={files} />
  const isBelow = captionAbove && !isPoll && areSeen(files)
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
        pictured={!isPoll && areSeen(files)}
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

/** The bubble of WhatsApp, without buttons that can be pressed. Of a link it shows only the words of its sender. */
function OnWhatsapp({ said, values, time }: OnProps) {
  const { says, text, files, poll, buttons, linkCard, linkPreview } = said
  const isPoll = says === 'poll'
  const rich = shownOnWhatsapp(parse(isPoll ? '' : text, values), isPoll ? [] : rowsOf(buttons))
  const bare = files.map((file) => ({ ...file, spoiler: false }))
  const hasCard = linkPreview && linkCard?.title.trim() && !isPoll && files.length === 0
  const link = hasCard ? firstAddress(rich.text) : undefined
  const shown = isPoll ? (
    <PollShown poll={poll} onWhatsapp />
  ) : files.length > 0 ? (
    <Attached files={bare} />
  ) : (
    linkCard && link && <LinkCardShown card={linkCard} url={link} />
  )
  return (
    <div className="ml-auto w-fit max-w-full">
      <Bubble
        rich={rich}
        time={time}
        pictured={!isPoll && areSeen(files)}
        above={shown && <Parts>{shown}</Parts>}
        isOwn
      />
    </div>
  )
}

const Parts = ({ children }: { children: ReactNode }) => <LazyPart>{children}</LazyPart>
