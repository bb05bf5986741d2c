import type { BrowserContext } from '@playwright/test'
import { BUDGET, weightOf } from '../../tools/weight.ts'
import { say } from '../figures.ts'

/** What a page loads until it rests, in gzip, with an empty cache. */
export async function sizes(
  context: BrowserContext,
  path: string,
  budget: 'start' | 'list',
): Promise<boolean> {
  const page = await context.newPage()
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.goto(path, { waitUntil: 'networkidle' })
  await page.close()
  const [js, css] = [await weightOf(asked, 'js'), await weightOf(asked, 'css')]
  const held = js <= BUDGET[budget] && css <= BUDGET.style
  say(
    `sizes      ${path}  JS ${kB(js)}, CSS ${kB(css)} kB gzip  bar: ${kB(BUDGET[budget])}, ${kB(BUDGET.style)}  ${held ? 'held' : 'MISSED'}`,
  )
  return held
}

const kB = (bytes: number) => (bytes / 1_000).toFixed(1)
