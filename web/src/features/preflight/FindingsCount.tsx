import { useFrozenWhilePressed } from '../../ui/press.ts'
import { useChecked } from './context.ts'
import { countWords } from './findings.ts'

/** A button with the number of problems, which leads to them; renders nothing if there are none. */
export function FindingsCount({ onPress }: { onPress: () => void }) {
  // These words change the height of the bar, so they wait while something in it is pressed.
  const words = useFrozenWhilePressed(countWords(useChecked().findings))
  if (!words) return null
  return (
    <button
      type="button"
      className="rounded-sm text-left text-sm font-medium text-warn underline-offset-2 hover:underline"
      onClick={onPress}
    >
      {words}
      <span className="sr-only">: show the problems</span>
    </button>
  )
}
