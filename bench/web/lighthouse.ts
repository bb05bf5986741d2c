import lighthouse from 'lighthouse'
import { say } from '../figures.ts'

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const

/**
 * What Lighthouse says of a page on a phone, in points of a hundred, by the browser that listens on this
 * port. Where the others have no bar, only the speed is asked for.
 */
export async function judge(
  port: number,
  url: string,
  bars: { performance: number; others?: number },
): Promise<boolean> {
  const result = await lighthouse(url, {
    port,
    output: 'json',
    logLevel: 'silent',
    // Who is signed in stays so.
    disableStorageReset: true,
    onlyCategories: bars.others === undefined ? ['performance'] : [...CATEGORIES],
  })
  const found = Object.values(result?.lhr.categories ?? {}).map(({ id, score }) => ({
    id,
    points: Math.round((score ?? 0) * 100),
    bar: id === 'performance' ? bars.performance : (bars.others ?? 0),
  }))
  const held = found.length > 0 && found.every(({ points, bar }) => points >= bar)
  const path = new URL(url).pathname
  const problem = result?.lhr.runtimeError
  if (problem) say(`lighthouse ${path}  ${problem.code}: ${problem.message}`)
  const words = found.map(({ id, points, bar }) => `${id} ${points} (≥ ${bar})`).join(', ')
  say(`lighthouse ${path}  ${words}  ${held ? 'held' : 'MISSED'}`)
  for (const audit of Object.values(result?.lhr.audits ?? {})) {
    const failed = audit.scoreDisplayMode === 'binary' && audit.score === 0
    if (failed && bars.others !== undefined) say(`           ${audit.id}: ${audit.title}`)
  }
  return held
}
