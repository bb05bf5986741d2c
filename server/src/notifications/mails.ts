import { letter, type Letter } from '../platform/mail/letter.ts'
import type { Words } from './rules.ts'

/** A notification for whoever wants it by e-mail as well, or must have it so. */
export const notificationMail = (
  publicUrl: string,
  { title, message, link }: Words & { link: string | null },
  { chosen }: { chosen: boolean },
): Letter =>
  letter(title, [
    message,
    { label: 'Open it in Carillon', href: `${publicUrl}${link ?? '/dashboard'}` },
    chosen
      ? 'You get this mail because you chose so in your settings:'
      : 'You get this mail because it is about what you pay for. What else is mailed, you choose here:',
    { label: 'Settings', href: `${publicUrl}/dashboard/settings` },
  ])
