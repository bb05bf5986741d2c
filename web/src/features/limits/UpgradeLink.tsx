import { useLocation } from 'react-router'
import { useConfig } from '../../api/useConfig.ts'
import { Link } from '../../app/navigation/Link.tsx'
import { pricingFrom } from '../../app/paths.ts'
import { cn } from '../../ui/cn.ts'

/** Leads to the prices, and from there back to this page; renders nothing if no plan is sold. */
export function UpgradeLink({ className }: { className?: string }) {
  const { pathname, search, hash } = useLocation()
  if (!useConfig().data?.payments.available) return null
  return (
    <Link
      to={pricingFrom(pathname + search + hash)}
      className={cn(
        'rounded-sm font-medium text-accent-text underline underline-offset-4',
        className,
      )}
    >
      Upgrade
    </Link>
  )
}
