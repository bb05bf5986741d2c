import { CalendarClock, CircleCheckBig, Inbox, PenLine, SearchX } from 'lucide-react'
import { Link } from '../../../app/navigation/Link.tsx'
import { paths } from '../../../app/paths.ts'
import { buttonLook } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import type { Tab } from '../tabs.ts'

/** The empty state of a list, with the reason. */
export function NoMessages({ tab, q }: { tab: Tab; q: string }) {
  if (q) {
    return (
      <EmptyState icon={SearchX} title="Nothing found">
        No message here contains “{q}”. Another tab may have it.
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
              <Link to={paths.newMessage} className={buttonLook({ variant: 'primary' })}>
                New message
              </Link>
            ),
          })}
    >
      {text}
    </EmptyState>
  )
}

const empty = {
  upcoming: {
    icon: CalendarClock,
    title: 'Nothing is scheduled',
    text: 'Write a message, choose groups and a time, and it waits here until then.',
  },
  past: {
    icon: Inbox,
    title: 'Nothing has been sent yet',
    text: 'Messages stand here once their time has come, with what became of them in each group.',
  },
  attention: {
    icon: CircleCheckBig,
    title: 'Nothing needs you',
    text: 'A message that failed, was missed, or whose answer got lost would stand here.',
  },
  drafts: {
    icon: PenLine,
    title: 'No drafts',
    text: 'A message you save before it is finished waits here.',
  },
}
