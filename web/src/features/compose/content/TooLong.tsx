import { lengthOf } from '@carillon/contract/content/entities'
import { plain } from '@carillon/contract/content/markup'
import { Button } from '../../../ui/Button.tsx'
import type { Network } from '../networks.ts'

type TooLongProps = {
  /** In its markup. */
  text: string
  networks: readonly Network[]
  /** Whether it stands below files: less is taken then. */
  isCaption: boolean
  /** Selects the text from a place to its end. */
  onSelect: (from: number) => void
  /** Has the text sent after the files, as a message of its own. */
  onAfter?: (() => void) | undefined
  /** What it goes after. */
  thing: string
}

/** The ways on for a text that is longer than a network takes; nothing for others. */
export function TooLong({ text, networks, isCaption, onSelect, onAfter, thing }: TooLongProps) {
  const max = Math.min(
    ...networks.map(({ textMax, captionMax }) => (isCaption ? captionMax : textMax)),
  )
  // Markup is never shorter than what it says.
  if (text.length <= max || lengthOf(plain(text).trim()) <= max) return null

  return (
    <div
      role="presentation"
      className="flex flex-wrap gap-2"
      // Leaving the text tells what is wrong with it, which would move these from under the pointer.
      onMouseDown={(event) => event.preventDefault()}
    >
      <Button size="sm" onClick={() => onSelect(endOf(text, max))}>
        Select what is too much
      </Button>
      {isCaption && onAfter && (
        <Button size="sm" onClick={onAfter}>
          Send the text after the {thing}
        </Button>
      )}
    </div>
  )
}

/** The place in a markup text up to which it says no more than `max` characters. */
function endOf(text: string, max: number): number {
  let [fits, over] = [0, text.length + 1]
  while (over - fits > 1) {
    const middle = Math.floor((fits + over) / 2)
    if (lengthOf(plain(text.slice(0, middle)).trim()) <= max) fits = middle
    else over = middle
  }
  return fits
}
