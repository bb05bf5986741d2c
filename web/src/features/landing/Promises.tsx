import type { ReactNode } from 'react'
import { Badge } from '../../ui/Status.tsx'

/** The three promises, each with what it looks like when it is kept. */
export function Promises() {
  return (
    <section aria-labelledby="promises" className="border-y border-line bg-surface">
      <div className="mx-auto max-w-[1120px] px-4 py-20 md:px-8 md:py-28">
        <h2
          id="promises"
          className="text-3xl font-semibold tracking-tight text-balance md:text-5xl"
        >
          Reliable on the days that matter
        </h2>
        <ol className="mt-12 grid gap-5 lg:grid-cols-3">
          <Promise
            number="1"
            title="On time"
            figure={<Clocks />}
            text="Nine stays nine when the clocks change. Nothing goes out early, and what is too late is shown, not sent by surprise."
          />
          <Promise
            number="2"
            title="Once"
            figure={<LostAnswer />}
            text="After a crash or a lost answer nothing goes twice by itself. WhatsApp recognizes a message that it has; about one on Telegram you are asked."
          />
          <Promise
            number="3"
            title="Explained"
            figure={<Reason />}
            text="Every copy, to every group, ends in one state with a reason you can act on, and a notification where you are needed."
          />
        </ol>
      </div>
    </section>
  )
}

type PromiseProps = { number: string; title: string; text: string; figure: ReactNode }

function Promise({ number, title, text, figure }: PromiseProps) {
  return (
    <li className="reveal flex flex-col rounded-2xl border border-line bg-canvas p-6 sm:p-7">
      <h3 className="flex items-baseline gap-3 text-2xl font-semibold tracking-tight">
        <span aria-hidden data-tabular className="text-lg text-muted">
          {number}
        </span>
        {title}
      </h3>
      <p className="mt-3 mb-7 text-muted text-pretty">{text}</p>
      <div className="mt-auto min-h-36 rounded-xl border border-line bg-surface p-4">{figure}</div>
    </li>
  )
}

function Clocks() {
  return (
    <ul className="grid gap-3">
      {nights.map(({ day, zone, note }) => (
        <li key={day} className="grid gap-0.5">
          <span data-tabular className="flex items-baseline justify-between gap-3 font-medium">
            {day} <span>09:00</span>
          </span>
          <span className="text-sm text-muted">
            {zone}
            {note}
          </span>
        </li>
      ))}
    </ul>
  )
}

const nights = [
  { day: 'Sat 27 March', zone: 'Berlin, GMT+1', note: '' },
  { day: 'Sun 28 March', zone: 'Berlin, GMT+2', note: ': the night lost an hour' },
  { day: 'Mon 29 March', zone: 'Berlin, GMT+2', note: '' },
]

function LostAnswer() {
  return (
    <div className="grid gap-2.5">
      <p className="flex flex-wrap items-center justify-between gap-2 font-medium">
        Maple Street <Badge tone="warn">May have been sent</Badge>
      </p>
      <p className="text-sm text-muted">Today, 18:00: Telegram did not answer.</p>
      <p aria-hidden className="mt-1 flex flex-wrap gap-2">
        {['It’s there', 'Send again'].map((label) => (
          <span
            key={label}
            className="rounded-md border border-line-strong px-2.5 py-1 text-sm font-medium"
          >
            {label}
          </span>
        ))}
      </p>
    </div>
  )
}

function Reason() {
  return (
    <div className="grid gap-1">
      <p className="flex flex-wrap items-center justify-between gap-2 font-medium">
        Makers Forum <Badge tone="danger">Failed</Badge>
      </p>
      <p className="text-sm text-muted">The bot was removed from the group by an admin.</p>
    </div>
  )
}
