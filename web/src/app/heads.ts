import { paths } from './paths.ts'

/** The title and description that search engines and shared links show. */
type Head = { title: string; description: string }

/** The pages with a title of their own instead of their heading. */
export const heads: Readonly<Record<string, Head>> = {
  [paths.home]: {
    title: 'Carillon: schedule messages to your Telegram groups',
    description:
      'Schedule messages to your Telegram groups and channels, and to WhatsApp groups on Pro: on time, sent once, with an account of every delivery.',
  },
  [paths.features]: {
    title: 'Features · Carillon',
    description:
      'What Carillon does: schedules in your time zone, Telegram groups, a preview of what members see, and an account of every delivery.',
  },
  [paths.publicPricing]: {
    title: 'Pricing · Carillon',
    description:
      'Free for one Telegram group. Pro, at $24.99 per month, for as many as you run. Or host it yourself, for nothing.',
  },
  [paths.about]: {
    title: 'About · Carillon',
    description:
      'Why Carillon exists, how it keeps its promise, what it cannot promise, and how to run it on a machine of your own.',
  },
  [paths.login]: {
    title: 'Sign in · Carillon',
    description: 'Sign in to Carillon with your e-mail address and password.',
  },
  [paths.signup]: {
    title: 'Create your account · Carillon',
    description: 'Create a Carillon account. No credit card required for the free tier.',
  },
}
