import { cn } from '../../ui/cn.ts'
import { Shot } from './Shot.tsx'

/** From a group to a message that arrived, in four pictures. */
export function Tour() {
  return (
    <section aria-labelledby="tour" className="mx-auto max-w-[1120px] px-4 py-20 md:px-8 md:py-28">
      <h2 id="tour" className="text-3xl font-semibold tracking-tight text-balance md:text-5xl">
        From the first group to “sent” in minutes
      </h2>
      <ol className="mt-14 grid gap-16 md:gap-24">
        {stops.map(({ title, text, shot, alt }, index) => (
          <li key={title} className="grid items-center gap-7 lg:grid-cols-12 lg:gap-14">
            <div className={cn('grid gap-3 lg:col-span-4', index % 2 === 1 && 'lg:order-2')}>
              <h3 className="text-2xl font-semibold tracking-tight">{title}</h3>
              <p className="text-lg text-muted text-pretty">{text}</p>
            </div>
            <div className="reveal lg:col-span-8">
              <Shot name={shot} alt={alt} />
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}

const stops = [
  {
    title: 'Bring a bot into your groups',
    text: 'The bot of this server, or your own. One link adds it to a group; from then on you see, live, whether it can post there.',
    shot: 'telegram',
    alt: 'The Telegram Manager: a connected bot, and three groups it can post to.',
  },
  {
    title: 'Write it once, for a minute or for every week',
    text: 'Now, at a minute, or every Monday at nine. Beside the form you see the message as members will see it.',
    shot: 'message',
    alt: 'The editor: a message with bold and italic words, its groups and its time, and what a Telegram group will see.',
  },
  {
    title: 'Or let messages take turns',
    text: 'A cycle sends its steps in turn, in order, shuffled or by weight, and each group can have a place of its own. You see every send of the next 30 days before it starts.',
    shot: 'cycle',
    alt: 'A cycle in the middle of its round: five steps, what comes next and when, and what became of each copy.',
  },
  {
    title: 'Know what became of it',
    text: 'Sent, waiting or failed: each group says so as it happens, with every try.',
    shot: 'sent',
    alt: 'A sent message: what the group saw, and three deliveries, each marked as sent with its time.',
  },
] as const
