import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

/** Nothing here yet: says why, and the one next step. */
export function EmptyState({ icon: Icon, title, children, action }: EmptyStateProps) {
  return (
    <div className="grid justify-items-center gap-1 px-6 py-12 text-center">
      {Icon && (
        <span className="mb-2 grid size-11 place-items-center rounded-xl bg-hover text-muted">
          <Icon size={22} strokeWidth={1.75} aria-hidden />
        </span>
      )}
      <p className="text-lg font-semibold">{title}</p>
      {children && <div className="max-w-[48ch] text-muted text-pretty">{children}</div>}
      {action && <div className="mt-4 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  )
}

type EmptyStateProps = {
  icon?: LucideIcon
  title: string
  children?: ReactNode
  action?: ReactNode
}
