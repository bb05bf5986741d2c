import { useController, useFormContext } from 'react-hook-form'
import { Card } from '../../../ui/Card.tsx'
import { Field } from '../../../ui/Field.tsx'
import { Input } from '../../../ui/Input.tsx'
import { Audience } from '../../compose/audience/Audience.tsx'
import { TimetableFields } from '../../schedule/TimetableFields.tsx'
import { useChecked } from '../../preflight/context.ts'
import { reasonsOf } from '../../preflight/findings.ts'
import type { CycleForm } from '../form.ts'
import { ColorField } from './ColorField.tsx'
import { Guards, Rotation } from './Rotation.tsx'
import { StepsField } from './StepsField.tsx'

type CycleFieldsProps = {
  /** The steps, by id, whose editors are open. */
  open: ReadonlySet<string>
  onOpen: (id: string, open: boolean) => void
  /** Called with the step that somebody works on. */
  onCurrent: (id: string) => void
}

/** The fields of a cycle, in their order. */
export function CycleFields(steps: CycleFieldsProps) {
  const { register, formState } = useFormContext<CycleForm>()
  return (
    <>
      <Card className="grid gap-4 p-4 md:p-5">
        <Field
          label="Name"
          error={formState.errors.name?.message}
          aside={<span className="text-sm text-muted">Only you see it.</span>}
        >
          {(control) => <Input {...control} {...register('name')} dir="auto" autoComplete="off" />}
        </Field>
        <ColorField />
      </Card>
      <StepsField {...steps} />
      <Card className="p-4 md:p-5">
        <Groups />
      </Card>
      <Card className="grid gap-4 p-4 md:p-5">
        <h2 className="font-semibold">Timetable</h2>
        <TimetableFields />
      </Card>
      <Card className="grid gap-4 p-4 md:p-5">
        <h2 className="font-semibold">Rotation</h2>
        <Rotation />
      </Card>
      <Card>
        <Guards />
      </Card>
    </>
  )
}

function Groups() {
  const { control, formState } = useFormContext<CycleForm>()
  const {
    field: { ref, ...groupIds },
  } = useController({ control, name: 'groupIds' })
  const topics = useController({ control, name: 'topics' }).field
  const { groupIds: wrong, topics: wrongTopics } = formState.errors
  const topicProblem = (wrongTopics as { message?: unknown } | undefined)?.message
  return (
    <Audience
      ref={ref}
      value={{ groupIds: groupIds.value, topics: topics.value }}
      onChange={(reach) => {
        if (reach.groupIds !== groupIds.value) groupIds.onChange(reach.groupIds)
        if (reach.topics !== topics.value) topics.onChange(reach.topics)
      }}
      problem={wrong?.message ?? (typeof topicProblem === 'string' ? topicProblem : undefined)}
      reasons={reasonsOf(useChecked().findings)}
    />
  )
}
