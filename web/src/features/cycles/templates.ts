import { CalendarHeart, Lightbulb, ListChecks, type LucideIcon, Megaphone, Tag } from 'lucide-react'

/** A cycle to begin with, as a list offers it; what it says is in newForm.ts. */
type Template = { id: TemplateId; icon: LucideIcon; name: string; note: string }
export type TemplateId = 'tips' | 'weekly-offer' | 'rules' | 'notices' | 'countdown'

export const templates: readonly Template[] = [
  {
    id: 'tips',
    icon: Lightbulb,
    name: 'Tips',
    note: 'A tip every Monday, Wednesday and Friday, each of three once a week.',
  },
  {
    id: 'weekly-offer',
    icon: Tag,
    name: 'Weekly offer',
    note: 'Every Friday another offer, in order.',
  },
  {
    id: 'rules',
    icon: ListChecks,
    name: 'Rules reminder',
    note: 'The rules of the group, every Monday.',
  },
  {
    id: 'notices',
    icon: Megaphone,
    name: 'Rotating notices',
    note: 'Several notices by weight: the important one comes more often.',
  },
  {
    id: 'countdown',
    icon: CalendarHeart,
    name: 'Countdown to a date',
    note: 'One message a day until the day has come, then it ends.',
  },
]
