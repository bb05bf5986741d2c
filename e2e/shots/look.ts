/** Both count the same. */
export const THEMES = ['dark', 'light'] as const
export type Theme = (typeof THEMES)[number]

/** The settings of the browser, so that two pictures of a page are equal. */
export const look = (theme: Theme, width: number, height: number) => ({
  viewport: { width, height },
  colorScheme: theme,
  locale: 'en-GB',
  timezoneId: 'Europe/Berlin',
  // Each picture would show another moment of an animation.
  reducedMotion: 'reduce' as const,
})

/** The storage state of a guest. */
export const guest = (origin: string, theme: string) => ({
  cookies: [],
  origins: [{ origin, localStorage: [{ name: 'theme', value: theme }] }],
})
