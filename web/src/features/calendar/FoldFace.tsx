import { Fragment } from 'react'
import { StatusDot } from '../../ui/Status.tsx'
import { cn } from '../../ui/cn.ts'
import { withCommas } from '../../ui/words.ts'
import { useGroupColors } from '../groups/color.ts'
import type { Row, State } from './fold.ts'
import { SendName } from './SendName.tsx'
import { spanWords, stateWords, timesWords, troubles } from './words.ts'

type FoldFaceProps = Required<Row> & {
  atLeast: true | undefined
  /** It says from when to when where there is room. */
  spans?: boolean
}

/** All sends of a series on a day or in an hour, as a send looks there: their number in place of the time. */
export function FoldFace({ send, fold, atLeast, spans = false }: FoldFaceProps) {
  const colorOf = useGroupColors()
  const { tone = 'info' } = fold.states[0] ?? {}
  const isOver = !fold.states.some(({ label }) => label === 'Upcoming' || label === 'Sending')
  const isOut = fold.states.every(({ label }) => OUT.has(label))
  // What is struck through needs no words that say so.
  const trouble = isOut ? [] : troubles(fold.states)
  const span = spans && spanWords(fold)
  return (
    <span
      style={send.groupId ? { borderLeftColor: colorOf(send.groupId) } : undefined}
      className={cn(
        'flex min-h-5.5 flex-wrap items-center gap-x-1.5 rounded-sm border-l-3 border-line-strong px-1.5 text-xs leading-4',
        isOver && 'text-muted',
        isOut && 'line-through',
      )}
    >
      {tone !== 'info' && <StatusDot tone={tone} pulsing={tone === 'busy'} />}
      <span data-tabular className="shrink-0 font-medium whitespace-nowrap">
        {timesWords(fold.count, atLeast)}
      </span>
      <span dir="auto" className="basis-full truncate text-left lg:grow lg:basis-0">
        <SendName send={send} />
      </span>
      {(span || trouble.length > 0) && (
        <span className={cn('basis-full', trouble.length === 0 && 'hidden 2xl:block')}>
          {span && (
            <span data-tabular className="hidden text-muted 2xl:inline">
              {span}
              {trouble.length > 0 && ' · '}
            </span>
          )}
          <Troubles of={trouble} />
        </span>
      )}
    </span>
  )
}

/** What no group gets, or has any more: it is struck through, as a single send is. */
const OUT = new Set(['Skipped', 'Will be skipped', 'Deleted'])

/** `2 failed, 9 skipped`, each in the color of its state. */
const Troubles = ({ of }: { of: readonly State[] }) =>
  of.map((state, n) => (
    <Fragment key={state.label}>
      {n > 0 && ', '}
      <span className={cn('whitespace-nowrap', colors[state.tone])}>
        {withCommas(state.count)} {stateWords(state)}
      </span>
    </Fragment>
  ))

const colors: Partial<Record<State['tone'], string>> = {
  danger: 'text-danger',
  warn: 'text-warn',
  neutral: 'text-muted',
}
