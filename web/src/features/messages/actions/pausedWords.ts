import { exactTime } from '../../../ui/time/words.ts'

/** The words of the toast after Pause, for messages and cycles alike. */
export const pausedWords = (until: string | undefined, timeZone: string) => ({
  title: 'Paused',
  description: until
    ? `It goes on by itself on ${exactTime(until, timeZone)}.`
    : 'Nothing more is sent by itself until you switch it on again.',
})
