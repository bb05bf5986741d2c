import {
  BellRing,
  Bot,
  CalendarClock,
  CheckCheck,
  CircleHelp,
  Eye,
  Globe,
  Hand,
  History,
  Hourglass,
  ListChecks,
  type LucideIcon,
  MessagesSquare,
  MonitorSmartphone,
  Repeat,
  RotateCcw,
  Server,
  ShieldCheck,
  Siren,
  Type,
  Unplug,
  Users,
} from 'lucide-react'
import type { shots } from '../landing/shots.ts'

/** A part of what Carillon does. */
export type Chapter = {
  id: string
  title: string
  lead: string
  shot?: { name: keyof typeof shots; alt: string }
  points: { icon: LucideIcon; title: string; text: string }[]
}

export const chapters: Chapter[] = [
  {
    id: 'messages',
    title: 'Writing',
    lead: 'A plain text field with the formatting your groups know, and beside it the message as members will see it, compiled by the very code that sends it.',
    shot: {
      name: 'message',
      alt: 'The editor: a message with bold and italic words on the left, and on the right what a Telegram group will see.',
    },
    points: [
      {
        icon: Type,
        title: 'Formatting that survives',
        text: 'Bold, italic, strike, underline, spoilers, code, quotes and links, turned into what each network understands.',
      },
      {
        icon: Eye,
        title: 'A true preview',
        text: 'What is too long, and what a network cannot show, is said while you write, not after it was sent.',
      },
      {
        icon: History,
        title: 'Nothing lost',
        text: 'What you typed is guarded when you leave and waits on your other devices; a change made elsewhere is never overwritten in silence.',
      },
    ],
  },
  {
    id: 'schedules',
    title: 'Schedules',
    lead: 'Once, now, or again and again. A schedule is a time on the wall clock of a zone you name, and what the preview shows is what will run.',
    shot: {
      name: 'calendar',
      alt: 'The calendar of a month: what goes out on each day, at which time, to which group.',
    },
    points: [
      {
        icon: CalendarClock,
        title: 'To the minute',
        text: 'Never early. If it could not go in time, it may go a little later, for as long as you allow, or not at all.',
      },
      {
        icon: Repeat,
        title: 'Repeating',
        text: 'Every day, on some weekdays, every so often or by a rule of your own, with the next runs named in words.',
      },
      {
        icon: Globe,
        title: 'Honest about clocks',
        text: 'When the clocks change, one rule decides about times that vanish or come twice, and you see it before it happens.',
      },
      {
        icon: Hourglass,
        title: 'At a pace',
        text: 'Large audiences are served below the limits of the network. The waiting is shown, not hidden.',
      },
      {
        icon: Hand,
        title: 'Pause, resume, undo',
        text: 'A message can be stopped until it leaves. A deleted one can be brought back as long as the word Undo is there.',
      },
    ],
  },
  {
    id: 'groups',
    title: 'Groups',
    lead: 'Carillon posts where you may post. A group is yours here once an admin of it has said so, by one link, in Telegram itself.',
    shot: {
      name: 'telegram',
      alt: 'The Telegram Manager: a connected bot, and three groups it can post to.',
    },
    points: [
      {
        icon: Bot,
        title: 'This server’s bot, or yours',
        text: 'Begin with the bot that is there, or paste the token of your own. Tokens are sealed where they lie.',
      },
      {
        icon: MessagesSquare,
        title: 'Groups, channels, topics',
        text: 'Groups, supergroups with their topics, and channels, each with what the bot may do there.',
      },
      {
        icon: Users,
        title: 'Followed when they move',
        text: 'A group that becomes a supergroup, loses the bot or takes it back is noticed, and its messages with it.',
      },
    ],
  },
  {
    id: 'deliveries',
    title: 'Deliveries',
    lead: 'Each copy of a message, to each group, ends in exactly one state, with a reason, live in front of you.',
    shot: {
      name: 'sent',
      alt: 'A sent message: what the group saw, and three deliveries, each marked as sent with its time.',
    },
    points: [
      {
        icon: CheckCheck,
        title: 'Sent once',
        text: 'An attempt is written down before it leaves. After a crash, what never left is sent. What was on the wire WhatsApp recognizes; on Telegram you are asked about it.',
      },
      {
        icon: CircleHelp,
        title: 'Doubt is a state',
        text: 'When a network does not answer, the copy “may have been sent”. You look, and settle it with one press.',
      },
      {
        icon: ListChecks,
        title: 'Every try kept',
        text: 'How often, when, and what the network said, in words a person can act on.',
      },
      {
        icon: RotateCcw,
        title: 'Retried with reason',
        text: 'What cannot succeed is not repeated; what can is, within the time you allow.',
      },
      {
        icon: BellRing,
        title: 'Notifications that need you',
        text: 'Notifications tell of what went wrong, what needs you and what changed in your plan, in the app and by e-mail if you choose. What was sent as planned is not announced.',
      },
    ],
  },
  {
    id: 'operation',
    title: 'Running it',
    lead: 'For whoever keeps the machine: one command, one database, any number of servers, and a sandbox to try everything without a single real message.',
    points: [
      {
        icon: Server,
        title: 'One program',
        text: 'Node and PostgreSQL, which comes along. Start a second machine on the same database, and they share the work.',
      },
      {
        icon: Siren,
        title: 'Made for the power cut',
        text: 'It is killed in the middle of sending, again and again, by a test that counts every message that arrived.',
      },
      {
        icon: MonitorSmartphone,
        title: 'A sandbox inside',
        text: 'Telegram, WhatsApp, payments and a mailbox on your own machine, so that the first message can be sent before any account exists.',
      },
      {
        icon: ShieldCheck,
        title: 'Secrets stay secret',
        text: 'Tokens are encrypted at rest and absent from logs, errors and addresses. Pages run under a strict content policy.',
      },
      {
        icon: Unplug,
        title: 'An API like the app’s',
        text: 'Everything the app does goes through documented calls that your own programs may use.',
      },
    ],
  },
]
