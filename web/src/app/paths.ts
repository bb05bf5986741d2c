/** Every address of the app. No other file writes one out. */
export const paths = {
  home: '/',
  features: '/features',
  about: '/about',
  publicPricing: '/pricing',
  login: '/login',
  signup: '/signup',
  forgotPassword: '/forgot-password',
  passwordReset: '/password-reset',
  dashboard: '/dashboard',
  automated: '/dashboard/messages/automated',
  scheduled: '/dashboard/messages/scheduled',
  newMessage: '/dashboard/new-message',
  editMessage: (messageId: string) => `/dashboard/messages/edit/${messageId}`,
  cycles: '/dashboard/cycles',
  newCycle: '/dashboard/new-cycle',
  cycle: (cycleId: string) => `/dashboard/cycles/${cycleId}`,
  editCycle: (cycleId: string) => `/dashboard/cycles/${cycleId}/edit`,
  telegram: '/dashboard/telegram-manager',
  whatsapp: '/dashboard/whatsapp-manager',
  settings: '/dashboard/settings',
  pricing: '/dashboard/pricing',
} as const

/** The calendar. */
export const CALENDAR = `${paths.scheduled}?view=month`

/** The address to which the specification's pricing page sends guests; it redirects to the sign-in page. */
export const SIGN_IN_ALIAS = '/auth/login'

/** The pricing page, which leads back to `path` after the payment. */
export const pricingFrom = (path: string) =>
  path.startsWith(paths.pricing) ? path : `${paths.pricing}?${new URLSearchParams({ from: path })}`

/** The page after signing in: the one that was requested, if it is a page of the app, else the dashboard. */
export const nextPath = (search: string, origin: string): string =>
  dashboardPath(new URLSearchParams(search).get('next'), origin) ?? paths.dashboard

/** A path of our dashboard that an address names; undefined for everything else. */
export function dashboardPath(path: string | null, origin: string): string | undefined {
  if (!path?.startsWith('/')) return undefined
  try {
    const url = new URL(path, origin)
    return url.origin === origin && url.pathname.startsWith(paths.dashboard)
      ? url.pathname + url.search + url.hash
      : undefined
  } catch {
    return undefined
  }
}

/** A public page that leads back to `next` after signing in. */
export const withNext = (path: string, next: string) =>
  next === paths.dashboard ? path : `${path}?${new URLSearchParams({ next })}`
