import { CalendarClock, MessageCircle, Orbit, Repeat, Send } from 'lucide-react'
import { paths } from '../paths.ts'

/** The five links of the dashboard, in the order of the specification. */
export const dashboardLinks = [
  { to: paths.scheduled, label: 'Scheduled Messages', icon: CalendarClock },
  { to: paths.automated, label: 'Automated Messages', icon: Repeat },
  { to: paths.cycles, label: 'Cycles', icon: Orbit },
  { to: paths.telegram, label: 'Telegram Manager', icon: Send },
  { to: paths.whatsapp, label: 'Whatsapp Manager', icon: MessageCircle },
]
