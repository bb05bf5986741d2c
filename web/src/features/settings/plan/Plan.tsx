import { useUser } from '../../../api/session/useSession.ts'
import { useConfig } from '../../../api/useConfig.ts'
import { Link } from '../../../app/navigation/Link.tsx'
import { paths } from '../../../app/paths.ts'
import { buttonLook } from '../../../ui/Button.tsx'
import { useGroupUsage } from '../../groups/useGroupUsage.ts'
import { UsageMeter } from '../../limits/UsageMeter.tsx'
import { TierBadge } from '../../pricing/TierBadge.tsx'
import { Section } from '../Section.tsx'
import { Billing } from './Billing.tsx'

/** What the person's tier is and allows, the way to another, and who pays how. */
export function Plan() {
  const { tier } = useUser()
  const groups = useGroupUsage()
  const payments = useConfig().data?.payments
  return (
    <Section id="plan">
      <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-3">
        <div className="grid gap-0.5">
          <p className="flex items-center gap-2 font-medium">
            Your current plan: <TierBadge tier={tier} />
          </p>
          {groups && <UsageMeter {...groups} noun="group" />}
        </div>
        {tier === 'free' && payments?.available && (
          <Link to={paths.pricing} className={buttonLook()}>
            Upgrade to Pro
          </Link>
        )}
      </div>
      {tier === 'pro' && payments?.available && <Billing />}
      {payments && !payments.available && payments.reason && (
        <p className="text-muted">{payments.reason}</p>
      )}
    </Section>
  )
}
