import { plans } from '@carillon/contract/tiers'
import { useSession } from '../../api/session/useSession.ts'
import { PageHeading } from '../../app/Page.tsx'
import { cn } from '../../ui/cn.ts'
import { Comparison } from './Comparison.tsx'
import { PlanCard } from './PlanCard.tsx'
import { TierBadge } from './TierBadge.tsx'

/** The plans: what each costs and allows, and the way to it. */
export function PricingScreen() {
  return (
    <>
      <div className="grid justify-items-center gap-4 text-center">
        <PageHeading
          title="Choose Your Plan"
          className="text-3xl font-semibold tracking-tight md:text-5xl"
        />
        <Standing />
      </div>
      <div className="mx-auto mt-10 grid max-w-[840px] items-stretch gap-5 md:mt-12 md:grid-cols-2 md:gap-6">
        {plans.map((plan) => (
          <PlanCard key={plan.type} plan={plan} />
        ))}
      </div>
      <Comparison />
    </>
  )
}

/** Which plan the reader has, or how to begin; as high either way, so that nothing moves. */
function Standing() {
  const state = useSession()
  return (
    <div className="grid min-h-12 content-start justify-items-center gap-1 text-lg text-muted">
      {state.status === 'signed-in' ? (
        <p className="flex items-center gap-2.5">
          Your current plan: <TierBadge tier={state.user.tier} />
        </p>
      ) : (
        <div className={cn(state.status === 'loading' && 'member:invisible')}>
          <p className="text-ink">Get started with Carillon today</p>
          <p>No credit card required for free tier</p>
        </div>
      )}
    </div>
  )
}
