import { useHeld } from '../../ui/press.ts'
import { useChecked } from './context.ts'
import { countWords } from './findings.ts'

/** How much will not go as asked, in a few words that lead to it; nothing while all does. */
export function FindingsCount({ onPress }: { onPress: () => void }) {
  // It makes the bar that it stands in higher.
  const words = useHeld(countWords(useChecked().findings))
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
