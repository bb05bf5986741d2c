import type { ReactNode } from 'react'
import { cn } from './cn.ts'

/** The tone of a state. Colour is never the only sign: words next to it say the same. */
export type Tone = 'neutral' | 'accent' | 'info' | 'busy' | 'good' | 'warn' | 'danger'

/** A state in a word or two. */
export function Badge({ tone = 'neutral', pulsing, children }: BadgeProps) {
  return (
    <span
      className={cn(
        'inline-flex h-6 shrink-0 items-center gap-1.5 rounded-full px-2.5 text-xs font-medium whitespace-nowrap',
        badges[tone],
      )}
    >
      <StatusDot tone={tone} {...(pulsing ? { pulsing } : {})} />
      {children}
    </span>
  )
}

type BadgeProps = { tone?: Tone; pulsing?: boolean; children: ReactNode }

/** The dot alone, for lines that say the state in words already. */
export function StatusDot({ tone = 'neutral', pulsing }: { tone?: Tone; pulsing?: boolean }) {
  return (
    <span
      aria-hidden
      className={cn('size-1.5 shrink-0 rounded-full', dots[tone], pulsing && 'animate-pulse')}
    />
  )
}

const badges = {
  neutral: 'bg-hover text-muted',
  accent: 'bg-info-soft text-info',
  info: 'bg-info-soft text-info',
  busy: 'bg-busy-soft text-busy',
  good: 'bg-good-soft text-good',
  warn: 'bg-warn-soft text-warn',
  danger: 'bg-danger-soft text-danger',
}

const dots = {
  neutral: 'bg-muted',
  accent: 'bg-info',
  info: 'bg-info',
  busy: 'bg-busy',
  good: 'bg-good',
  warn: 'bg-warn',
  danger: 'bg-danger',
}
