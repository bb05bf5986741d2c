import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { build, type InlineConfig } from 'vite'
import { compressed } from './compress.ts'

const LONG = 'bells ring '.repeat(200)

/** A small web app: a page with a script, and files that are copied as they are. */
function app() {
  const root = mkdtempSync(join(tmpdir(), 'carillon-compress-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  const file = (name: string, content: string) => writeFileSync(join(root, name), content)
  mkdirSync(join(root, 'public/fonts'), { recursive: true })
  file('index.html', `<!doctype html><p>${LONG}</p><script type="module" src="/main.js"></script>`)
  file('main.js', `document.title = ${JSON.stringify(LONG)}`)
  file('public/theme.js', `// ${LONG}`)
  file('public/short.txt', 'ding')
  file('public/fonts/inter.woff2', LONG)
  return root
}

const settings = (root: string): InlineConfig => ({
  root,
  configFile: false,
  logLevel: 'silent',
  plugins: [compressed()],
})

const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name, parentPath }) => join(parentPath, name))

test('beside every text of some length lies the same, compressed', async () => {
  const root = app()
  await build(settings(root))
  const files = filesIn(join(root, 'dist'))
  const packed = files.filter((file) => file.endsWith('.br'))
  const names = packed.map((file) => file.replace(/-[\w-]+\.js/, '-….js').slice(root.length))
  expect(names.toSorted()).toEqual(
    ['/dist/assets/index-….js.br', '/dist/index.html.br', '/dist/theme.js.br'].map((name) =>
      join(name),
    ),
  )
  for (const file of packed) {
    const [small, whole] = [readFileSync(file), readFileSync(file.slice(0, -3))]
    expect(brotliDecompressSync(small).equals(whole)).toBe(true)
    expect(small.length).toBeLessThan(whole.length / 5)
  }
})

test('a build that follows the sources leaves none, not even those of the build before', async () => {
  const root = app()
  await build(settings(root))
  const watcher = await build({ ...settings(root), build: { watch: {} } })
  if (!('on' in watcher)) throw new Error('Vite does not watch.')
  onTestFinished(() => watcher.close())
  await new Promise<void>((resolve, reject) => {
    watcher.on('event', (event) => {
      if (event.code === 'END') resolve()
      if (event.code === 'ERROR') reject(event.error)
    })
  })
  const files = filesIn(join(root, 'dist'))
  expect(files.filter((file) => file.endsWith('index.html'))).toHaveLength(1)
  expect(files.filter((file) => file.endsWith('.br'))).toEqual([])
})
