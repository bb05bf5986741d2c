import type { Exception } from '@carillon/contract/messages'
import { Link } from '../../../app/navigation/Link.tsx'
import { paths } from '../../../app/paths.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { buttonLook } from '../../../ui/Button.tsx'
import { wallTime } from '../../../ui/time/words.ts'

/** Saved, and what was lost by it: changes to single runs that the new timetable does not have. */
export function DroppedBanner({ dropped }: { dropped: Exception[] }) {
  return (
    <Banner
      tone="warn"
      title="Saved. These runs are no longer in the timetable, and what you changed about them is gone:"
      action={
        <Link to={paths.automated} className={buttonLook({ size: 'sm' })}>
          Done
        </Link>
      }
    >
      <ul>
        {dropped.map((exception) => (
          <li key={exception.slotAt}>
            {wallTime(exception.local)}: {changeWords(exception)}
          </li>
        ))}
      </ul>
    </Banner>
  )
}

function changeWords({ skip, moveTo, content, following }: Exception): string {
  if (skip) return 'was skipped'
  return [
    moveTo ? `was moved to ${wallTime(moveTo)}` : '',
    content ? `had another text${following ? ' from then on' : ''}` : '',
  ]
    .filter(Boolean)
    .join(' and ')
}
