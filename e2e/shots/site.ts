import { pagesOf } from '../../tools/pages.ts'
import type { Example } from './example.ts'

/** A picture of the public pages. */
type SiteShot = {
  name: string
  path: string
  width: number
  height: number
}

/** What the public pages show of the dashboard, for wide windows and for narrow ones. */
export function siteShots({ sent, ...things }: Example['things']): SiteShot[] {
  const pathOf = (name: string, of: Example['things'] = { ...things, sent }) =>
    pagesOf(of).find((page) => page.name === name)?.path ?? '/'
  const pages = [
    {
      name: 'calendar',
      path: `${pathOf('scheduled')}?view=month&date=${nextMonth()}`,
      height: 690,
    },
    { name: 'message', path: pathOf('editMessage'), height: 690 },
    { name: 'sent', path: pathOf('editMessage', { editMessage: sent, sent }), height: 600 },
    { name: 'cycle', path: pathOf('cycle'), height: 690 },
    { name: 'telegram', path: pathOf('telegram'), height: 600 },
  ]
  return pages.flatMap((page) => [
    { ...page, width: 1_100 },
    { ...page, name: `${page.name}-phone`, width: 390, height: 640 },
  ])
}

/** Its first day: the example is all to come, so this month is half empty. */
function nextMonth(): string {
  const now = new Date()
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1))
    .toISOString()
    .slice(0, 10)
}
