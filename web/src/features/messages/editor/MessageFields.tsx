import type { Message } from '@carillon/contract/messages'
import { useController, useFormContext, useWatch } from 'react-hook-form'
import { useUser } from '../../../api/session/useSession.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Card } from '../../../ui/Card.tsx'
import { Field } from '../../../ui/Field.tsx'
import { Input } from '../../../ui/Input.tsx'
import { wallTime } from '../../../ui/time/words.ts'
import { useWide } from '../../../ui/useWide.ts'
import { Audience } from '../../compose/audience/Audience.tsx'
import { ContentPart } from '../../compose/content/ContentPart.tsx'
import { useReach } from '../../compose/useReach.ts'
import { NextRuns } from '../../schedule/NextRuns.tsx'
import { Timing } from '../../schedule/Timing.tsx'
import { toZone } from '../../schedule/when.ts'
import { useChecked } from '../../preflight/context.ts'
import { reasonsOf } from '../../preflight/findings.ts'
import { PreflightCard } from '../../preflight/PreflightCard.tsx'
import type { MessageForm } from '../form.ts'
import { Options } from './Options.tsx'
import { useDelayingGroups } from './useDelayingGroups.ts'

/** The fields of a message, in their order. */
export function MessageFields({ message }: { message: Message | undefined }) {
  const wide = useWide()
  // After it is saved, a message cannot change between once and repeated.
  const settled = message && message.status !== 'draft' ? message.kind : undefined
  const choices =
    settled === 'automated'
      ? (['repeat'] as const)
      : settled === 'scheduled'
        ? (['at', 'now'] as const)
        : (['at', 'repeat', 'now'] as const)
  return (
    <>
      <Card className="grid gap-5 p-4 md:p-5">
        <Text first={!message} />
        {message && <LaterText message={message} />}
        <Title />
      </Card>
      <Card className="p-4 md:p-5">
        <Groups />
      </Card>
      <Card className="grid gap-5 p-4 md:p-5">
        <Timing choices={choices} />
        {!wide && <RunsToCome message={message} />}
      </Card>
      {!wide && <PreflightCard />}
      <Options />
    </>
  )
}

/** The next runs of a series; on wide pages they are beside the form. */
export function RunsToCome({ message }: { message: Message | undefined }) {
  const { control } = useFormContext<MessageForm>()
  const when = useWatch({ control, name: 'when' })
  const delaying = useDelayingGroups()
  return when === 'repeat' && <NextRuns before={message?.schedule} delaying={delaying} />
}

function Text({ first }: { first: boolean }) {
  const { control } = useFormContext<MessageForm>()
  const { networks } = useReach(useWatch({ control, name: 'groupIds' }))
  return <ContentPart networks={networks} first={first} />
}

/** That runs from some time on have another text: a change of this one does not reach them. */
function LaterText({ message: { exceptions, schedule } }: { message: Message }) {
  const { timeZone } = useUser()
  const later = exceptions.find(({ content, following }) => content && following)
  if (!later) return null
  const from = toZone(later.local, { from: schedule?.timeZone ?? 'UTC', to: timeZone })
  return (
    <Banner>
      From {wallTime(from)} on, the runs have another text, which you gave them. Changes here do not
      reach it; you see it under “Single runs”.
    </Banner>
  )
}

function Title() {
  const { register, formState } = useFormContext<MessageForm>()
  return (
    <Field
      label="Title"
      error={formState.errors.title?.message}
      aside={<span className="text-sm text-muted">Optional. Only you see it.</span>}
    >
      {(control) => <Input {...control} {...register('title')} dir="auto" autoComplete="off" />}
    </Field>
  )
}

function Groups() {
  const { control, formState } = useFormContext<MessageForm>()
  const {
    field: { ref, ...groupIds },
  } = useController({ control, name: 'groupIds' })
  const topics = useController({ control, name: 'topics' }).field
  const { findings } = useChecked()
  const problem = formState.errors.groupIds?.message ?? topicsProblem(formState.errors.topics)
  return (
    <Audience
      ref={ref}
      value={{ groupIds: groupIds.value, topics: topics.value }}
      onChange={(reach) => {
        if (reach.groupIds !== groupIds.value) groupIds.onChange(reach.groupIds)
        if (reach.topics !== topics.value) topics.onChange(reach.topics)
      }}
      problem={problem}
      reasons={reasonsOf(findings)}
    />
  )
}

const topicsProblem = (error: { message?: unknown } | undefined) =>
  typeof error?.message === 'string' ? error.message : undefined
