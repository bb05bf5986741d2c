import type { CalendarActions } from './actions.ts'
import { dayWords } from './days.ts'
import type { Row } from './fold.ts'
import { FoldFace } from './FoldFace.tsx'
import { foldWords } from './words.ts'

type FoldChipProps = Required<Row> & {
  /** The day, `2026-12-01`, or the hour of it, `2026-12-01T09`. */
  within: string
  atLeast: true | undefined
  onOpen: CalendarActions['onOpen']
}

/** All sends of a series on a day or in an hour. A press opens the day where they begin; nothing moves them. */
export function FoldChip({ send, fold, within, atLeast, onOpen }: FoldChipProps) {
  const date = within.slice(0, 10)
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={() => onOpen(date, { sourceId: send.sourceId, within })}
      className="w-full rounded-sm text-left transition-colors hover:bg-hover"
    >
      <span className="sr-only">{dayWords(date)} </span>
      <FoldFace send={send} fold={fold} atLeast={atLeast} spans={within === date} />
      <span className="sr-only">, {foldWords(fold)}</span>
    </button>
  )
}
