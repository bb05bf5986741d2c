import type { Group } from '@carillon/contract/groups'
import { Checkbox } from '../../../ui/Checkbox.tsx'

type TopicsProps = { group: Group; chosen: readonly string[]; onChange: (ids: string[]) => void }

/** The topics of a forum group to post in. */
export function Topics({ group, chosen, onChange }: TopicsProps) {
  const toggle = (id: string, on: boolean) =>
    onChange(on ? [...chosen, id] : chosen.filter((other) => other !== id))
  return (
    <fieldset className="ml-6.5 grid gap-2 border-l border-line pb-1 pl-4">
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
    </fieldset>
  )
}
