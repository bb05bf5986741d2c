import { loadSettings } from '../launcher/settings.mjs'
import { buildWeb } from '../launcher/web.mjs'
import { runWhole, SERVER_SCRIPT } from '../launcher/whole.mjs'

/** Carillon as it is used: the server with the built web, and the sandbox while only this machine can reach it. */
export default async function start() {
  loadSettings()
  return runWhole({ prepare: buildWeb, server: [SERVER_SCRIPT], others: () => [] })
}
