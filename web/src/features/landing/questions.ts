import type { Question } from './Questions.tsx'

/** What people ask before they begin; answers say only what is there. */
export const questions: Question[] = [
  {
    question: 'Which groups can I post to?',
    answer:
      'Telegram groups, supergroups with topics, and channels. You need to be an admin: adding the bot by your link proves that the group is yours. On WhatsApp, the groups that your number is in and may post to. Carillon collects no members and writes to nobody in private.',
  },
  {
    question: 'Does it work with WhatsApp?',
    answer:
      'Yes, on Pro, where the server offers it: link your number as you link WhatsApp Web, and choose its groups. WhatsApp offers no official way into groups, and may restrict or ban numbers that use another. Carillon says so before you link one.',
  },
  {
    question: 'What if the server was down at that minute?',
    answer:
      'A message goes out late only as far as you allow, fifteen minutes if you set nothing. After that it is not sent, and shown as missed.',
  },
]
