import { existsSync, readdirSync } from 'node:fs'
import { join, sep } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../errors.ts'

/** Addresses of programs: a page in their place would be taken for what was asked for. */
const NO_PAGE = /^\/(api|assets)(?=[/?]|$)/

/** What every page begins with that was not printed when the app was built. */
const SHELL = 'app.html'

/**
 * Serves the built web app: hashed assets for a year, everything else checked anew. A page that was
 * printed is served as it is, `/about` from about.html; any other gets the shell, or, where nothing was
 * printed, index.html.
 */
export async function serveWeb(http: FastifyInstance, dist: string): Promise<void> {
  const assets = join(dist, 'assets', sep)
  const pages = existsSync(dist) ? pagesIn(dist) : []
  const built = pages.includes('index.html')
  const shell = pages.includes(SHELL) ? SHELL : 'index.html'
  if (built) {
    await http.register(fastifyStatic, {
      root: dist,
      preCompressed: true,
      cacheControl: false,
      setHeaders(reply, path) {
        const hashed = path.startsWith(assets)
        reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
      },
    })
    // The route that the plugin brings reads the names of all files of a folder for each file that it serves, to
    // compare how an address is spelled: with the 400 files of the app, more than to send them (2026-11-27).
    http.get<{ Params: { name: string } }>('/assets/:name', ({ params }, reply) =>
      reply.sendFile(`assets/${params.name}`),
    )
  }
  http.setNotFoundHandler((request, reply) => {
    const reads = request.method === 'GET' || request.method === 'HEAD'
    if (!reads || !request.headers.accept?.includes('text/html') || NO_PAGE.test(request.url)) {
      throw new AppError('not_found', 'There is nothing at this address.')
    }
    if (!built)
      throw new AppError('unavailable', 'The web app has not been built yet: npm start does.')
    const page = `${request.url.slice(1).replace(/\?.*/s, '')}.html`
    return reply.header('cache-control', 'no-cache').sendFile(pages.includes(page) ? page : shell)
  })
}

/** The pages of a folder and those within, as an address would name them. */
const pagesIn = (dist: string) =>
  readdirSync(dist, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.html'))
    .map((name) => name.replaceAll(sep, '/'))
