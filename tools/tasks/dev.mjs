import { join } from 'node:path'
import { ROOT } from '../launcher/here.mjs'
import { startPart } from '../launcher/part.mjs'
import { loadSettings } from '../launcher/settings.mjs'
import { scriptOf } from '../launcher/tool.mjs'
import { buildWeb } from '../launcher/web.mjs'
import { runWhole, SERVER_SCRIPT } from '../launcher/whole.mjs'

/**
 * As `start`, and both halves follow the sources: the server starts again, the web is built again
 * (reload the page). One origin, as in production, so cookies and the content policy are the real ones.
 */
export default async function dev() {
  loadSettings()
  return runWhole({
    prepare: buildWeb,
    server: ['--watch', '--watch-preserve-output', SERVER_SCRIPT],
    others: () => [
      startPart(
        'The build of the web',
        [scriptOf('vite'), 'build', '--watch', '--logLevel', 'warn'],
        {
          cwd: join(ROOT, 'web'),
        },
      ),
    ],
  })
}
