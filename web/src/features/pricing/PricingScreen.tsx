import { plans } from '@carillon/contract/tiers'
import { useSession } from '../../api/session/useSession.ts'
import { PageHeading } from '../../app/PageHeading.tsx'
import { Link } from '../../app/navigation/Link.tsx'
import { paths } from '../../app/paths.ts'
import { cn } from '../../ui/cn.ts'
import { Questions, type Question } from '../landing/Questions.tsx'
import { CheckoutNote } from './CheckoutNote.tsx'
import { Comparison } from './Comparison.tsx'
import { PlanCard } from './PlanCard.tsx'
import { TierBadge } from './TierBadge.tsx'
import { useSales } from './useSales.ts'

/** The plans: what each costs and allows, and the way to it. */
export function PricingScreen() {
  const sales = useSales()
  return (
    <>
      <div className="grid justify-items-center gap-4 text-center">
        <PageHeading
          title="Choose Your Plan"
          className="text-3xl font-semibold tracking-tight md:text-5xl"
        />
        <PresentPlan />
      </div>
      <CheckoutNote className="mx-auto mt-8 max-w-[840px]" />
      <div className="mx-auto mt-10 grid max-w-[840px] gap-5 md:grid-cols-2">
        {plans.map((plan) => (
          <PlanCard key={plan.type} plan={plan} sales={sales} />
        ))}
      </div>
      <p className="mx-auto mt-6 max-w-[60ch] text-center text-muted text-pretty">
        What works today stands at the end of{' '}
        <Link
          to={paths.features}
          className="rounded-sm font-medium text-accent-text underline underline-offset-4"
        >
          Features
        </Link>
        .
      </p>
      <Comparison />
      {/* As wide as the comparison above it: it brings the space at the edges of a page itself. */}
      <div className="-mx-4 md:-mx-8">
        <Questions title="Questions about plans" questions={questions} />
      </div>
    </>
  )
}

/** Which plan the reader has, or how to begin; as high either way, so that nothing moves. */
function PresentPlan() {
  const state = useSession()
  return (
    <div className="grid min-h-11 content-start justify-items-center gap-1 text-lg text-muted">
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

const questions: Question[] = [
  {
    question: 'What does Pro unlock?',
    answer:
      'As many groups and cycles as you run, instead of one of each; WhatsApp groups; and priority support. Schedules, previews and deliveries are the same on both plans.',
  },
  {
    question: 'Can I cancel at any time?',
    answer:
      'Yes, in your settings, and until the last day you can take it back. Pro stays until the end of the time you have paid for; nothing is charged after that.',
  },
  {
    question: 'What happens to my groups and cycles when I cancel?',
    answer:
      'You choose which group and which cycle stay. The others are suspended, not deleted: you still see them, nothing is sent, and they go on when you upgrade again. What fell due meanwhile is not sent late.',
  },
  {
    question: 'What if a payment fails?',
    answer:
      'Pro stays for seven days while the card is tried again. You are told by e-mail and in the app, and can change the card on the billing page.',
  },
  {
    question: 'Can I have all of it without paying?',
    answer:
      'Yes, on a machine of your own: the program is free software under the AGPL-3.0. With the setting DEFAULT_TIER=pro everybody on your server has Pro.',
  },
]
