/**
 * Different messages that were refused in a group in a row, in the same words and for a reason that nobody
 * knows: `messages` tells them apart; the first was refused at `since`, the last `at`.
 */
export type Refusals = { words: string; messages: string[]; since: string; at: string }

/** One message may be the cause, two may have the same problem; three mean that it is the group. */
const REFUSALS_MAX = 3

/** The refusals after one more. They start again with other words, or after a message has arrived. */
export function refusalsAfter(
  before: Refusals | null,
  { words, message, at }: { words: string; message: string; at: Date },
  arrivedAt: Date | null,
): Refusals {
  const arrived = before && arrivedAt && arrivedAt.toISOString() >= before.at
  const earlier = before?.words === words && !arrived ? before : undefined
  const messages = [...new Set([...(earlier?.messages ?? []), message])].slice(0, REFUSALS_MAX)
  const now = at.toISOString()
  return { words, messages, since: earlier?.since ?? now, at: now }
}

/** Drops the oldest refusal, because the account was at fault and not the group: the next refusal asks again. */
export const dropOldest = (refusals: Refusals): Refusals => ({
  ...refusals,
  messages: refusals.messages.slice(1),
})

/** Whether they are enough to mute the group. */
export const hasRefused = (refusals: Refusals | null): refusals is Refusals =>
  refusals !== null && refusals.messages.length >= REFUSALS_MAX
