import { type ButtonFields, rowsOf } from '../buttons/buttons.ts'

/** Buttons in their rows, as members see them below a message. */
export default function ButtonsShown({ buttons }: { buttons: readonly ButtonFields[] }) {
  return (
    <ul aria-label="Buttons of the message" className="grid gap-1">
      {rowsOf(buttons).map((row) => (
        <li key={row[0]?.key} className="flex gap-1">
          {row.map(({ key, text }) => (
            <span
              key={key}
              dir="auto"
              className="min-w-0 flex-1 truncate rounded-md bg-bubble px-2.5 py-1.5 text-center text-sm font-medium text-chat-ink shadow-sm"
            >
              {text.trim() || 'Button'}
            </span>
          ))}
        </li>
      ))}
    </ul>
  )
}
