import type { SentContents } from '@carillon/contract/deliveries'
import { Fragment } from 'react'
import { useUser } from '../../../api/session/useSession.ts'
import { Checkbox } from '../../../ui/Checkbox.tsx'
import { Time } from '../../../ui/time/Time.tsx'

type OthersProps = {
  others: SentContents['others']
  can: 'editable' | 'deletable'
  chosen: boolean
  onChoose: (chosen: boolean) => void
}

/** Copies of other runs of the same message, to which the same is done if that is chosen. */
export function Others({ others, can, chosen, onChoose }: OthersProps) {
  const { timeZone } = useUser()
  const some = others.filter((one) => one[can] > 0)
  if (some.length === 0) return null
  const copies = copiesOf(some, can)
  return (
    <Checkbox
      checked={chosen}
      onChange={(event) => onChoose(event.target.checked)}
      label={`Also ${copies === 1 ? 'one copy' : `${copies} copies`} of ${some.length === 1 ? 'another run' : 'other runs'}`}
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
export const copiesOf = (others: SentContents['others'], can: OthersProps['can']): number =>
  others.reduce((sum, one) => sum + one[can], 0)

/** The runs of which there are such copies. */
export const runsOf = (others: SentContents['others'], can: OthersProps['can']): string[] =>
  others.flatMap((one) => (one[can] > 0 ? one.occurrenceId : []))
