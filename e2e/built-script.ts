import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const MANIFEST = join(import.meta.dirname, '../web/dist/.vite/manifest.json')

/** The address of the script that was built from this module of web/src. The build's manifest knows it: its name is a hash. */
export function builtScript(module: string): string {
  const manifest = JSON.parse(readFileSync(MANIFEST, 'utf8')) as Record<string, { file: string }>
  const chunk = manifest[`src/${module}`]
  if (!chunk) throw new Error(`No script was built from ${module}.`)
  return `/${chunk.file}`
}
