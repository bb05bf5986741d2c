import type { Tier } from '@carillon/contract/tiers'
import { Star } from 'lucide-react'
import { cn } from '../../ui/cn.ts'

/** The tier somebody is on; Pro has a star. */
export function TierBadge({ tier }: { tier: Tier }) {
  const pro = tier === 'pro'
  return (
    <span
      className={cn(
        'inline-flex h-7 items-center gap-1.5 rounded-full px-3 text-sm font-semibold',
        pro ? 'bg-pro text-pro-ink' : 'border border-line-strong bg-surface text-ink',
      )}
    >
      {pro && <Star size={14} fill="currentColor" aria-hidden />}
      {pro ? 'Pro' : 'Free'}
    </span>
  )
}
