import { Fragment } from 'react'
import { useUser } from '../../../api/session/useSession.ts'
import { Checkbox } from '../../../ui/Checkbox.tsx'
import { Time } from '../../../ui/time/Time.tsx'
import { copiesWords } from './words.ts'

/** Another run of the same message, and how many of its copies can be edited, or deleted. */
type Other = { occurrenceId: string; at: string; copies: number }

type OthersProps = {
  others: readonly Other[]
  chosen: boolean
  onChoose: (chosen: boolean) => void
}

/** A checkbox: do the same with the copies of other runs of this message. */
export function Others({ others, chosen, onChoose }: OthersProps) {
  const { timeZone } = useUser()
  const some = others.filter((one) => one.copies > 0)
  if (some.length === 0) return null
  return (
    <Checkbox
      checked={chosen}
      onChange={(event) => onChoose(event.target.checked)}
      label={`Also ${copiesWords(countCopies(some))} of ${some.length === 1 ? 'another run' : 'other runs'}`}
      note={some.map(({ occurrenceId, at }, n) => (
        <Fragment key={occurrenceId}>
          {n > 0 && '; '}
          <Time at={at} zone={timeZone} as="short" />
        </Fragment>
      ))}
    />
  )
}

/** How many copies of other runs can be edited, or deleted. */
export const countCopies = (others: readonly Other[]): number =>
  others.reduce((sum, one) => sum + one.copies, 0)

/** The runs of which there are such copies. */
export const runsOf = (others: readonly Other[]): string[] =>
  others.flatMap((one) => (one.copies > 0 ? one.occurrenceId : []))
