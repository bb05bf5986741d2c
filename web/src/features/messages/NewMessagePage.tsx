import { useSearchParams } from '../../app/navigation/useSearchParams.ts'
import { Page } from '../../app/Page.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { contentFields } from '../compose/content/options.ts'
import { useCycle } from '../cycles/queries.ts'
import { OnlyGroup } from '../first-steps/OnlyGroup.tsx'
import { MessageEditor } from './editor/MessageEditor.tsx'

/** Creates a message. The address may name a step of a cycle, whose content is filled in. */
export function Component() {
  const [search] = useSearchParams()
  const cycleId = search.get('cycle')
  if (cycleId) return <OfStep cycleId={cycleId} stepId={search.get('step') ?? ''} />
  return (
    <MessageEditor title="New message">
      <OnlyGroup />
    </MessageEditor>
  )
}

/** A new message with the content of a step, to the groups of its cycle. */
function OfStep({ cycleId, stepId }: { cycleId: string; stepId: string }) {
  const { data: cycle, isPending } = useCycle(cycleId)
  if (isPending) {
    return (
      <Page title="New message" width="wide">
        <Loading label="Loading the step">
          <Skeleton className="h-64" />
        </Loading>
      </Page>
    )
  }
  const content = cycle?.steps.find(({ id }) => id === stepId)?.content
  // If the step was deleted, the form is empty.
  const filled = cycle &&
    content && {
      text: content.text,
      ...contentFields(content),
      groupIds: cycle.groupIds,
      topics: cycle.topics ?? {},
    }
  return <MessageEditor title="New message" {...(filled ? { filled } : {})} />
}
