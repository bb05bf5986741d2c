import { useAdded } from './add/useAdded.ts'
import { CycleEditor } from './editor/CycleEditor.tsx'
import { Loaded, LoadingCycle } from './Loaded.tsx'

/** The editor of a cycle; the address may name a message to add to it. */
export function Component() {
  const { isPending, added } = useAdded()
  if (isPending) return <LoadingCycle title="Edit cycle" />
  return (
    <Loaded title="Edit cycle">
      {(cycle) => <CycleEditor key={cycle.id} title="Edit cycle" cycle={cycle} added={added} />}
    </Loaded>
  )
}
