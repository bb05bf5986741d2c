import type { Page } from '@playwright/test'
import { pagesOf } from '../../tools/pages.ts'
import type { Example } from './example.ts'

/** A picture of the public pages. */
type SiteShot = {
  name: string
  path: string
  width: number
  height: number
  /** What is done on the page before the picture is taken. */
  arrange?: (page: Page) => Promise<void>
}

/** What the public pages show of the dashboard. */
export function siteShots({ sent, ...things }: Example['things']): SiteShot[] {
  const pathOf = (name: string, of: Example['things'] = { ...things, sent }) =>
    pagesOf(of).find((page) => page.name === name)?.path ?? '/'
  return [
    { name: 'message', path: pathOf('editMessage'), width: 1180, height: 720 },
    { name: 'scheduled', path: pathOf('scheduled'), width: 1100, height: 600 },
    {
      name: 'sent',
      path: pathOf('editMessage', { editMessage: sent, sent }),
      width: 1100,
      height: 600,
    },
    { name: 'telegram', path: pathOf('telegram'), width: 1100, height: 600 },
    { name: 'phone', path: pathOf('scheduled'), width: 390, height: 700 },
  ]
}
