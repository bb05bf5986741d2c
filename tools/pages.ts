import { paths } from '../web/src/app/paths.ts'

/** What stands behind the addresses that name a thing. */
export type Things = { [K in ThingPage]: string }

type ThingPage = {
  [K in keyof typeof paths]: (typeof paths)[K] extends string ? never : K
}[keyof typeof paths]

/** A page that somebody can open: `name` as the app calls it. */
export type OpenPage = { name: string; path: string; memberOnly: boolean }

/**
 * Every page of the app, in the order the app names them; those that only lead on to another are left
 * out, as are those of things that are not given.
 */
export function pagesOf(things: Partial<Things>): OpenPage[] {
  return Object.entries(paths).flatMap(([name, to]) => {
    const id = (things as Record<string, string | undefined>)[name]
    const path = typeof to === 'string' ? to : id && to(id)
    if (!path || path === paths.dashboard) return []
    return [{ name, path, memberOnly: path.startsWith(`${paths.dashboard}/`) }]
  })
}

/** The other ways to look at what is scheduled. */
export const calendars: OpenPage[] = ['month', 'week'].map((view) => ({
  name: `scheduled-${view}`,
  path: `${paths.scheduled}?view=${view}`,
  memberOnly: true,
}))
