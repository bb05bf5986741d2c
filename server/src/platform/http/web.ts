import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../errors.ts'

/** Serves the built web app: hashed assets for a year, everything else checked anew, any page gets index.html. */
export async function serveWeb(http: FastifyInstance, dist: string): Promise<void> {
  const built = existsSync(join(dist, 'index.html'))
  if (built) {
    await http.register(fastifyStatic, {
      root: dist,
      preCompressed: true,
      cacheControl: false,
      setHeaders(reply, path) {
        const hashed = path.includes('/assets/')
        reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
      },
    })
  }
  http.setNotFoundHandler((request, reply) => {
    const page = request.method === 'GET' && request.headers.accept?.includes('text/html')
    if (!page || request.url.startsWith('/api/') || request.url.startsWith('/assets/')) {
      throw new AppError('not_found', 'There is nothing at this address.')
    }
    if (!built)
      throw new AppError('unavailable', 'The web app has not been built yet: npm start does.')
    return reply.header('cache-control', 'no-cache').sendFile('index.html')
  })
}
