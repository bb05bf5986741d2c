import type { Content } from '@carillon/contract/content/content'
import type { Schedule } from '@carillon/contract/schedule'
import { oneLineOf } from '../content/line.ts'
import { otherChanges } from './otherChanges.ts'

/** One difference between what the user has typed and what somebody else has saved in the meantime. */
export type Difference = {
  name: string
  /** Both texts, where it is a text. */
  theirs?: string
  mine?: string
}

/** What is different between two contents; `name` says whose they are. */
export function contentDifferences(name: string, theirs: Content, mine: Content): Difference[] {
  const [said, says] = [oneLineOf(theirs), oneLineOf(mine)]
  return [
    ...(said === says ? [] : [{ name, theirs: said, mine: says }]),
    ...otherChanges(theirs, mine).map((words) => ({ name: `${name}: ${words}` })),
  ]
}

/** The names of what is different between two states of one form; several fields may have one name. */
export function fieldDifferences<T extends object>(
  names: { [K in keyof T]?: string },
  theirs: T,
  mine: T,
): Difference[] {
  const fields = Object.keys(names) as (keyof T)[]
  const different = fields.filter((field) => !isSame(theirs[field], mine[field]))
  return [...new Set(different.flatMap((field) => names[field] ?? []))].map((name) => ({ name }))
}

type Audience = {
  groupIds?: readonly string[] | undefined
  topics?: Record<string, readonly string[]> | undefined
}

/** Each group with its topics, in an order that does not depend on how they were chosen: to compare two states. */
export const audienceOf = ({ groupIds = [], topics = {} }: Audience): string[] =>
  groupIds.map((id) => [id, ...(topics[id] ?? []).toSorted()].join(' ')).toSorted()

/** The saved schedule without what the server has filled in for a form that leaves it open: its start and its seed. */
export const asLeftOpen = (theirs: Schedule | undefined, mine: Schedule | undefined) =>
  theirs && mine
    ? {
        ...theirs,
        starts: mine.starts && theirs.starts,
        seed: mine.seed === undefined ? undefined : theirs.seed,
      }
    : theirs

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)
