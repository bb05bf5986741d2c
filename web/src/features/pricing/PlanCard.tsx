import type { Plan } from '@carillon/contract/tiers'
import { Check } from 'lucide-react'
import { cn } from '../../ui/cn.ts'
import { PlanButton } from './PlanButton.tsx'
import { Terms } from './Terms.tsx'
import type { useSales } from './useSales.ts'

type PlanCardProps = {
  plan: Plan
  /** Whether plans can be bought on this server, once that is known. */
  sales: ReturnType<typeof useSales>
}

/** What a server need not offer, whatever the plan. */
const NOT_EVERYWHERE = 'WhatsApp access'

/** One plan: price, what is in it, and the button that leads to it. */
export function PlanCard({ plan, sales }: PlanCardProps) {
  const pro = plan.type === 'pro'
  const unsold = pro && sales?.available === false
  return (
    <article
      aria-labelledby={`plan-${plan.type}`}
      className={cn(
        'relative flex flex-col rounded-2xl border p-6 sm:p-8',
        pro ? 'border-pro bg-raised shadow-pop' : 'border-line bg-surface',
      )}
    >
      {pro && (
        <p className="absolute top-0 left-6 -translate-y-1/2 rounded-full bg-pro px-3 py-1 text-xs font-semibold text-pro-ink">
          Most Popular
        </p>
      )}
      <h2 id={`plan-${plan.type}`} className="text-xl font-semibold">
        {plan.name}
      </h2>
      <p className="mt-1 text-muted">{plan.description}</p>
      <p className="mt-6 flex items-baseline gap-1.5">
        <span data-tabular className="text-5xl font-semibold tracking-tight">
          {plan.priceText}
        </span>
        <span className="text-lg text-muted">per month</span>
      </p>
      {pro && <p className="mt-7 font-medium">Everything in Free, and</p>}
      <ul className={cn('mb-8 grid gap-3', pro ? 'mt-3' : 'mt-7')}>
        {plan.features.map((feature) => (
          <li key={feature} className="flex items-start gap-3">
            <Check size={18} strokeWidth={2.5} aria-hidden className="mt-px text-good" />
            <span>
              {feature}
              {feature === NOT_EVERYWHERE && sales?.whatsapp === false && (
                <span className="text-sm text-muted"> not on this server</span>
              )}
            </span>
          </li>
        ))}
      </ul>
      <div className="grid gap-2">
        <PlanButton plan={plan} unsold={unsold} />
        {pro && <Terms sales={sales} />}
      </div>
    </article>
  )
}
