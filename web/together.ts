import { join } from 'node:path'
import { normalizePath, type Plugin, type Rolldown } from 'vite'

const inHere = (path: string) => normalizePath(join(import.meta.dirname, path))

const CONTRACT = inHere('../contract/src/')
/** Our own, and the icons: a file each otherwise. */
const SOURCES = [inHere('src/'), CONTRACT, inHere('../node_modules/lucide-react/')]

const ZOD = /[\\/]node_modules[\\/]zod[\\/]/

/** What is seen outside the dashboard, a member's part of it too: none of it may bring the dashboard along. */
const PUBLIC = [
  'main.tsx',
  'api/session/profiles.ts',
  ...['Public', 'Identity'].map((kind) => `app/layouts/${kind}Layout.tsx`),
  'app/layouts/PublicMember.tsx',
  ...['Landing', 'Features', 'About'].map(
    (page) => `features/${page.toLowerCase()}/${page}Page.tsx`,
  ),
  'features/pricing/PublicPricingPage.tsx',
  ...['Login', 'Signup', 'ForgotPassword', 'PasswordReset'].map(
    (page) => `features/identity/${page}Page.tsx`,
  ),
]
/** What a guest is shown first; none of it may grow by what only others need. */
const START = ['main.tsx', 'app/layouts/PublicLayout.tsx', 'features/landing/LandingPage.tsx']
const FRAME = 'app/dashboard/DashboardLayout.tsx'
const AUTOMATED = 'features/messages/AutomatedPage.tsx'
const SCHEDULED = 'features/messages/ScheduledPage.tsx'

/**
 * Puts into one file each what every page of the dashboard stands on, what its lists share, and what
 * the pages for guests have in common with it: left alone they are dozens of files, each with its own
 * way to the server. The few other pages that need something of the lists get the whole file, which is
 * in the cache by then.
 */
export function together() {
  let start: ReadonlySet<string> = new Set()
  let doors: ReadonlySet<string> = new Set()
  let dashboard: ReadonlySet<string> = new Set()
  let lists: ReadonlySet<string> = new Set()
  const plugin: Plugin = {
    name: 'together',
    apply: 'build',
    buildEnd() {
      const of = (file: string) => reached(inHere(`src/${file}`), (id) => this.getModuleInfo(id))
      const ofAll = (files: readonly string[]) => new Set(files.flatMap((file) => [...of(file)]))
      const open = ofAll(PUBLIC)
      // The frame is asked for by its own name, and stays a file of its own.
      const frame = inHere(`src/${FRAME}`)
      dashboard = new Set([...of(FRAME)].filter((id) => !open.has(id) && id !== frame))
      const scheduled = of(SCHEDULED)
      const inside = ofAll([FRAME, AUTOMATED, SCHEDULED])
      const entry = of('main.tsx')
      start = new Set([...ofAll(START)].filter((id) => inside.has(id) && !entry.has(id)))
      doors = new Set([...open].filter((id) => inside.has(id) && !start.has(id) && !entry.has(id)))
      lists = new Set(
        [...of(AUTOMATED)].filter((id) => scheduled.has(id) && !open.has(id) && !dashboard.has(id)),
      )
    },
  }
  // What they stand on lies in other files already, where others find it too.
  const alone = { includeDependenciesRecursively: false }
  const groups = [
    { ...alone, name: 'query', test: /[\\/]@tanstack[\\/]/ },
    { ...alone, name: 'start', test: (id: string) => start.has(id) },
    { ...alone, name: 'doors', test: (id: string) => doors.has(id) },
    { ...alone, name: 'dashboard', test: (id: string) => dashboard.has(id) },
    {
      ...alone,
      name: 'lists',
      test: (id: string) => lists.has(id),
    },
  ]
  return { plugin, groups }
}

/**
 * Our own modules that one of them cannot do without. A module of the contract that makes schemas needs
 * the others for these alone, and a page that only calls has none: see callable.ts.
 */
function reached(from: string, infoOf: (id: string) => Rolldown.ModuleInfo | null): Set<string> {
  const found = new Set<string>()
  const add = (id: string) => {
    if (found.has(id) || !SOURCES.some((folder) => id.startsWith(folder))) return
    found.add(id)
    const needed = infoOf(id)?.importedIds ?? []
    if (!id.startsWith(CONTRACT) || !needed.some((other) => ZOD.test(other))) needed.forEach(add)
  }
  add(from)
  return found
}
