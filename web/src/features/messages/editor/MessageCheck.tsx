import type { Message } from '@carillon/contract/messages'
import type { ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { useFormContext, useWatch } from 'react-hook-form'
import { contentOf } from '../../compose/content/options.ts'
import { PreflightCheck } from '../../preflight/PreflightCheck.tsx'
import { useTiming } from '../../schedule/useTiming.ts'
import { fieldOf, inputOf, type MessageForm } from '../form.ts'

type MessageCheckProps = {
  message: Message | undefined
  /** Leads to a field of the form. */
  onLead: (path: string) => void
  children: ReactNode
}

/** Judges the message as it is typed, for those inside that tell of it. */
export function MessageCheck(props: MessageCheckProps) {
  // Worked out when a time is changed, and not with each key of a text.
  const { times } = useTiming(props.message?.schedule)
  return <Typed {...props} times={times} />
}

function Typed({
  message,
  onLead,
  times,
  children,
}: MessageCheckProps & { times: readonly string[] }) {
  const { setValue } = useFormContext<MessageForm>()
  const form = useWatch<MessageForm>() as MessageForm
  const { kind, groupIds, topics, schedule } = inputOf(form, 'draft', message)

  function lead(path: string) {
    // What goes now has no time yet to choose another for.
    if (path === 'time' && form.when === 'now') flushSync(() => setValue('when', 'at'))
    onLead(path.startsWith('content') ? (fieldOf(path, form) ?? path) : path)
  }

  return (
    <PreflightCheck
      asked={{
        kind,
        content: contentOf(form.text, form),
        groupIds,
        ...(topics ? { topics } : {}),
        ...(schedule ? { schedule } : {}),
        ...(message ? { messageId: message.id } : {}),
      }}
      times={times}
      timeField={form.when === 'repeat' ? 'timetable.times' : 'time'}
      onLead={lead}
    >
      {children}
    </PreflightCheck>
  )
}
