import { useLocation } from 'react-router'
import { useUser } from '../../api/session/useSession.ts'
import { Banner } from '../../ui/Banner.tsx'
import { buttonClasses } from '../../ui/Button.tsx'
import { Time } from '../../ui/time/Time.tsx'
import { Link } from '../navigation/Link.tsx'
import { paths } from '../paths.ts'

/** Says on every page except the settings that a payment failed, while that can be corrected. */
export default function PastDue() {
  const { subscription, timeZone } = useUser()
  const { pathname } = useLocation()
  if (!subscription?.graceUntil || pathname === paths.settings) return null
  return (
    <div className="px-4 pt-4 md:px-8">
      <Banner
        tone="warn"
        title="Your last payment failed"
        action={
          <Link to={`${paths.settings}#plan`} className={buttonClasses({ size: 'sm' })}>
            Plan and billing
          </Link>
        }
      >
        Pro stays until <Time at={subscription.graceUntil} zone={timeZone} as="short" />. Check your
        card before then.
      </Banner>
    </div>
  )
}
