import { CircleAlert, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { cn } from './cn.ts'

/** A sentence that must be seen, with the actions for it. */
export function Banner({ tone = 'info', title, children, action, className }: BannerProps) {
  const Icon = icons[tone]
  return (
    <div
      role={tone === 'danger' ? 'alert' : 'status'}
      className={cn(
        'flex flex-wrap gap-x-3 gap-y-2 rounded-lg border px-4 py-3',
        action && !title ? 'items-center' : 'items-start',
        tones[tone],
        className,
      )}
    >
      <Icon size={18} className={cn('shrink-0', (title || !action) && 'mt-px')} aria-hidden />
      <div className="grid min-w-0 flex-1 basis-48 gap-0.5 text-ink">
        {title && <p className="font-medium">{title}</p>}
        <div className={cn(title && 'text-muted')}>{children}</div>
      </div>
      {action && <div className="flex flex-wrap gap-2">{action}</div>}
    </div>
  )
}

type BannerProps = {
  tone?: 'info' | 'warn' | 'danger'
  title?: string
  children?: ReactNode
  action?: ReactNode
  className?: string
}

const icons = { info: Info, warn: TriangleAlert, danger: CircleAlert }

const tones = {
  info: 'border-line bg-surface text-muted',
  warn: 'border-warn/30 bg-warn-soft text-warn',
  danger: 'border-danger/30 bg-danger-soft text-danger',
}
