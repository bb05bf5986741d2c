/** Both count the same. */
export const THEMES = ['dark', 'light'] as const
export type Theme = (typeof THEMES)[number]

/** How a page is looked at, so that two pictures of it are alike. */
export const look = (theme: Theme, width: number, height: number) => ({
  viewport: { width, height },
  colorScheme: theme,
  locale: 'en-GB',
  timezoneId: 'Europe/Berlin',
  // What still moves would be caught at another moment each time.
  reducedMotion: 'reduce' as const,
})

/** Somebody who is not signed in. */
export const guest = (origin: string, theme: string) => ({
  cookies: [],
  origins: [{ origin, localStorage: [{ name: 'theme', value: theme }] }],
})
