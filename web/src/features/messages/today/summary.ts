import type { getToday, Send } from '@carillon/contract/calendar'
import type { DataOf } from '@carillon/contract/endpoint'
import { withCommas } from '../../../ui/words.ts'
import { sendWords } from '../../calendar/sends.ts'
import { countOf } from './timeline.ts'

/** The number of sends by status: `3 sent, 1 failed, 17 upcoming`. `sends` are those of the answer that count. */
export function summary(
  { sends: listed, unlisted = [], count: all, atLeast }: DataOf<typeof getToday>,
  sends: readonly Send[],
): string {
  if (all === 0) return 'Nothing goes out.'
  const counts = new Map<string, number>()
  const add = (send: Parameters<typeof sendWords>[0], n: number) => {
    const { label } = sendWords(send)
    counts.set(label, (counts.get(label) ?? 0) + n)
  }
  for (const send of sends) add(send, 1)
  for (const { count, ...stretch } of unlisted) add(stretch, count)
  const items = order.flatMap((one) => {
    const { label } = sendWords(one)
    const n = counts.get(label)
    if (!n) return []
    if (one.unreachable && n > 1) return `${withCommas(n)} reach no group`
    return `${withCommas(n)} ${label.toLowerCase()}`
  })
  const more = all - listed.length - countOf(unlisted)
  if (more > 0) items.push(`${withCommas(more)}${atLeast ? '+' : ''} more`)
  else if (atLeast) items.push('and more')
  return items.join(', ')
}

const order: Parameters<typeof sendWords>[0][] = [
  { status: 'done' },
  { status: 'done', deleted: 'some' },
  { status: 'done', deleted: 'all' },
  { status: 'partly' },
  { status: 'partly', unsure: true },
  { status: 'failed' },
  { status: 'skipped', missed: true },
  { status: 'skipped' },
  { status: 'sending' },
  { status: 'sending', waitsUntil: 'later' },
  { status: 'planned' },
  { status: 'planned', willSkip: true },
  { status: 'planned', unreachable: true },
]
