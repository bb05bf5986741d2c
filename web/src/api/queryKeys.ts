/** Query keys of features that others, below them, ask to be read again. Each key is the beginning of longer ones. */

export const MESSAGES = ['messages']

/** What is sent and when, as the calendar and Today show it: every change of a message or a cycle may change it. */
export const SENDS = ['sends']

/** The judgements of what is typed: every change of a group or an account may change them. */
export const PREFLIGHT = ['preflight']
