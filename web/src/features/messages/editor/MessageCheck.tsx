import type { Message } from '@carillon/contract/messages'
import { type ReactNode, useMemo } from 'react'
import { flushSync } from 'react-dom'
import { useFormContext, useWatch } from 'react-hook-form'
import { contentOf } from '../../compose/content/options.ts'
import { NOT_UPLOADED, uploadProblem } from '../../compose/media/files.ts'
import { useUploadState } from '../../compose/media/uploads.ts'
import type { Finding } from '../../preflight/findings.ts'
import { PreflightCheck } from '../../preflight/PreflightCheck.tsx'
import { useTiming } from '../../schedule/useTiming.ts'
import { fieldOf, inputOf, type MessageForm } from '../form.ts'
import { useDelayingGroups } from './useDelayingGroups.ts'

type MessageCheckProps = {
  message: Message | undefined
  /** Moves to a field of the form. */
  onLead: (path: string) => void
  children: ReactNode
}

/** Checks the message as it is typed, and gives the findings to its children. */
export function MessageCheck(props: MessageCheckProps) {
  // Computed when a time changes, not with each key that is typed in a text.
  const { times } = useTiming(props.message?.schedule, useDelayingGroups())
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
  const { kind, groupIds, topics, schedule, catchUpMinutes } = inputOf(form, 'draft', message)

  const missingIn = useUploadState(() => notUploadedIn(form))
  const more = useMemo(() => missingFile(missingIn), [missingIn])

  function lead(path: string) {
    // With “Send now” the form has no field for the time: show it first.
    if (path === 'time' && form.when === 'now') flushSync(() => setValue('when', 'at'))
    onLead(path.startsWith('content') ? (fieldOf(path, form) ?? path) : path)
  }

  return (
    <PreflightCheck
      asked={{
        kind,
        content: contentOf(form.text, form),
        groupIds,
        catchUpMinutes,
        ...(topics ? { topics } : {}),
        ...(schedule ? { schedule } : {}),
        ...(message ? { messageId: message.id } : {}),
      }}
      times={times}
      timeField={form.when === 'repeat' ? 'timetable.times' : 'time'}
      lacksTime={form.when !== 'now' && !schedule}
      more={more}
      onLead={lead}
    >
      {children}
    </PreflightCheck>
  )
}

/** The path of the content that has a file which could not be uploaded; empty if none has. */
function notUploadedIn(form: MessageForm): string {
  const missing = uploadProblem(form)
  return missing?.message === NOT_UPLOADED ? missing.path.join('.') : ''
}

const missingFile = (path: string): Finding[] =>
  path === ''
    ? []
    : [{ id: 'files', effect: 'blocks', words: NOT_UPLOADED, fixes: [{ kind: 'show', path }] }]
