import type { CycleSummary } from '@carillon/contract/cycles'
import { Link } from '../../../app/navigation/Link.tsx'
import { paths } from '../../../app/paths.ts'
import { insteadWords } from '../words.ts'

type InsteadOfStepNoteProps = {
  cycle: Pick<CycleSummary, 'id' | 'mode'>
  /** The number of the step that the run would send, if it is one and known. */
  step: number | undefined
}

/** Tells who gives a run of a cycle its own text what becomes of its step, and where the step itself is changed. */
export function InsteadOfStepNote({ cycle, step }: InsteadOfStepNoteProps) {
  const { note, edit } = insteadWords(step, cycle.mode)
  return (
    <p className="text-sm">
      {note}{' '}
      <span className="text-muted">
        {edit}{' '}
        <Link
          to={paths.editCycle(cycle.id)}
          className="rounded-sm text-ink underline underline-offset-4"
        >
          edit the cycle
        </Link>
        .
      </span>
    </p>
  )
}
