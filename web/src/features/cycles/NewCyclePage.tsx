import { useSearchParams } from '../../app/navigation/useSearchParams.ts'
import { CycleEditor } from './editor/CycleEditor.tsx'

/** Makes a new cycle; the address may name a template. */
export function Component() {
  const [search] = useSearchParams()
  return <CycleEditor key={search.toString()} title="New cycle" />
}
