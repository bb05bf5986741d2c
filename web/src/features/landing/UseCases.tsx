import { Repeat } from 'lucide-react'

/** What it is for, each with a message as one would write it and its schedule in words. */
export function UseCases() {
  return (
    <section aria-labelledby="uses" className="mx-auto max-w-[1120px] px-4 py-20 md:px-8 md:py-28">
      <h2 id="uses" className="text-3xl font-semibold tracking-tight text-balance md:text-5xl">
        What people schedule
      </h2>
      <ul className="mt-12 grid gap-5 sm:grid-cols-2">
        {uses.map(({ title, message, rule }) => (
          <li
            key={title}
            className="flex flex-col gap-4 rounded-2xl border border-line bg-surface p-5 sm:p-6"
          >
            <h3 className="text-xl font-semibold tracking-tight">{title}</h3>
            <p className="w-fit max-w-[48ch] rounded-xl rounded-bl-sm border border-line bg-bubble px-3.5 py-2.5">
              {message}
            </p>
            <p className="mt-auto flex items-center gap-2 text-sm text-muted">
              <Repeat size={14} aria-hidden />
              {rule}
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}

const uses = [
  {
    title: 'Clubs and teams',
    message: 'Training tonight at 19:00, at the track. Who comes?',
    rule: 'Every Tuesday and Thursday at 08:00',
  },
  {
    title: 'Neighbors and associations',
    message: 'The bins go out tonight. The blue ones, please.',
    rule: 'Every other Wednesday at 19:30',
  },
  {
    title: 'Communities',
    message: 'New here? Say hello, and read the pinned rules first.',
    rule: 'Every Monday at 09:00, in forty groups',
  },
  {
    title: 'Channels',
    message: 'The new issue is out. What we found, and what comes next.',
    rule: 'On the first of the month at 07:00, in Tokyo time',
  },
]
