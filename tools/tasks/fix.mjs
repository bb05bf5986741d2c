import { runNode } from '../launcher/child.mjs'
import { ROOT } from '../launcher/here.mjs'
import { runTool } from '../launcher/tool.mjs'

/** Repairs what a program can: the printed API and limits, what tests hold which line, lint, then format. */
export default async function fix() {
  const printed = await runNode(['tools/openapi.ts'], { cwd: ROOT })
  const limits = await runNode(['tools/limits.ts'], { cwd: ROOT })
  const told = await runNode(['tools/acceptance.ts'], { cwd: ROOT })
  const lint = await runTool('oxlint', ['--fix'])
  return (await runTool('oxfmt', [])) || lint || printed || limits || told
}
