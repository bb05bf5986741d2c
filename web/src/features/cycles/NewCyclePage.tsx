import { useSearchParams } from '../../app/navigation/useSearchParams.ts'
import { OpenForm } from '../compose/OpenForm.tsx'
import { useAdded } from './add/useAdded.ts'
import { CycleEditor } from './editor/CycleEditor.tsx'
import { LoadingCycle } from './Loaded.tsx'

/** Creates a cycle; the address may name a template, or a message that becomes its first step. */
export function Component() {
  const [search] = useSearchParams()
  const { isPending, added } = useAdded()
  const loading = <LoadingCycle title="New cycle" />
  if (isPending) return loading
  return (
    <OpenForm key={search.toString()} place="new-cycle" loading={loading}>
      {(held) => <CycleEditor title="New cycle" held={held} added={added} />}
    </OpenForm>
  )
}
