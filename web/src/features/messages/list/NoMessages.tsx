import { CalendarClock, CircleCheckBig, Inbox, PenLine, SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from '../../../app/navigation/Link.tsx'
import { paths } from '../../../app/paths.ts'
import { buttonClasses } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { count } from '../../../ui/words.ts'
import { useCycles } from '../../cycles/queries.ts'
import { useCounts } from '../queries.ts'
import type { Tab } from '../tabs.ts'
import { type NarrowedTo, networks } from './order.ts'

/** The empty state of a list, with the reason. */
export function NoMessages({ tab, q, network }: { tab: Tab; q: string } & NarrowedTo) {
  if (q || network) {
    return (
      <EmptyState icon={SearchX} title="Nothing found">
        No message here {q && `contains “${q}”`}
        {q && network && ' and '}
        {network && `goes to a group of ${networks[network]}`}. Another tab may have it.
      </EmptyState>
    )
  }
  const { icon, title, text } = empty[tab]
  return (
    <EmptyState
      icon={icon}
      title={title}
      {...(tab === 'attention'
        ? {}
        : {
            action: (
              <Link to={paths.newMessage} className={buttonClasses({ variant: 'primary' })}>
                New message
              </Link>
            ),
          })}
    >
      {tab === 'upcoming' ? <Repeating>{text}</Repeating> : text}
    </EmptyState>
  )
}

/** Mentions the active series if no single message is scheduled; otherwise shows `children`. */
function Repeating({ children }: { children: ReactNode }) {
  const messages = useCounts('automated').data?.statuses.active ?? 0
  const cycles = useCycles().data?.filter(({ status }) => status === 'active').length ?? 0
  if (messages + cycles === 0) return children
  const link = (to: string, words: string) => (
    <Link to={to} className="text-accent-text hover:underline">
      {words}
    </Link>
  )
  return (
    <>
      No single message waits here. Still going out:{' '}
      {messages > 0 && link(paths.automated, count(messages, 'automated message'))}
      {messages > 0 && cycles > 0 && ' and '}
      {cycles > 0 && link(paths.cycles, count(cycles, 'cycle'))}.
    </>
  )
}

const empty = {
  upcoming: {
    icon: CalendarClock,
    title: 'No single message is scheduled',
    text: 'Write a message, choose groups and a time, and it waits here until then.',
  },
  past: {
    icon: Inbox,
    title: 'Nothing has been sent yet',
    text: 'Messages appear here after their time, with the result in each group.',
  },
  attention: {
    icon: CircleCheckBig,
    title: 'Nothing needs you',
    text: 'A message that failed, was missed, got no answer or reaches no group appears here.',
  },
  drafts: {
    icon: PenLine,
    title: 'No drafts',
    text: 'A message you save before it is finished waits here.',
  },
}
