import {
  CalendarClock,
  CircleCheckBig,
  Globe,
  KeyRound,
  MessageSquareText,
  Server,
} from 'lucide-react'
import { Link } from 'react-router'
import { useSession } from '../../api/session/useSession.ts'
import { PageHeading } from '../../app/Page.tsx'
import { paths } from '../../app/paths.ts'
import { buttonLook } from '../../ui/Button.tsx'
import { Example } from './Example.tsx'

/** What Carillon is, for who has not seen it. Says only what is there. */
export function Component() {
  return (
    <>
      <section className="mx-auto grid max-w-[1120px] items-center gap-12 px-4 pt-16 pb-20 md:px-8 lg:grid-cols-[1fr_440px] lg:pt-24">
        <div className="grid gap-6">
          <PageHeading
            title="Messages to your groups: on time, sent once."
            className="text-4xl font-semibold tracking-tight text-balance md:text-6xl"
          />
          <p className="max-w-[52ch] text-lg text-muted text-pretty">
            Write a message, choose the groups and the time. Carillon sends it at that minute, in
            the time zone you named, and tells you in plain words what became of it in each group.
          </p>
          <Doors />
        </div>
        <Example />
      </section>

      <section aria-label="What it does" className="border-t border-line bg-surface">
        <ul className="mx-auto grid max-w-[1120px] gap-x-10 gap-y-9 px-4 py-16 sm:grid-cols-2 md:px-8 lg:grid-cols-3">
          {virtues.map(({ icon: Icon, title, text }) => (
            <li key={title} className="grid content-start gap-2">
              <Icon aria-hidden className="text-accent-text" />
              <h2 className="mt-1 text-lg font-semibold">{title}</h2>
              <p className="text-muted text-pretty">{text}</p>
            </li>
          ))}
        </ul>
      </section>

      <section className="mx-auto max-w-[1120px] px-4 py-16 md:px-8">
        <h2 className="text-lg font-semibold">Being built</h2>
        <p className="mt-2 max-w-[64ch] text-muted text-pretty">
          Repeating messages, cycles of messages that take turns, and WhatsApp groups are on their
          way. Today Carillon schedules messages to Telegram groups and channels.
        </p>
      </section>
    </>
  )
}

function Doors() {
  const signedIn = useSession().status === 'signed-in'
  return (
    <div className="flex flex-wrap gap-3">
      <Link
        to={signedIn ? paths.dashboard : paths.signup}
        className={buttonLook({ variant: 'primary', size: 'lg' })}
      >
        {signedIn ? 'Open the dashboard' : 'Get Started'}
      </Link>
      {!signedIn && (
        <Link to={paths.login} className={buttonLook({ size: 'lg' })}>
          Sign in
        </Link>
      )}
    </div>
  )
}

const virtues = [
  {
    icon: CalendarClock,
    title: 'At the minute you chose',
    text: 'Nothing goes out early. What could not be sent in time is not fired late by surprise: it asks you first.',
  },
  {
    icon: CircleCheckBig,
    title: 'Sent once',
    text: 'A crash or a lost answer never makes a message appear twice. Where a network leaves it open whether it arrived, you decide.',
  },
  {
    icon: MessageSquareText,
    title: 'Explained in words',
    text: 'Each group shows what happened to its copy, every try of it, and what to do when it did not arrive.',
  },
  {
    icon: Globe,
    title: 'Your time zone, or any other',
    text: 'Times are kept on the wall clock of the zone you name, so that summer time never moves nine o’clock.',
  },
  {
    icon: KeyRound,
    title: 'Your bot, or the one of this server',
    text: 'Paste the token of your own Telegram bot, or add the bot of this server to your group with one tap.',
  },
  {
    icon: Server,
    title: 'On your own machine',
    text: 'One command starts all of it. What you write and whom you send it to stays in your database.',
  },
]
