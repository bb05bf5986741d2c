import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import { read } from '../admin/read.ts'
import type { StoredFile } from '../world/telegram/model.ts'
import { Impossible, type World } from '../world/world.ts'

/** The bytes of what bots sent, as the phone shows them. What is no picture, film or sound is only saved. */
export function fileRoutes(app: FastifyInstance, world: World): void {
  app.get('/sandbox/phone/files/:id', ({ params }, reply) => {
    const { id } = read(z.object({ id: z.string() }), params)
    const file = world.state.telegram.files.get(id)
    if (!file) throw new Impossible('There is no such file.', 404)
    return sendFile(reply, world, file)
  })
}

/** Sends what was brought: only a picture, film or sound is shown in the page. */
export function sendFile(
  reply: FastifyReply,
  world: World,
  {
    kind,
    mimeType,
    bytes,
    sha256,
  }: Pick<StoredFile, 'mimeType' | 'bytes' | 'sha256'> & { kind: string },
): FastifyReply {
  const shown = kind !== 'document' && /^(image|video|audio)\/[\w.+-]+(;|$)/.test(mimeType)
  return reply
    .header('X-Content-Type-Options', 'nosniff')
    .header('Content-Security-Policy', "default-src 'none'; sandbox")
    .header('Content-Disposition', shown ? 'inline' : 'attachment')
    .header('Content-Length', bytes)
    .type(shown ? mimeType : 'application/octet-stream')
    .send(world.files.read(sha256))
}
