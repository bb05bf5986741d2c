import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import react from '@vitejs/plugin-react'
import { build, type Plugin, type Rolldown } from 'vite'
import type { Print } from './src/print.tsx'

/** The page of everything that is not printed: the dashboard, signing in, and what leads elsewhere. */
const SHELL = 'app.html'

const EMPTY = '<div id="root"></div>'

/**
 * Prints the public pages into files of their own, so that they are seen before any script has run:
 * `/` as index.html, `/about` as about.html. Every other page begins with the empty app.html. While
 * watching there is only index.html, empty, since no build waits for the rest.
 */
export function printed(): Plugin {
  return {
    name: 'printed',
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
      for (const print of await printAll()) {
        const source = pageOf(shell, print, chunksOf(bundle, print.path))
        if (print.path === '/') index.source = source
        else this.emitFile({ type: 'asset', fileName: `${print.path.slice(1)}.html`, source })
      }
    },
  }
}

async function printAll(): Promise<Print[]> {
  // Beside the sources, so that the packages are found from there.
  const place = join(import.meta.dirname, 'node_modules')
  await mkdir(place, { recursive: true })
  const outDir = await mkdtemp(join(place, '.print-'))
  try {
    await build({
      root: import.meta.dirname,
      configFile: false,
      logLevel: 'warn',
      plugins: [react(), absent()],
      build: { ssr: 'src/print.tsx', outDir, assetsInlineLimit: 0, target: 'es2023' },
    })
    const { prints } = (await import(pathToFileURL(join(outDir, 'print.js')).href)) as {
      prints: () => Promise<Print[]>
    }
    return await prints()
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

/** What only a browser has, for as long as a page is printed: nobody is known, nothing was visited. */
function absent(): Plugin {
  const modules: Record<string, string> = {
    'src/api/session/current.ts':
      "export const session = { state: () => ({ status: 'loading' }), subscribe: () => () => {} }",
    'src/app/navigation/browserHistory.ts':
      'export const browserHistory = { hasMoved: () => false }',
  }
  return {
    name: 'absent',
    enforce: 'pre',
    load: (id) => modules[Object.keys(modules).find((path) => id.endsWith(path)) ?? ''],
  }
}

/** The shell with a page in it. */
function pageOf(shell: string, { html, title, description }: Print, chunks: string[]): string {
  if (/<script/.test(html)) throw new Error('A printed page may hold no script.')
  const asked = chunks.filter((file) => !shell.includes(file))
  const links = asked.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`)
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
    .replace('</head>', () => `  ${links.join('\n    ')}\n  </head>`)
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

/** The files of script that a page needs to come to life, besides those the shell asks for. */
function chunksOf(bundle: Rolldown.OutputBundle, path: string): string[] {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const ofModule = (name: string) =>
    chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(name))
  const found = new Set<string>()
  const add = (file: string) => {
    const chunk = bundle[file]
    if (found.has(file) || chunk?.type !== 'chunk' || chunk.isEntry) return
    found.add(file)
    chunk.imports.forEach(add)
  }
  for (const name of ['layouts/PublicLayout.tsx', PAGES[path] ?? '']) {
    const chunk = name && ofModule(name)
    if (!chunk) throw new Error(`No chunk was found for ${path}.`)
    add(chunk.fileName)
  }
  return [...found]
}

const PAGES: Record<string, string> = {
  '/': 'landing/LandingPage.tsx',
  '/features': 'features/FeaturesPage.tsx',
  '/pricing': 'pricing/PublicPricingPage.tsx',
  '/about': 'about/AboutPage.tsx',
}
