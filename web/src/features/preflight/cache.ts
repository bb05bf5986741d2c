/** Where the judgements of what is typed stand in the query cache: every change of a group or an account may change them. */
export const PREFLIGHT = ['preflight']
