import { OpenForm } from '../compose/OpenForm.tsx'
import { useAdded } from './add/useAdded.ts'
import { CycleEditor } from './editor/CycleEditor.tsx'
import { Loaded, LoadingCycle } from './Loaded.tsx'

/** The editor of a cycle; the address may name a message to add to it. */
export function Component() {
  const { isPending, added } = useAdded()
  const loading = <LoadingCycle title="Edit cycle" />
  if (isPending) return loading
  return (
    <Loaded title="Edit cycle">
      {(cycle) => (
        <OpenForm key={cycle.id} place={cycle.id} base={String(cycle.editedRev)} loading={loading}>
          {(held) => <CycleEditor title="Edit cycle" cycle={cycle} held={held} added={added} />}
        </OpenForm>
      )}
    </Loaded>
  )
}
