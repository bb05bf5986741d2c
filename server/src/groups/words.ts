import { quoted } from '../notifications/rules.ts'

/** The words of a group that cannot be written to, if the network gave no reason. */
export const MAY_NOT_WRITE =
  'The bot may not write there. An admin can allow it, or make the bot an admin.'

/** The words of a group while its connection may not act. */
export const TOKEN_CHANGED =
  'The token of its bot was changed. Paste the current token at its connection.'

/** The words of a group of a network that the user's tier may not use. */
export const NETWORK_WITHHELD =
  'Your plan does not have this network. With Pro its groups come back.'

/** The words of a group above the limit of the user's tier. */
export const ABOVE_LIMIT =
  'Your plan has room for fewer groups. Upgrade to Pro, or choose “Use this one instead” in the menu of a group.'

/** Why a group that is not suspended cannot be used instead of another one. */
export const notSuspended = ({ status, reason }: { status: string; reason: string | null }) =>
  `This group is not suspended. ${reason ?? (status === 'muted' ? 'You have muted it.' : 'It cannot be reached.')}`

const MEND = 'Look at what the group allows, then unmute it.'

/** The words of a group that was muted because it refused three messages; `words`: those of the network. */
export const mutedReason = (words: string) =>
  `It was muted: three different messages in a row were refused here, each time with “${words}”. ${MEND}`

/** The new words of a bell item about a group that could not be written to, after it can. */
export const SENT_AGAIN = 'Settled: messages can be sent there again.'

/** The same once its user has unmuted the group. */
export const UNMUTED = 'Settled: you have unmuted the group.'

/** The same once the group was removed. */
export const REMOVED = 'Settled: you have removed the group.'

// The bell items about a group, and about several that changed in the same way.

/** A group was muted because it refused three messages, in these words of the network. */
export const mutedItem = (title: string, words: string) => ({
  title: `${quoted(title)} was muted`,
  message: `Three different messages in a row were refused there, each time with “${words}”. ${MEND}`,
  several: (count: number) => ({
    title: `${count} groups were muted`,
    message:
      'In each of them three different messages in a row were refused. Look at what they allow, then unmute them.',
  }),
})

/** A group is lost. Where the account was taken out of it, an admin can add it again. */
export const lostItem = (title: string, { code, reason }: Lost) => ({
  title: `${quoted(title)} cannot be reached any more`,
  message: `${reason ?? 'The network says that it is gone.'} Nothing is sent there until ${code === 'kicked' || code === 'left' ? 'it is added again' : 'it is back'}.`,
  several: (count: number) => ({
    title: `${count} groups cannot be reached any more`,
    message: 'Nothing is sent there until they are back.',
  }),
})

type Lost = { code: string | null; reason: string | null }

/** A group cannot be posted to. */
export const limitedItem = (title: string, reason: string | null) => ({
  title: `Can’t post to ${quoted(title)}`,
  message: `${reason ?? MAY_NOT_WRITE} Messages to this group fail until posting is allowed again.`,
  several: (count: number) => ({
    title: `Can’t post to ${count} groups`,
    message: 'Messages to these groups fail until posting is allowed again.',
  }),
})

/** A group can be posted to again. */
export const openItem = (title: string) => ({
  title: `Can post to ${quoted(title)} again`,
  message: 'What is due there from now on is sent again.',
  several: (count: number) => ({
    title: `Can post to ${count} groups again`,
    message: 'What is due there from now on is sent again.',
  }),
})

/** A group that was lost or suspended is back; `reason` says why it still gets nothing. */
export const backItem = (title: string, isMuted: boolean, reason: string | null) => ({
  title: `${quoted(title)} is back`,
  message: reason ?? (isMuted ? 'You have muted it.' : 'Upcoming messages are sent there again.'),
  several: (count: number) => ({
    title: `${count} groups are back`,
    message: 'Look at their state.',
  }),
})
