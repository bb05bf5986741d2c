import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import react from '@vitejs/plugin-react'
import { build, type Plugin, type Rolldown } from 'vite'
import { paths } from './src/app/paths.ts'
import type { Prerendered } from './src/prerenderPages.tsx'

/** The page of everything that has none of its own: signing in, one message, and what leads elsewhere. */
const SHELL = 'app.html'

/** The names of pictures, typeface and style. A prerendered page must name a picture as the scripts do. */
export const ASSET_NAMES = 'assets/[hash][extname]'

const EMPTY = '<div id="root"></div>'

/**
 * Prerenders the public pages into files of their own, so that they are seen before any script has run:
 * `/` as index.html, `/about` as about.html. The pages of the dashboard begin empty, and ask for all
 * their scripts at once, while it is still found out who is there. Every other page begins with
 * app.html. While watching there is only index.html, empty, since no build waits for the rest.
 */
export function prerender(): Plugin {
  return {
    name: 'prerender',
    apply: 'build',
    enforce: 'post',
    async generateBundle(_, bundle) {
      const index = bundle['index.html']
      if (this.meta.watchMode || index?.type !== 'asset') return
      const shell = String(index.source).replace(
        '</head>',
        () => `  ${fontLink(bundle)}\n  </head>`,
      )
      index.source = shell
      this.emitFile({ type: 'asset', fileName: SHELL, source: shell })
      const emit = (path: string, source: string) => {
        if (path === '/') index.source = source
        else this.emitFile({ type: 'asset', fileName: `${path.slice(1)}.html`, source })
      }
      for (const page of await prerenderAll()) {
        const module = PUBLIC[page.path]
        if (!module) throw new Error(`${page.path} has no page.`)
        const chunks = chunksOf(bundle, ['layouts/PublicLayout.tsx', module])
        emit(page.path, asking(pageOf(shell, page), chunks))
      }
      for (const [path, page] of Object.entries(DASHBOARD)) {
        emit(path, asking(shell, chunksOf(bundle, [...MEMBER, page])))
      }
    },
  }
}

async function prerenderAll(): Promise<Prerendered[]> {
  // Beside the sources, so that the packages are found from there.
  const place = join(import.meta.dirname, 'node_modules')
  await mkdir(place, { recursive: true })
  const outDir = await mkdtemp(join(place, '.prerender-'))
  try {
    await build({
      root: import.meta.dirname,
      configFile: false,
      logLevel: 'warn',
      plugins: [react()],
      build: {
        ssr: 'src/prerenderPages.tsx',
        outDir,
        assetsInlineLimit: 0,
        target: 'es2023',
        rolldownOptions: { output: { assetFileNames: ASSET_NAMES } },
      },
    })
    const { prerenderPages } = (await import(
      pathToFileURL(join(outDir, 'prerenderPages.js')).href
    )) as {
      prerenderPages: () => Promise<Prerendered[]>
    }
    return await prerenderPages()
  } finally {
    await rm(outDir, { recursive: true })
  }
}

/** Asks for the typeface at once: the style that names it comes first otherwise, and the words wait. */
function fontLink(bundle: Rolldown.OutputBundle): string {
  const font = Object.keys(bundle).find((file) => file.endsWith('.woff2'))
  if (!font) throw new Error('No typeface was found.')
  return `<link rel="preload" as="font" type="font/woff2" crossorigin href="/${font}">`
}

/** The shell with a page in it. */
function pageOf(shell: string, { html, title, description }: Prerendered): string {
  if (/<script/.test(html)) throw new Error('A prerendered page may hold no script.')
  return shell
    .replace(EMPTY, () => `<div id="root">${html}</div>`)
    .replace(/<title>.*?<\/title>/, () => `<title>${escaped(title)}</title>`)
    .replace(
      /(<meta\s+name="description"\s+content=")[^"]*/,
      (_, start) => start + escaped(description),
    )
    .replace(/(<meta\s+property="og:title"\s+content=")[^"]*/, (_, start) => start + escaped(title))
    .replace(
      /(<meta\s+property="og:description"\s+content=")[^"]*/,
      (_, start) => start + escaped(description),
    )
}

/** A page that asks for these files of script as soon as it is read, in addition to its own. */
function asking(page: string, chunks: string[]): string {
  const asked = chunks.filter((file) => !page.includes(file))
  const links = asked.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`)
  return page.replace('</head>', () => `  ${links.join('\n    ')}\n  </head>`)
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

/** The files of script that these modules need to run, in addition to those of the entry. */
function chunksOf(bundle: Rolldown.OutputBundle, modules: string[]): string[] {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const found = new Set<string>()
  const add = (file: string) => {
    const chunk = bundle[file]
    if (found.has(file) || chunk?.type !== 'chunk' || chunk.isEntry) return
    found.add(file)
    chunk.imports.forEach(add)
  }
  for (const name of modules) {
    const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(name))
    if (!chunk) throw new Error(`No chunk was found for ${name}.`)
    add(chunk.fileName)
  }
  return [...found]
}

const PUBLIC: Record<string, string> = {
  [paths.home]: 'landing/LandingPage.tsx',
  [paths.features]: 'features/FeaturesPage.tsx',
  [paths.publicPricing]: 'pricing/PublicPricingPage.tsx',
  [paths.about]: 'about/AboutPage.tsx',
}

/** What every page of the dashboard waits for: the profile, and the frame. */
const MEMBER = ['session/profiles.ts', 'dashboard/DashboardLayout.tsx']

/** The pages of the dashboard by their addresses; those that hold an id begin with app.html. */
const DASHBOARD: Record<string, string> = {
  [paths.dashboard]: 'messages/AutomatedPage.tsx',
  [paths.automated]: 'messages/AutomatedPage.tsx',
  [paths.scheduled]: 'messages/ScheduledPage.tsx',
  [paths.newMessage]: 'messages/NewMessagePage.tsx',
  [paths.cycles]: 'cycles/CyclesPage.tsx',
  [paths.telegram]: 'telegram/TelegramManagerPage.tsx',
  [paths.whatsapp]: 'whatsapp/WhatsappManagerPage.tsx',
  [paths.settings]: 'settings/SettingsPage.tsx',
  [paths.pricing]: 'pricing/PricingPage.tsx',
}
