import { letter, type Letter } from '../platform/mail/letter.ts'
import type { Words } from './rules.ts'

/** A notification for whoever wants it by e-mail as well. */
export const notificationMail = (
  publicUrl: string,
  { title, message, link }: Words & { link: string | null },
): Letter =>
  letter(title, [
    message,
    { label: 'Open it in Carillon', href: `${publicUrl}${link ?? '/dashboard'}` },
    'You get this mail because you chose so in your settings:',
    { label: 'Settings', href: `${publicUrl}/dashboard/settings` },
  ])
