/** Every address of the app; nobody else writes one. */
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

/** The month of all that is sent. */
export const CALENDAR = `${paths.scheduled}?view=month`

/** Where the specification's pricing page sends guests; it leads on to the sign-in page. */
export const SIGN_IN_ALIAS = '/auth/login'

/** The pricing page, for who comes from `path` and wants to be there again once they have paid. */
export const pricingFrom = (path: string) =>
  path.startsWith(paths.pricing) ? path : `${paths.pricing}?${new URLSearchParams({ from: path })}`

/** Where to go after signing in: the page first asked for, if it is one of ours, else the dashboard. */
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
