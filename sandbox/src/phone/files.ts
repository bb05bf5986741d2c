import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import { idIn, read } from '../control/read.ts'
import { drawPicture, type GroupPicture } from '../world/group-picture.ts'
import { chatOf } from '../world/telegram/find.ts'
import type { StoredFile } from '../world/telegram/model.ts'
import { ControlRefusal, type World } from '../world/world.ts'

/** The files that bots sent, as the phone shows them. What is no picture, video or audio is offered as a download. */
export function fileRoutes(app: FastifyInstance, world: World): void {
  app.get('/sandbox/phone/chats/:id/photo', ({ params }, reply) => {
    const { photo } = chatOf(world, idIn(params))
    if (!photo) throw new ControlRefusal('This chat has no photo.', 404)
    return sendPicture(reply, photo)
  })
  app.get('/sandbox/phone/files/:id', ({ params }, reply) => {
    const { id } = read(z.object({ id: z.string() }), params)
    const file = world.state.telegram.files.get(id)
    if (!file) throw new ControlRefusal('There is no such file.', 404)
    return sendFile(reply, world, file)
  })
}

/** The picture of a group, large enough for a list on a sharp screen. A new one has a new address, so it may be cached. */
export const sendPicture = (reply: FastifyReply, photo: GroupPicture): FastifyReply =>
  reply
    .header('Cache-Control', 'private, max-age=86400')
    .type('image/png')
    .send(drawPicture(photo, 160))

/** Sends a file: only a picture, video or audio is shown in the page. */
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
