import type { ComponentProps } from 'react'
import { useSearchParams } from '../../app/navigation/useSearchParams.ts'
import { Page } from '../../app/Page.tsx'
import { contentFields } from '../compose/content/options.ts'
import { OpenForm } from '../compose/OpenForm.tsx'
import { useCycle } from '../cycles/queries.ts'
import { OnlyGroup } from '../first-steps/OnlyGroup.tsx'
import { LoadingMessage, MessageEditor } from './editor/MessageEditor.tsx'

/** Creates a message. The address may name a step of a cycle, whose content is filled in. */
export function Component() {
  const [search] = useSearchParams()
  const cycleId = search.get('cycle')
  if (cycleId) return <OfStep cycleId={cycleId} stepId={search.get('step') ?? ''} />
  return (
    <NewMessage>
      <OnlyGroup />
    </NewMessage>
  )
}

/** A new message with the content of a step, to the groups of its cycle. */
function OfStep({ cycleId, stepId }: { cycleId: string; stepId: string }) {
  const { data: cycle, isPending } = useCycle(cycleId)
  if (isPending) return loading
  const content = cycle?.steps.find(({ id }) => id === stepId)?.content
  // If the step was deleted, the form is empty.
  const filled = cycle &&
    content && {
      text: content.text,
      ...contentFields(content),
      groupIds: cycle.groupIds,
      topics: cycle.topics ?? {},
    }
  return <NewMessage filled={filled} />
}

type NewMessageProps = Pick<ComponentProps<typeof MessageEditor>, 'filled' | 'children'>

const NewMessage = (props: NewMessageProps) => (
  <OpenForm place="new" loading={loading}>
    {(held) => <MessageEditor title="New message" held={held} {...props} />}
  </OpenForm>
)

const loading = (
  <Page title="New message" width="wide">
    <LoadingMessage />
  </Page>
)
