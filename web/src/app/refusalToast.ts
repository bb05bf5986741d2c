import { createPath, useNavigate } from 'react-router'
import type { Tier } from '@carillon/contract/tiers'
import { ApiError, errorWords, isApiError } from '../api/errors.ts'
import { isOutdated, NEW_VERSION } from '../ui/release.ts'
import { currentToast, toast } from '../ui/toast/store.ts'
import { capital } from '../ui/words.ts'
import { browserHistory } from './navigation/browserHistory.ts'
import { pricingFrom } from './paths.ts'
import { reportLostAnswer } from './retries.ts'

type Words = { title: string; description: string }

/**
 * Returns a function that shows why an action failed. If its answer was lost: that it may have been done. If the tier is
 * the reason: the specification's words, with a link to upgrade. Else the server's words under `title`. `fix` leads to
 * where a person can correct an invalid input.
 */
export function useRefusalToast() {
  const tellTier = useTierToast()
  return (error: unknown, title: string, fix?: () => void) => {
    if (reportLostAnswer(error)) return
    const words = tierWords(error)
    if (words) return tellTier(words)
    const told = toast({
      variant: 'destructive',
      title,
      description: errorWords(error),
      ...(fix && isMendable(error) && { action: { label: 'Fix', run: fix } }),
    })
    void whenOutdated(error, (description) => {
      if (currentToast()?.id !== told) return
      const action = { label: 'Reload', run: () => location.reload() }
      toast({ variant: 'destructive', title, description, action })
    })
  }
}

/** If the server did not understand a request since this page is of an older version, calls `tell` with the words for that. */
export async function whenOutdated(error: unknown, tell: (words: string) => void): Promise<void> {
  if (!isApiError(error, 'invalid') || !(await isOutdated())) return
  tell(`${NEW_VERSION}. Reload the page, then try it again.`)
}

const isMendable = (error: unknown) =>
  error instanceof ApiError && (error.code === 'invalid' || error.code === 'conflict')

/** Returns a function that shows what the tier does not allow, with a link to upgrade, which leads back here. */
export function useTierToast() {
  const navigate = useNavigate()
  return (words: Words) =>
    toast({
      variant: 'destructive',
      ...words,
      action: {
        label: 'Upgrade',
        run: () => navigate(pricingFrom(createPath(browserHistory.present().location))),
      },
    })
}

/** The words of the specification about what the tier does not allow. */
export function tierWords(error: unknown): Words | undefined {
  if (!(error instanceof ApiError)) return undefined
  // A limit of the server has its own words, and no tier lifts it.
  if (error.limit) return undefined
  if (error.code === 'limit_reached') return limitWords(error.resource ?? 'groups')
  if (error.code === 'upgrade_required') return featureWords(error.feature ?? 'This', 'pro')
  return undefined
}

/** For an action that would go over a limit. */
export function limitWords(resource: string): Words {
  const name = capital(resource)
  return {
    title: `${name} Limit Reached`,
    description: `You've reached the maximum number of ${name} for your current tier. Upgrade to pro for more.`,
  }
}

/** For a feature that only `tier` has. */
export const featureWords = (feature: string, tier: Tier): Words => ({
  title: 'Upgrade Required',
  description: `${feature} is only available in the ${tier} tier. Upgrade now to access this feature.`,
})
