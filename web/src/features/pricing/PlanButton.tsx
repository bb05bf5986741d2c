import type { Plan } from '@carillon/contract/tiers'
import { useSession } from '../../api/session/useSession.ts'
import { Link } from '../../app/navigation/Link.tsx'
import { SIGN_IN_ALIAS } from '../../app/paths.ts'
import { Button, buttonClasses } from '../../ui/Button.tsx'
import { cn } from '../../ui/cn.ts'
import { useConfirmation } from './confirmation.ts'
import { buttonLabel, canUpgrade } from './rules.ts'
import { useCheckout } from './useCheckout.ts'

type PlanButtonProps = {
  plan: Plan
  /** Plans cannot be bought on this server. */
  unsold: boolean
}

/** Leads a guest to the sign-in page and a member to the checkout. */
export function PlanButton({ plan, unsold }: PlanButtonProps) {
  const state = useSession()
  const { processing: leaving, upgrade } = useCheckout()
  // What was paid for may be there in a moment.
  const processing = useConfirmation()?.phase === 'asking' || leaving
  const variant = plan.type === 'pro' ? 'primary' : 'secondary'
  if (state.status !== 'signed-in') {
    return (
      <Link
        to={SIGN_IN_ALIAS}
        className={cn(
          buttonClasses({ variant, size: 'lg' }),
          'w-full',
          state.status === 'loading' && 'member:invisible',
        )}
      >
        {plan.buttonTexts.guest}
      </Link>
    )
  }
  const { tier } = state.user
  return (
    <Button
      variant={variant}
      size="lg"
      className="w-full"
      disabled={processing || unsold || !canUpgrade(tier, plan.type)}
      aria-busy={processing && canUpgrade(tier, plan.type)}
      onClick={() => void upgrade(plan.productId)}
    >
      {processing && canUpgrade(tier, plan.type) ? 'Processing...' : buttonLabel(plan, tier)}
    </Button>
  )
}
