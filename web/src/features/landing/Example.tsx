import { CheckCheck, Clock } from 'lucide-react'

/** A message and its deliveries as the app shows them, drawn with nothing but text. */
export function Example() {
  return (
    <figure className="grid gap-3 rounded-xl border border-line bg-surface p-4 shadow-pop">
      <figcaption className="flex items-center justify-between text-sm text-muted">
        <span className="flex items-center gap-1.5">
          <Clock size={14} aria-hidden /> Saturday, 18:00 in Berlin
        </span>
        <span className="rounded-full bg-good-soft px-2.5 py-0.5 text-xs font-medium text-good">
          Sent
        </span>
      </figcaption>
      <div className="rounded-lg bg-chat p-4">
        <div className="w-fit max-w-[92%] rounded-xl rounded-bl-sm bg-bubble px-3.5 py-2.5">
          <p>
            <strong>Sunday run</strong>: 8 km along the river, easy pace.
            <br />
            We meet at the bridge at 09:00, <em>rain or shine</em>.
          </p>
          <p className="mt-1 text-right text-xs text-muted">18:00</p>
        </div>
      </div>
      <ul className="grid gap-2 text-sm">
        {rows.map(({ group, words }) => (
          <li key={group} className="flex items-center justify-between gap-4">
            <span className="font-medium">{group}</span>
            <span className="flex items-center gap-1.5 text-muted">
              <CheckCheck size={14} aria-hidden className="text-good" /> {words}
            </span>
          </li>
        ))}
      </ul>
    </figure>
  )
}

const rows = [
  { group: 'Riverside Runners', words: 'Sent at 18:00, on time' },
  { group: 'Maple Street', words: 'Sent at 18:00, on time' },
]
