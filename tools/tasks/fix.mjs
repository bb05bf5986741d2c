import { runTool } from '../launcher/tool.mjs'

/** Repairs what a program can: lint, then format. */
export default async function fix() {
  const lint = await runTool('oxlint', ['--fix'])
  return (await runTool('oxfmt', [])) || lint
}
