import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { read } from '../admin/read.ts'
import { Impossible, type World } from '../world/world.ts'

/** The bytes of what bots sent, as the phone shows them. What is no picture, film or sound is only saved. */
export function fileRoutes(app: FastifyInstance, world: World): void {
  app.get('/sandbox/phone/files/:id', ({ params }, reply) => {
    const { id } = read(z.object({ id: z.string() }), params)
    const file = world.state.telegram.files.get(id)
    if (!file) throw new Impossible('There is no such file.', 404)
    const shown = file.kind !== 'document' && /^(image|video|audio)\/[\w.+-]+$/.test(file.mimeType)
    return reply
      .header('X-Content-Type-Options', 'nosniff')
      .header('Content-Security-Policy', "default-src 'none'; sandbox")
      .header('Content-Disposition', shown ? 'inline' : 'attachment')
      .header('Content-Length', file.bytes)
      .type(shown ? file.mimeType : 'application/octet-stream')
      .send(world.files.read(file.sha256))
  })
}
