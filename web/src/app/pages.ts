import { type ComponentType, lazy } from 'react'
import { paths } from './paths.ts'
import { reloadOnce } from './preload.ts'

type PageModule = { Component: ComponentType }
type PageLoader = () => Promise<PageModule>

/** Every page is a chunk of its own; its module exports `Component`. */
const loaders = {
  publicLayout: () => import('./layouts/PublicLayout.tsx'),
  identityLayout: () => import('./layouts/IdentityLayout.tsx'),
  dashboardLayout: () => import('./dashboard/DashboardLayout.tsx'),
  landing: () => import('../features/landing/LandingPage.tsx'),
  features: () => import('../features/features/FeaturesPage.tsx'),
  about: () => import('../features/about/AboutPage.tsx'),
  publicPricing: () => import('../features/pricing/PublicPricingPage.tsx'),
  login: () => import('../features/identity/LoginPage.tsx'),
  signup: () => import('../features/identity/SignupPage.tsx'),
  forgotPassword: () => import('../features/identity/ForgotPasswordPage.tsx'),
  passwordReset: () => import('../features/identity/PasswordResetPage.tsx'),
  automated: () => import('../features/messages/AutomatedPage.tsx'),
  scheduled: () => import('../features/messages/ScheduledPage.tsx'),
  newMessage: () => import('../features/messages/NewMessagePage.tsx'),
  editMessage: () => import('../features/messages/EditMessagePage.tsx'),
  cycles: () => import('../features/cycles/CyclesPage.tsx'),
  newCycle: () => import('../features/cycles/NewCyclePage.tsx'),
  cycle: () => import('../features/cycles/CyclePage.tsx'),
  editCycle: () => import('../features/cycles/EditCyclePage.tsx'),
  telegram: () => import('../features/telegram/TelegramManagerPage.tsx'),
  whatsapp: () => import('../features/whatsapp/WhatsappManagerPage.tsx'),
  settings: () => import('../features/settings/SettingsPage.tsx'),
  pricing: () => import('../features/pricing/PricingPage.tsx'),
} satisfies Record<string, PageLoader>

type PageName = keyof typeof loaders

/** The component of each page, loaded when it is first shown. */
export const pages = Object.fromEntries(
  Object.entries<PageLoader>(loaders).map(([name, load]) => [name, lazyPage(load)]),
) as Record<PageName, ComponentType>

const nameOf: Partial<Record<string, PageName>> = {
  [paths.home]: 'landing',
  [paths.features]: 'features',
  [paths.about]: 'about',
  [paths.publicPricing]: 'publicPricing',
  [paths.login]: 'login',
  [paths.signup]: 'signup',
  [paths.automated]: 'automated',
  [paths.scheduled]: 'scheduled',
  [paths.newMessage]: 'newMessage',
  [paths.cycles]: 'cycles',
  [paths.telegram]: 'telegram',
  [paths.whatsapp]: 'whatsapp',
  [paths.settings]: 'settings',
  [paths.pricing]: 'pricing',
}

/** Props for a link: they load the page's chunk as soon as the pointer or the focus is on the link. */
export function prefetching(path: string) {
  const fetchChunk = () => prefetch(nameOf[path])
  return { onPointerEnter: fetchChunk, onFocus: fetchChunk }
}

/** Loads the code of a dashboard page and of its frame while the session is still being read. */
export function prefetchDashboard(path: string) {
  prefetch('dashboardLayout')
  prefetch(nameOf[path])
}

function prefetch(name: PageName | undefined) {
  // A failure is shown when the page is opened, not on the present page. Offline nothing is fetched, since a browser
  // remembers that a file could not be loaded.
  if (name && navigator.onLine) loaders[name]().catch(() => {})
}

function lazyPage(load: PageLoader): ComponentType {
  return lazy(async () => ({ default: (await loadOrReload(load)).Component }))
}

async function loadOrReload(load: PageLoader): Promise<PageModule> {
  try {
    return await load()
  } catch (error) {
    // The present page stays until the reload.
    if (await reloadOnce()) return new Promise(() => {})
    throw error
  }
}
