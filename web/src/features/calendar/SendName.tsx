import type { Send } from '@carillon/contract/calendar'
import { Orbit } from 'lucide-react'
import { ContentIcon } from '../compose/content/ContentIcon.tsx'
import { CycleMark } from '../cycles/CycleMark.tsx'
import { sendTitle } from './sends.ts'

/** The name of a send, after an icon that tells cycles from messages. */
export const SendName = ({ send }: { send: Send }) => (
  <>
    {send.source === 'cycle' && (
      <>
        {send.color ? (
          <CycleMark color={send.color} />
        ) : (
          <Orbit size={14} aria-hidden className="mr-1 inline-block align-middle" />
        )}
        <span className="sr-only">Cycle: </span>
      </>
    )}
    <ContentIcon shows={send.shows} />
    {sendTitle(send)}
  </>
)
