import type { Message, MessageStatus } from '@carillon/contract/messages'
import { type ReactNode, useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { useUser } from '../../../api/session/useSession.ts'
import { FormProblem } from '../../../app/FormProblem.tsx'
import { paths } from '../../../app/paths.ts'
import { Button } from '../../../ui/Button.tsx'
import { problemsIn } from '../../compose/problemsIn.ts'
import { StaleBanner } from '../../compose/StaleBanner.tsx'
import { SummaryBar } from '../../compose/SummaryBar.tsx'
import { FindingsCount } from '../../preflight/FindingsCount.tsx'
import { DroppedBanner } from '../../series/DroppedBanner.tsx'
import { useTiming } from '../../schedule/useTiming.ts'
import { formOf, type MessageForm } from '../form.ts'
import { stateWords } from '../words.ts'
import { messageDifferences } from './differences.ts'
import { GoneBanner } from './GoneBanner.tsx'
import { audienceWords } from './savedWords.ts'
import type { useSave } from './useSave.tsx'
import { useDelayingGroups } from './useDelayingGroups.ts'

type SaveBarProps = {
  /** The id of the form. */
  form: string
  /** Undefined for a new message. */
  message: Message | undefined
  /** Why the message cannot be changed any more. */
  gone: MessageStatus | 'deleted' | undefined
  /** Whether a save got no answer. */
  isInDoubt: boolean
  save: ReturnType<typeof useSave>
  /** Offers to continue with what was typed on another device. */
  offer: ReactNode
  /** Saves a paused message, and ends its pause. */
  onResume: () => void
  onDiscard: () => void
  /** Moves to a field. */
  onLead: (path: string) => void
  /** Shows the warnings. */
  onWarnings: () => void
}

/** A summary of the message, and the buttons that save it. */
export function SaveBar(props: SaveBarProps) {
  const { form, message, gone, isInDoubt, save, offer } = props
  const { onResume, onDiscard, onLead, onWarnings } = props
  const { control, formState } = useFormContext<MessageForm>()
  const [when, groupIds, topics] = useWatch({ control, name: ['when', 'groupIds', 'topics'] })
  const timing = useTiming(message?.schedule, useDelayingGroups())
  const { saving } = save
  const status = save.shown?.status
  const draft = status === undefined || status === 'draft'
  const notes = (
    <>
      {/* One question at a time: what is saved elsewhere comes before what was only typed there. */}
      {!save.stale && offer}
      {save.stale && <Stale isNew={!message} {...save.stale} />}
      {save.dropped.length > 0 && <DroppedBanner dropped={save.dropped} to={paths.automated} />}
      <FormProblem />
    </>
  )
  if (gone) {
    return (
      <GoneBanner
        status={gone}
        isInDoubt={isInDoubt}
        saving={saving === 'draft'}
        onCopy={save.copy}
        onDiscard={onDiscard}
      >
        {notes}
      </GoneBanner>
    )
  }
  return (
    <SummaryBar
      summary={
        <>
          <span className="font-medium">{timing.words}</span>
          <span className="text-muted">
            {' · '}
            {audienceWords({ groupIds, topics }, message)}
          </span>
        </>
      }
      problems={problemsIn(formState.errors)}
      onProblem={onLead}
      warnings={<FindingsCount onPress={onWarnings} />}
      notes={notes}
    >
      {draft && (
        <Button
          loading={saving === 'draft'}
          aria-disabled={saving === 'go'}
          onClick={() => save.draft()}
        >
          Save draft
        </Button>
      )}
      {status === 'paused' && when !== 'now' && (
        <Button loading={saving === 'resume'} aria-disabled={saving === 'go'} onClick={onResume}>
          Save and resume
        </Button>
      )}
      <Button
        type="submit"
        form={form}
        variant="primary"
        loading={saving === 'go'}
        aria-disabled={saving !== undefined && saving !== 'go'}
      >
        {label(when, status)}
      </Button>
    </SummaryBar>
  )
}

/** Somebody else has saved the message: shows how this form differs from it. */
type StaleProps = NonNullable<SaveBarProps['save']['stale']> & { isNew: boolean }

function Stale({ newest, isNew, ...acts }: StaleProps) {
  const { timeZone } = useUser()
  const mine = useWatch<MessageForm>() as MessageForm
  const [theirs] = useState(() => formOf(newest, Date.now(), timeZone))
  return (
    <StaleBanner
      noun="message"
      isNew={isNew}
      state={stateWords(newest).label}
      differences={messageDifferences(newest, theirs, mine)}
      {...acts}
    />
  )
}

function label(when: MessageForm['when'], status: MessageStatus | undefined) {
  if (when === 'now') return 'Send now'
  if (status === 'paused') return 'Save'
  if (when === 'repeat') return status === undefined || status === 'draft' ? 'Start' : 'Save'
  if (status === 'scheduled') return 'Save and schedule'
  return status === undefined || status === 'draft' ? 'Schedule' : 'Reschedule'
}
