import { Link } from '../../../app/navigation/Link.tsx'
import { paths } from '../../../app/paths.ts'
import { insteadWords } from '../words.ts'

type InsteadOfStepNoteProps = {
  cycleId: string
  /** The number of the step that the run would send, if it is one and known. */
  step: number | undefined
}

/** Tells who gives a run of a cycle its own text what becomes of its step, and where the step itself is changed. */
export function InsteadOfStepNote({ cycleId, step }: InsteadOfStepNoteProps) {
  const { note, edit } = insteadWords(step)
  return (
    <p className="text-sm">
      {note}{' '}
      <span className="text-muted">
        {edit}{' '}
        <Link
          to={paths.editCycle(cycleId)}
          className="rounded-sm text-ink underline underline-offset-4"
        >
          edit the cycle
        </Link>
        .
      </span>
    </p>
  )
}
