import { useLocation } from 'react-router'
import { useUser } from '../../api/session/useSession.ts'
import { Banner } from '../../ui/Banner.tsx'
import { buttonLook } from '../../ui/Button.tsx'
import { Time } from '../../ui/time/Time.tsx'
import { Link } from '../navigation/Link.tsx'
import { paths } from '../paths.ts'

/** Says on every page that a payment failed, as long as it can be mended; the settings say it themselves. */
export function PastDue() {
  const { subscription, timeZone } = useUser()
  const { pathname } = useLocation()
  if (!subscription?.graceUntil || pathname === paths.settings) return null
  return (
    <Banner
      tone="warn"
      title="Your last payment failed"
      className="mx-4 mt-4 md:mx-8"
      action={
        <Link to={`${paths.settings}#plan`} className={buttonLook({ size: 'sm' })}>
          Plan and billing
        </Link>
      }
    >
      Pro stays until <Time at={subscription.graceUntil} zone={timeZone} as="short" />. Check your
      card before then.
    </Banner>
  )
}
