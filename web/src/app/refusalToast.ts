import { useNavigate } from 'react-router'
import { ApiError, errorWords } from '../api/errors.ts'
import { toast } from '../ui/toast/store.ts'
import { paths } from './paths.ts'

/**
 * Answers how to tell what an action was refused for: the specification's words where the tier is the
 * reason, with the way to upgrade, and the server's words for the rest, under `title`.
 */
export function useRefusalToast() {
  const navigate = useNavigate()
  return (error: unknown, title: string) => {
    const upgrade = { label: 'Upgrade', run: () => navigate(paths.pricing) }
    const words = tierWords(error)
    toast({
      variant: 'destructive',
      ...(words ? { ...words, action: upgrade } : { title, description: errorWords(error) }),
    })
  }
}

/** What a tier withholds, in the words of the specification. */
export function tierWords(error: unknown): { title: string; description: string } | undefined {
  if (!(error instanceof ApiError)) return undefined
  if (error.code === 'limit_reached') {
    const resource = capital(error.resource ?? 'groups')
    return {
      title: `${resource} Limit Reached`,
      description: `You've reached the maximum number of ${resource} for your current tier. Upgrade to pro for more.`,
    }
  }
  if (error.code === 'upgrade_required') {
    return {
      title: 'Upgrade Required',
      description: `${error.feature ?? 'This'} is only available in the pro tier. Upgrade now to access this feature.`,
    }
  }
  return undefined
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)
