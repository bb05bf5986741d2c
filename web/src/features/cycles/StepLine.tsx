import { drawnWords } from '../compose/content/drawnWords.ts'
import { textOf, type StepWords } from './words.ts'

/** The beginning of a step on one line; if it has several texts, it says so. */
export function StepLine(step: StepWords) {
  const drawn = drawnWords(step)
  return (
    <span className="flex min-w-0 flex-1 gap-1">
      <span dir="auto" className="truncate">
        {textOf(step.text)}
      </span>
      {drawn && <span className="shrink-0 text-muted">· {drawn}</span>}
    </span>
  )
}
