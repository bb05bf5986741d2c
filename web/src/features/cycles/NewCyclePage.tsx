import { useSearchParams } from '../../app/navigation/useSearchParams.ts'
import { useAdded } from './add/useAdded.ts'
import { CycleEditor } from './editor/CycleEditor.tsx'
import { LoadingCycle } from './Loaded.tsx'

/** Creates a cycle; the address may name a template, or a message that becomes its first step. */
export function Component() {
  const [search] = useSearchParams()
  const { isPending, added } = useAdded()
  if (isPending) return <LoadingCycle title="New cycle" />
  return <CycleEditor key={search.toString()} title="New cycle" added={added} />
}
