import { CycleEditor } from './editor/CycleEditor.tsx'
import { Loaded } from './Loaded.tsx'

/** The form that changes a cycle. */
export function Component() {
  return (
    <Loaded title="Edit cycle">
      {(cycle) => <CycleEditor key={cycle.id} title="Edit cycle" cycle={cycle} />}
    </Loaded>
  )
}
