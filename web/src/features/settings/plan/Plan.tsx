import { lazy, Suspense } from 'react'
import { useUser } from '../../../api/session/useSession.ts'
import { useConfig } from '../../../api/useConfig.ts'
import { Link } from '../../../app/navigation/Link.tsx'
import { paths, pricingFrom } from '../../../app/paths.ts'
import { buttonClasses } from '../../../ui/Button.tsx'
import { Loading, Skeleton } from '../../../ui/Skeleton.tsx'
import { Badge } from '../../../ui/Status.tsx'
import { Time } from '../../../ui/time/Time.tsx'
import { useCycleUsage } from '../../cycles/queries.ts'
import { useGroupUsage } from '../../groups/useGroupUsage.ts'
import { UsageMeter } from '../../limits/UsageMeter.tsx'
import { CheckoutNote } from '../../pricing/CheckoutNote.tsx'
import { TierBadge } from '../../pricing/TierBadge.tsx'
import { Section } from '../Section.tsx'
import { PastBills } from './PastBills.tsx'
import { priceWords } from './money.ts'
import { useReturnFromBilling } from './useReturnFromBilling.ts'

// Only who pays loads it.
const Billing = lazy(async () => ({ default: (await import('./Billing.tsx')).Billing }))

/** What the person's tier is and allows, what it costs and until when, and the ways to change that. */
export function Plan() {
  useReturnFromBilling()
  const { tier, subscription, timeZone } = useUser()
  const payments = useConfig().data?.payments
  const isSold = payments?.available === true
  return (
    <Section
      id="plan"
      {...(payments?.test
        ? { actions: <Badge tone="warn">Test payments: no money moves</Badge> }
        : {})}
    >
      <CheckoutNote />
      <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-3">
        <div className="grid gap-0.5">
          <p className="flex items-center gap-2 font-medium">
            Your current plan: <TierBadge tier={tier} />
          </p>
          {subscription && (
            <p data-tabular className="text-muted">
              {priceWords(subscription.price)}.
              {subscription.renewsAt && (
                <>
                  {' '}
                  Renews on <Time at={subscription.renewsAt} zone={timeZone} as="short" />.
                </>
              )}
            </p>
          )}
          {tier === 'pro' && !subscription && isSold && (
            <p className="text-muted">You have it from this server; nothing is charged.</p>
          )}
        </div>
        {tier === 'free' && !subscription && isSold && (
          <Link
            to={pricingFrom(`${paths.settings}#plan`)}
            className={buttonClasses({ variant: 'primary' })}
          >
            Upgrade to Pro
          </Link>
        )}
      </div>
      <Usage />
      {subscription && (
        <Suspense fallback={<LoadingBilling />}>
          <Billing subscription={subscription} />
        </Suspense>
      )}
      {!subscription && isSold && <PastBills />}
      {payments && !payments.available && payments.reason && (
        <p className="text-muted">{payments.reason}</p>
      )}
    </Section>
  )
}

/** As high as what comes. */
const LoadingBilling = () => (
  <Loading label="Loading your subscription">
    <Skeleton className="h-40" />
  </Loading>
)

/** How much of the tier is used. */
function Usage() {
  const groups = useGroupUsage()
  const cycles = useCycleUsage()
  return (
    <div className="flex flex-wrap gap-x-8 gap-y-3">
      {groups && <UsageMeter {...groups} noun="group" offers={false} />}
      {cycles && <UsageMeter {...cycles} noun="cycle" offers={false} />}
    </div>
  )
}
