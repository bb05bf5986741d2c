import { Star } from 'lucide-react'
import { Link } from 'react-router'
import { useUser } from '../../../api/session/useSession.ts'
import { paths } from '../../../app/paths.ts'
import { buttonLook } from '../../../ui/Button.tsx'
import { useGroups } from '../../groups/queries.ts'
import { countedGroups, usage } from '../../groups/words.ts'
import { Section } from '../Section.tsx'

/** What the person's tier is and allows, and the way to another. */
export function Plan() {
  const { tier, limits } = useUser()
  const groups = useGroups()
  return (
    <Section id="plan">
      <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-3">
        <div className="grid gap-0.5">
          <p className="flex items-center gap-2 font-medium">
            Your current plan:
            <span className="inline-flex h-6 items-center gap-1.5 rounded-full bg-accent-soft px-2.5 text-xs text-accent-text">
              {tier === 'pro' && <Star size={12} fill="currentColor" aria-hidden />}
              {tier === 'pro' ? 'Pro' : 'Free'}
            </span>
          </p>
          {groups.data && (
            <p data-figures className="text-muted">
              {usage(countedGroups(groups.data.items), limits.maxGroups)}
            </p>
          )}
        </div>
        {tier === 'free' && (
          <Link to={paths.pricing} className={buttonLook({ variant: 'primary' })}>
            Upgrade to Pro
          </Link>
        )}
      </div>
    </Section>
  )
}
