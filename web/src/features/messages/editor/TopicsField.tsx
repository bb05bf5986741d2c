import type { Group } from '@carillon/contract/groups'
import { useController, useFormContext } from 'react-hook-form'
import { Checkbox } from '../../../ui/Checkbox.tsx'
import { Problem } from '../../../ui/Field.tsx'
import type { MessageForm } from '../form.ts'

/** The topics of a forum group to post in. */
export function TopicsField({ group }: { group: Group }) {
  const { control, formState } = useFormContext<MessageForm>()
  const { field } = useController({ control, name: 'topics' })
  const chosen = field.value[group.id] ?? []
  const toggle = (id: string, on: boolean) =>
    field.onChange({
      ...field.value,
      [group.id]: on ? [...chosen, id] : chosen.filter((other) => other !== id),
    })
  const problem = formState.errors.topics?.message
  return (
    <fieldset className="ml-6.5 grid gap-2 border-l border-line pl-4">
      <legend className="sr-only">Topics of {group.title}</legend>
      {group.topics.map((topic) => (
        <Checkbox
          key={topic.id}
          label={topic.name}
          {...(topic.closed ? { note: 'Closed: only admins can post here.' } : {})}
          checked={chosen.includes(topic.id)}
          onChange={(event) => toggle(topic.id, event.target.checked)}
        />
      ))}
      {chosen.length === 0 && <p className="text-sm text-muted">It goes to General.</p>}
      {typeof problem === 'string' && <Problem>{problem}</Problem>}
    </fieldset>
  )
}
