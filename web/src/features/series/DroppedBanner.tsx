import { plain } from '@carillon/contract/content/markup'
import type { Content } from '@carillon/contract/content/content'
import { Link } from '../../app/navigation/Link.tsx'
import { Banner } from '../../ui/Banner.tsx'
import { buttonClasses } from '../../ui/Button.tsx'
import { wallTime } from '../../ui/time/words.ts'
import { plainLineOf } from '../compose/content/plainLine.ts'
import { withVariableNames } from '../compose/content/withVariableNames.ts'

/** What a single run did other than its series. */
type Dropped = {
  slotAt: string
  local: string
  skip?: true | undefined
  moveTo?: string | undefined
  content?: Content | undefined
  following?: true | undefined
}

type DroppedBannerProps = {
  dropped: Dropped[]
  /** Where to go from here. */
  to: string
}

/**
 * Saved, and what was lost by it: changes to single runs that the new timetable does not have, and moves to where
 * another run is now.
 */
export function DroppedBanner({ dropped, to }: DroppedBannerProps) {
  return (
    <Banner
      tone="warn"
      title="Saved. What you changed about these runs does not fit the new timetable, and is gone:"
      action={
        <Link to={to} className={buttonClasses({ size: 'sm' })}>
          Done
        </Link>
      }
    >
      <ul aria-label="Changes that are gone" className="max-h-52 overflow-y-auto">
        {dropped.map((exception) => (
          <li key={exception.slotAt + exception.following}>
            {wallTime(exception.local)}: {changeWords(exception)}
          </li>
        ))}
      </ul>
      {dropped.some(({ moveTo }) => moveTo) && (
        <p>Those that the timetable still has are sent at their own time, unless it has passed.</p>
      )}
    </Banner>
  )
}

function changeWords({ skip, moveTo, content, following }: Dropped): string {
  if (skip) return 'was skipped'
  return [
    moveTo ? `was moved to ${wallTime(moveTo)}` : '',
    content ? `said “${briefOf(plainLineOf(content))}”${following ? ' from then on' : ''}` : '',
  ]
    .filter(Boolean)
    .join(' and ')
}

/** How much of a text is told: as much as says which one it was. */
const BRIEF = 80

function briefOf(text: string): string {
  const line = withVariableNames(plain(text).replaceAll(/\s+/g, ' ').trim())
  return line.length > BRIEF ? `${line.slice(0, BRIEF).trimEnd()}…` : line
}
